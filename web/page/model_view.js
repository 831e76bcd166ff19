// SPDX-License-Identifier: Apache-2.0
// The second view, from a model: a shape on a machine, its step, memory and checkpoints, and what the tokens asked for take.
// One question answers all of it, in the worker, as finding a layout takes longer than a picture.
import { causeInputs } from "./causes.js";
import { h, inputGroup, readable, section, table } from "./dom.js";
import { compact, partsPlot, sizesPlot } from "./plots.js";
import { checked, pump } from "./pump.js";
import { requestOf } from "./state.js";
import { figureButtons, takeAlong } from "./take.js";

const question = "model_plan";

/** @param {any} app */
export function modelView(app) {
  const { asker } = app;
  const { catalogue } = asker;
  const figures = h("dl", { class: "figures" });
  const step = h("div", { class: "drawing" });
  const stepText = h("figcaption", {});
  const stepData = h("div", {});
  const memoryData = h("div", {});
  const memory = h("div", { class: "drawing" });
  const memoryText = h("figcaption", {});
  const layout = h("div", {});
  const curve = h("div", { class: "drawing" });
  const curveText = h("figcaption", {});
  const curveData = h("div", {});
  const notes = h("p", { class: "hint" });
  /** @type {any} */
  let answer;
  let sentence = "";
  const svgOf = (/** @type {any} */ holder) => () => holder.querySelector("svg");
  const group = (/** @type {string} */ name) => Object.keys(answer?.columns ?? {}).filter((of) => of.startsWith(`${name}.`));
  const listed = (/** @type {string} */ name) => () =>
    Object.fromEntries(group(name).map((of) => [of.slice(name.length + 1), answer.columns[of]]));
  const parts = (/** @type {string} */ name) => () => {
    const names = group(name);
    return { part: names.map((of) => of.slice(name.length + 1)), value: names.map((of) => answer.columns[of]) };
  };
  const take = takeAlong((form) => {
    if (form === "link") return app.link();
    const said = asker.ask({
      question: "written",
      with: { request: requestOf(catalogue, app.state, question, { with: app.state.with }), as: form },
    });
    return said.error ? said.error.message : said.columns.text;
  });
  const element = h(
    "div",
    { class: "view" },
    section(
      "plan",
      "The run",
      figures,
      notes,
      h(
        "div",
        { class: "buttons" },
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            id: "take-checkpoint",
            on: {
              click: () =>
                answer &&
                app.choose((/** @type {any} */ state) => {
                  state.run.checkpoint_bytes = answer.columns.checkpoint_bytes;
                  state.question = app.start.question;
                }),
            },
          },
          "See this run's limit, with this checkpoint",
        ),
      ),
    ),
    section(
      "step-parts",
      "Where a step's time goes",
      h(
        "figure",
        { id: "step" },
        step,
        stepText,
        figureButtons("step", svgOf(step), parts("breakdown")),
        h("details", { class: "data" }, h("summary", {}, "The step as a table"), stepData),
      ),
    ),
    section(
      "memory-parts",
      "Memory of the fullest GPU",
      h(
        "figure",
        { id: "memory" },
        memory,
        memoryText,
        figureButtons("memory", svgOf(memory), parts("memory")),
        h("details", { class: "data" }, h("summary", {}, "Memory as a table"), memoryData),
      ),
    ),
    section("layout-found", "Layout", layout),
    section(
      "more-gpus",
      "More GPUs, each size with its fastest layout",
      h(
        "figure",
        { id: "curve" },
        curve,
        curveText,
        figureButtons("sizes", svgOf(curve), listed("sizes")),
        h("details", { class: "data" }, h("summary", {}, "Sizes as a table"), curveData),
      ),
    ),
    section("take-plan", "Take it along", take.element),
  );

  /** What a column says of itself. */
  const about = (/** @type {string} */ name) =>
    catalogue.questions[question].columns.find((/** @type {any} */ of) => of.name === name)?.text ?? "";
  const value = (/** @type {string} */ name, digits = 4) => {
    const of = answer.columns[name];
    if (of === null || of === undefined) return "–";
    if (typeof of === "string" && of !== "unlimited") return of;
    const unit = answer.units[name] ?? "1";
    return unit === "GPU" ? asker.gpus(of, 6) : name === "parameters" ? asker.text(of, unit) : asker.handy(of, unit, digits);
  };

  const send = pump(app, question, element, (found) => {
    answer = found;
    picture();
  });

  function picture() {
    const of = answer.columns;
    sentence = of.text;
    app.say(sentence);
    const band =
      typeof of["time_error.mean"] === "number"
        ? `± ${asker.text(of["time_error.mean"], "%", 2)}, at worst ${asker.text(of["time_error.worst"], "%", 2)}`
        : "";
    const shown = [
      "training_days",
      "cost",
      "energy",
      "carbon",
      "time",
      "model_flops_utilization",
      "tokens_per_second",
      "goodput",
      "mtbf",
      "interval",
      "checkpoint_bytes",
      "parameters",
      "best.gpus",
    ].filter((name) => name in of && of[name] !== 0);
    const more = { time: band, "best.gpus": of["best.binding"] ? `then ${readable(of["best.binding"])} binds` : "" };
    const percents = new Set(["model_flops_utilization", "goodput"]);
    figures.replaceChildren(
      ...shown.map((name) =>
        h(
          "div",
          {},
          h("dt", {}, readable(name.replace(".", " "))),
          h(
            "dd",
            {},
            percents.has(name)
              ? asker.text(of[name], "%", 3)
              : of[name] === null
                ? of["best.status"] && name === "best.gpus"
                  ? of["best.status"]
                  : "–"
                : value(name, name === "parameters" ? 5 : 4),
            more[name] ? h("span", { class: "more" }, ` ${more[name]}`) : null,
          ),
          h("dd", { class: "hint" }, name === "best.gpus" && of["best.note"] ? of["best.note"] : about(name).split(";")[0]),
        ),
      ),
    );
    notes.textContent = of.note ?? "";
    const width = Math.max(280, Math.min(step.clientWidth || 600, 900));
    for (const [name, holder, words, data, total, bound] of /** @type {any[]} */ ([
      ["breakdown", step, stepText, stepData, "time", null],
      ["memory", memory, memoryText, memoryData, "memory_per_gpu", boundOf()],
    ])) {
      const rows = group(name)
        .map((column) => ({
          name: readable(column.slice(name.length + 1)),
          value: of[column],
          unit: answer.units[column],
          colour: name === "memory" ? "var(--limit)" : "var(--accent)",
        }))
        .filter((row) => row.value > 0);
      const written = (/** @type {number} */ number) => asker.text(number, answer.units[total], 3);
      const described = rows.length
        ? `${value(total, 3)}${bound ? ` of ${written(bound)}` : ""}: ${rows
            .map((row) => `${row.name} ${written(row.value)}`)
            .join(", ")}.`
        : of.note;
      words.textContent = described;
      holder.replaceChildren();
      data.replaceChildren();
      if (!rows.length) continue;
      data.append(
        table({
          caption: `${readable(total)}, part by part`,
          heads: [{ text: "part" }, { text: readable(total), number: true }],
          rows: [...rows.map((row) => [row.name, written(row.value)]), ["all", written(of[total])]],
        }),
      );
      const svg = partsPlot({ width, rows, describe: described, format: written, bound });
      holder.append(svg);
    }
    const degrees = group("layout");
    layout.replaceChildren(
      table({
        caption: app.state.layout ? "The layout that was given" : "The fastest layout that fits",
        heads: degrees.map((name) => ({ text: readable(name.slice(7)), number: true })),
        rows: [degrees.map((name) => value(name))],
      }),
    );
    drawCurve(width);
    take.show();
  }

  const own = () => asker.number(app.state.run.gpus, "1");
  const boundOf = () => {
    const bound = asker.number(app.state.chip.memory_bytes, "B");
    return bound !== undefined && Number.isFinite(bound) ? bound : null;
  };

  function drawCurve(/** @type {number} */ width) {
    const of = answer.columns;
    const gpus = of["sizes.gpus"];
    curve.replaceChildren();
    if (!gpus?.length) {
      curveText.textContent = of["best.note"] ?? "";
      return;
    }
    const best = of["best.gpus"];
    const ends = (/** @type {string} */ name, /** @type {(of: number) => string} */ written) =>
      `from ${written(of[name][0])} to ${written(of[name].at(-1))}`;
    const percent = (/** @type {number} */ share) => asker.text(share, "%", 3);
    const daily = of["sizes.tokens_per_day"];
    const described = `From ${asker.gpus(gpus[0], 6)} to ${asker.gpus(gpus[gpus.length - 1])}: ${
      daily ? `tokens a day ${ends("sizes.tokens_per_day", compact)}, ` : ""
    }utilization ${ends("sizes.utilization", percent)}, goodput ${ends("sizes.goodput", percent)}. ${
      typeof best === "number"
        ? `More GPUs stop helping at ${asker.gpus(best, 6)}: ${readable(of["best.binding"])} binds.`
        : of["best.note"] || of["best.status"]
    }`;
    curveText.textContent = described;
    const shared = { width, gpus, own: own(), best: typeof best === "number" ? best : null, describe: described };
    if (daily)
      curve.append(
        h("p", { class: "axis" }, "tokens a day"),
        sizesPlot({ ...shared, lines: [{ name: "", values: daily, colour: "var(--accent)" }] }),
      );
    curve.append(
      sizesPlot({
        ...shared,
        percent,
        lines: [
          { name: "utilization", values: of["sizes.utilization"], colour: "var(--accent)" },
          { name: "goodput", values: of["sizes.goodput"], colour: "var(--limit)" },
        ],
      }),
    );
    const columns = group("sizes");
    curveData.replaceChildren(
      table({
        caption: "Sizes that fit, each with its fastest layout",
        heads: columns.map((name) => ({ text: readable(name.slice(6)), number: true, title: about(name) })),
        rows: gpus.map((/** @type {number} */ _of, /** @type {number} */ i) =>
          columns.map((name) => {
            const cell = of[name][i];
            return typeof cell === "string"
              ? cell
              : ["sizes.utilization", "sizes.goodput"].includes(name)
                ? asker.text(cell, "%", 3)
                : asker.handy(cell, answer.units[name] ?? "1", 4);
          }),
        ),
      }),
    );
  }

  const fieldsOf = (/** @type {string} */ group) => Object.values(catalogue.kinds[group])[0].fields;

  return {
    title: "From a model",
    element,
    settle: () => {},
    resize: () => answer && picture(),
    draw: () => {
      send(requestOf(catalogue, app.state, question, { with: app.state.with }));
      return 0;
    },
    ask: (/** @type {any} */ state) =>
      checked(
        app,
        requestOf(catalogue, state, question, { with: state.with }),
        sentence || "Looking for the fastest layout …",
      ),
    withs: () => structuredClone(app.start.with),
    inputs: (/** @type {any} */ inputs) => {
      const asked = catalogue.questions[question];
      const answered = new Set(asked.columns.map((/** @type {any} */ of) => of.name));
      const withs = asked.fields.filter((/** @type {any} */ field) => field.required);
      const options = asked.fields.filter((/** @type {any} */ field) => !field.required);
      return [
        inputGroup(
          "Model",
          true,
          inputs.preset("shape", "model"),
          withs.map((/** @type {any} */ field) => inputs.ofField(`with.${field.name}`, field)),
          h("details", { class: "instead" }, h("summary", {}, "Shape"), inputs.ofFields("shape", fieldsOf("shape"))),
        ),
        inputGroup(
          "Machine",
          true,
          clusters(inputs),
          inputs.ofField("run.gpus", fieldsOf("run")[0]),
          inputs.preset("chip", "accelerator"),
          h("details", { class: "instead" }, h("summary", {}, "Accelerator"), inputs.ofFields("chip", fieldsOf("chip"))),
          inputs.preset("fabric", "network"),
          h("details", { class: "instead" }, h("summary", {}, "Network"), inputs.ofFields("fabric", fieldsOf("fabric"))),
        ),
        inputGroup(
          "Layout",
          true,
          inputs.chooser({
            path: "layout",
            label: "layout",
            value: app.state.layout ? "given" : "found",
            names: [
              ["found", "the fastest found"],
              ["given", "given"],
            ],
            chosen: (/** @type {string} */ name) =>
              app.choose((/** @type {any} */ state) => {
                if (name === "found") delete state.layout;
                else
                  state.layout = Object.fromEntries(
                    fieldsOf("layout").map((field) => [field.name, answer?.columns[`layout.${field.name}`] ?? field.default]),
                  );
              }),
          }),
          app.state.layout ? inputs.ofFields("layout", fieldsOf("layout")) : [],
          h(
            "details",
            { class: "instead" },
            h("summary", {}, "How a step is done"),
            options.map((/** @type {any} */ field) => inputs.ofField(`with.${field.name}`, field)),
          ),
        ),
        inputGroup(
          "Failures and checkpoints",
          true,
          inputs.preset("state_recipe", "saved per parameter"),
          inputs.ofFields(
            "run",
            fieldsOf("run")
              .slice(1)
              .filter((field) => !answered.has(field.name) || field.instead_of),
          ),
          inputs.choice("strategy", "strategy"),
        ),
        causeInputs(app, inputs),
        inputGroup("Prices", false, inputs.ofFields("prices", fieldsOf("prices"))),
      ].flat();
    },
  };

  /** Machines that are known, with their network: choosing one fills in network, accelerator, size and failures. */
  function clusters(/** @type {any} */ inputs) {
    /** @type {[string, any, any][]} */
    const known = [];
    for (const [, preset] of Object.entries(catalogue.presets.fabric ?? {}))
      for (const [name, machine] of Object.entries(/** @type {any} */ (preset).clusters ?? {}))
        known.push([name, machine, preset]);
    if (!known.length) return [];
    return [
      inputs.chooser({
        path: "cluster",
        label: "cluster",
        value: "",
        names: [["", "choose one"], ...known.map(([name]) => [name, readable(name)])],
        chosen: (/** @type {string} */ wantedName) =>
          app.choose((/** @type {any} */ state) => {
            const found = known.find(([name]) => name === wantedName);
            if (!found) return;
            const [, machine, preset] = found;
            state.fabric = structuredClone(preset.fields);
            if (catalogue.presets.chip[machine.chip]) state.chip = structuredClone(catalogue.presets.chip[machine.chip].fields);
            for (const name of Object.keys(state.run)) if (machine[name] !== undefined) state.run[name] = machine[name];
            delete state.layout;
          }),
      }),
    ];
  }
}
