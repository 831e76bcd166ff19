// SPDX-License-Identifier: Apache-2.0
// The third view, several sites: what the run is worth on each number of them, what binds, and whether the next one pays.
import { causeInputs } from "./causes.js";
import { h, inputGroup, readable, section, table } from "./dom.js";
import { partsPlot } from "./plots.js";
import { checked, pump } from "./pump.js";
import { requestOf, startOf } from "./state.js";
import { figureButtons, takeAlong } from "./take.js";

const question = "compare_sites";

/** @param {any} app */
export function sitesView(app) {
  const { asker } = app;
  const { catalogue } = asker;
  const asked = catalogue.questions[question];
  const [kind] = Object.values(catalogue.kinds.sites);
  const worth = h("div", { class: "drawing" });
  const worthText = h("figcaption", {});
  const compared = h("div", {});
  const shares = h("div", {});
  /** @type {any} */
  let answer;
  let sentence = "";
  const counts = asked.fields.find((/** @type {any} */ field) => field.name === "counts");
  /** The sites that are asked about are the counts; the most of them are those of the part. */
  const request = (/** @type {any} */ state) => {
    const most = Math.max(...[state.with?.counts ?? counts.default].flat().map(Number));
    const sites = Number.isFinite(most) ? { ...state.sites, sites: most } : state.sites;
    return requestOf(catalogue, { ...state, sites }, question, { with: state.with });
  };
  const take = takeAlong((form) => {
    if (form === "link") return app.link();
    const said = asker.ask({ question: "written", with: { request: request(app.state), as: form } });
    return said.error ? said.error.message : said.columns.text;
  });
  const element = h(
    "div",
    { class: "view" },
    section(
      "worth",
      "Useful work by the number of sites",
      h("figure", {}, worth, worthText, figureButtons("sites", () => worth.querySelector("svg"), () => answer.columns)),
    ),
    section("sites-compared", "The largest size on each number of sites", compared),
    section("sites-shares", "What binds there", shares),
    section("take-sites", "Take it along", take.element),
  );
  const send = pump(app, question, element, (found) => {
    answer = found;
    picture();
  });

  const counted = (/** @type {number} */ number) => `${asker.text(number, "1")} ${number === 1 ? "site" : "sites"}`;
  const title = (/** @type {string} */ name) => asked.columns.find((/** @type {any} */ of) => of.name === name)?.text;

  function picture() {
    const of = answer.columns;
    const known = [...of.sites.keys()].filter((row) => of.status[row] === "ok");
    sentence = of.text;
    app.say(sentence);
    worthText.textContent = known.length
      ? `Worth in ideal GPUs: ${known.map((row) => `${counted(of.sites[row])} ${asker.gpus(of.worth[row])}`).join(", ")}.`
      : of.note[0];
    worth.replaceChildren();
    if (known.length)
      worth.append(
        partsPlot({
          width: Math.max(280, Math.min(worth.clientWidth || 600, 900)),
          rows: known.map((row) => ({ name: counted(of.sites[row]), value: of.worth[row], colour: "var(--accent)" })),
          describe: worthText.textContent,
          format: (/** @type {number} */ value) => asker.gpus(value, 3),
        }),
      );
    const number = (/** @type {string} */ name) => ({ text: readable(name), number: true, title: title(name) });
    compared.replaceChildren(
      table({
        caption: "The largest size, all sites together",
        heads: [
          { text: "on" },
          ...["size", "worth", "goodput", "efficiency"].map(number),
          { text: "binds", title: title("binding") },
          { text: "pays", title: title("pays") },
          number("break_even"),
        ],
        rows: of.sites.map((/** @type {number} */ sites, /** @type {number} */ row) => [
          counted(sites),
          of.status[row] === "ok" ? asker.gpus(of.size[row]) : h("span", { title: of.note[row] }, of.status[row]),
          asker.gpus(of.worth[row]),
          asker.text(of.goodput[row], "%", 3),
          asker.text(of.efficiency[row], "%", 3),
          readable(of.binding[row]),
          of.pays[row] === null ? "" : of.pays[row] ? "yes" : "no",
          asker.text(of.break_even[row], "1", 4),
        ]),
      }),
    );
    const terms = Object.keys(of).filter((name) => name.startsWith("shares.") && of[name].some(Boolean));
    shares.replaceChildren(
      terms.length
        ? table({
            caption: "Shares of what binds",
            heads: [{ text: "on" }, ...terms.map((name) => ({ text: readable(name.slice(7)), number: true }))],
            rows: known.map((row) => [counted(of.sites[row]), ...terms.map((name) => asker.text(of[name][row], "%", 3))]),
          })
        : h("p", { class: "hint" }, of.note[0]),
    );
    take.show();
  }

  return {
    title: "On several sites",
    element,
    settle: () => {},
    resize: () => answer && picture(),
    draw: () => {
      send(request(app.state));
      return 0;
    },
    ask: (/** @type {any} */ state) => checked(app, request(state), sentence || "Comparing numbers of sites …"),
    /** What a state must have that never was asked this. */
    begin: (/** @type {any} */ state) => {
      state.sites ??= startOf(kind);
    },
    withs: () => startOf(asked),
    inputs: (/** @type {any} */ inputs) => {
      const [run] = Object.values(catalogue.kinds.run);
      return [
        inputGroup(
          "Sites",
          true,
          asked.fields.map((/** @type {any} */ field) => inputs.ofField(`with.${field.name}`, field)),
          inputs.ofFields(
            "sites",
            kind.fields.filter((field) => field.name !== "sites"),
          ),
        ),
        inputGroup("Run", true, inputs.preset("run", "start from"), inputs.ofFields("run", run.fields)),
        causeInputs(app, inputs),
        inputGroup("Strategy", true, inputs.choice("strategy", "protects one site")),
        inputGroup("Criterion", true, inputs.choice("criterion", "the limit is where")),
        inputGroup("Other factors", true, inputs.factors()),
      ].flat();
    },
  };
}
