// SPDX-License-Identifier: Apache-2.0
// What stops the run, as inputs: a published list or rows by hand, a restart by its parts, who brings it back. Names, units and
// texts are the catalogue's; what stands here is which fields of a row are seen first.
import { h, idOf, inputGroup, readable } from "./dom.js";
import { middle, requestOf } from "./state.js";

/** @typedef {import("./ask.js").Asker} Asker */

/** The ways of saying how often, of which a row has one. */
export const rates = ["mttf", "afr", "failing_share", "fit", "per_1000_unit_days", "mtbf", "share", "events", "per_failure"];
/** What a way of saying it asks for besides, and what may stand beside it. */
const beside = { events: ["days", "on_gpus"] };
/** Seen at once; the others are behind "More", unless a row gives them. */
const early = ["per", "detection", "replacement", "downtime", "extra_restart", "retry_chance", "lag", "planned"];

const kindOfCauses = (/** @type {any} */ catalogue) => Object.values(catalogue.kinds.cause)[0];

/** What a run may say its failures with. @param {any} catalogue @returns {string[]} */
const lives = (catalogue) =>
  Object.values(catalogue.kinds.run)[0]
    .fields.filter((/** @type {any} */ field) => field.name === "gpu_mttf" || field.instead_of === "gpu_mttf")
    .map((/** @type {any} */ field) => field.name);

/** Whether the causes alone say how often the run fails. @param {any} catalogue @param {any} state */
export const saidByCauses = (catalogue, state) =>
  Boolean(state.cause?.length) && !lives(catalogue).some((name) => name in state.run);

/**
 * The state whose run says how often it fails where its causes have no rates of their own, and not where they have: the
 * catalogue tells which. Shares beside such rates are for their author to settle.
 *
 * @param {Asker} asker @param {any} state @param {any} start what it says where it said nothing
 */
export function withLife(asker, state, start) {
  const said = asker.ask(requestOf(asker.catalogue, state, "mtbf"));
  const names = lives(asker.catalogue);
  const own = Object.entries(state.run ?? {}).filter(([name]) => names.includes(name));
  const others = Object.entries(state.run ?? {}).filter(([name]) => !names.includes(name));
  const without = { ...state, run: Object.fromEntries(others) };
  const shares = (state.cause ?? []).some((/** @type {any} */ row) => row.share !== undefined);
  if (said.error?.field === "gpu_mttf" && own.length) return shares ? state : without;
  if (said.error?.field !== "run.gpu_mttf" || own.length) return state;
  return { ...state, run: { gpus: state.run.gpus, ...start, ...without.run } };
}

/** What a run says of how often it fails. @param {any} catalogue @param {any} run */
export const lifeOf = (catalogue, run) =>
  Object.fromEntries(Object.entries(run ?? {}).filter(([name]) => lives(catalogue).includes(name)));

/** Rows without what is said anyway, in one order: two lists that are the same read the same. */
function plain(/** @type {any} */ catalogue, /** @type {any} */ rows) {
  const { fields } = kindOfCauses(catalogue);
  return JSON.stringify(
    rows.map((/** @type {any} */ row) =>
      fields
        .filter((/** @type {any} */ field) => (row[field.name] ?? field.default) !== field.default)
        .map((/** @type {any} */ field) => [field.name, row[field.name]]),
    ),
  );
}

/** Rows of a list in full, without what is said anyway. @param {any} catalogue @param {any[]} rows */
export const shortRows = (catalogue, rows) =>
  rows.map((row) =>
    Object.fromEntries(
      ["name", ...Object.keys(row).filter((name) => name !== "name")]
        .map((name) => [name, row[name]])
        .filter(
          ([name, value]) =>
            (value ?? null) !== null &&
            value !== kindOfCauses(catalogue).fields.find((/** @type {any} */ field) => field.name === name)?.default,
        ),
    ),
  );

/**
 * The inputs of causes and of the restart.
 *
 * @param {any} app @param {any} inputs what inputs.js makes
 */
export function causeInputs(app, inputs) {
  const { catalogue, handy, text } = app.asker;
  const kind = kindOfCauses(catalogue);
  const fieldOf = (/** @type {string} */ name) => kind.fields.find((/** @type {any} */ field) => field.name === name);
  const presets = catalogue.presets.cause ?? {};
  const rows = () => (Array.isArray(app.state.cause) ? app.state.cause : []);
  /** @type {Set<number>} rows that are open, over the next build too */
  const opened = (app.openCauses ??= new Set());
  const rateOf = (/** @type {any} */ row) => rates.find((name) => row[name] !== undefined && row[name] !== null);
  /** A usual number of a field, as it is read. */
  const usual = (/** @type {string} */ name) => handy(middle(fieldOf(name).usual), fieldOf(name).unit, 1);

  /** A rate of one way, with what it asks for. */
  const started = (/** @type {string} */ rate) =>
    Object.fromEntries([rate, ...(beside[rate] ?? []).slice(0, 1)].map((name) => [name, usual(name)]));

  function add() {
    app.choose((/** @type {any} */ state) => {
      const list = state.cause ?? [];
      const names = list.map((/** @type {any} */ row) => row.name);
      let name = fieldOf("name").example;
      for (let i = 2; names.includes(name); ++i) name = `${fieldOf("name").example} ${i}`;
      const last = list[list.length - 1] ?? {};
      const rate = rateOf(last) ?? "share"; // of what gpu_mttf counts: the run stays as it is
      const more = Object.fromEntries(
        [...(beside[rate] ?? []), "per", "gpus_per_unit"].filter((of) => of in last).map((of) => [of, last[of]]),
      );
      state.cause = [...list, { name, ...started(rate), ...more }];
      opened.add(list.length);
    });
  }

  function remove(/** @type {number} */ index) {
    const open = [...opened].filter((at) => at !== index).map((at) => (at > index ? at - 1 : at));
    opened.clear();
    for (const at of open) opened.add(at);
    app.choose((/** @type {any} */ state) => {
      state.cause.splice(index, 1);
      if (state.cause.length === 0) delete state.cause;
    });
  }

  /** How often, in a few words. */
  function often(/** @type {any} */ row) {
    const rate = rateOf(row);
    if (!rate) return "";
    const value =
      typeof row[rate] === "number" ? text(row[rate], fieldOf(rate).share ? "%" : fieldOf(rate).unit, 3) : String(row[rate]);
    return `${readable(rate)} ${value}`;
  }

  /** The fields of a row: how often first, then what it takes. */
  function fields(/** @type {number} */ index) {
    const path = `cause.${index}`;
    const row = rows()[index];
    const rate = rateOf(row);
    const of = (/** @type {string} */ name) => inputs.ofField(`${path}.${name}`, fieldOf(name));
    const ways = inputs.chooser({
      path: `${path}.rate`,
      label: "how often",
      value: rate ?? "",
      names: [...(rate ? [] : [["", "not said"]]), ...rates.map((name) => [name, readable(name)])],
      chosen: (/** @type {string} */ to) =>
        app.choose((/** @type {any} */ state) => {
          const at = state.cause[index];
          for (const name of [...rates, ...Object.values(beside).flat(), "running_days"]) delete at[name];
          Object.assign(at, started(to));
        }),
    });
    const first = ["name", ...(rate ? [rate, ...(beside[rate] ?? [])] : [])];
    const given = kind.fields
      .map((/** @type {any} */ field) => field.name)
      .filter((/** @type {string} */ name) => name in row);
    const seen = [...new Set([...first, ...early, ...given])];
    const others = kind.fields.filter((/** @type {any} */ field) => !seen.includes(field.name) && !rates.includes(field.name));
    const name = of("name");
    name.classList.add("long"); // a text, not a number
    return [
      name,
      ways,
      seen.slice(1).map(of),
      h(
        "details",
        { class: "instead" },
        h("summary", {}, "More"),
        others.map((/** @type {any} */ field) => of(field.name)),
      ),
      h(
        "button",
        { type: "button", class: "quiet", "aria-label": `Remove ${row.name}`, on: { click: () => remove(index) } },
        "Remove",
      ),
    ];
  }

  /** A row in a fold that is filled when it is opened: a list may have forty. */
  function one(/** @type {any} */ row, /** @type {number} */ index) {
    const path = `cause.${index}`;
    const name = h("span", {});
    const rate = h("span", { class: "share" });
    const inside = h("div", { role: "group", class: "fields" });
    const fold = h(
      "details",
      {
        class: "cause",
        id: idOf(path),
        on: {
          toggle: () => {
            if (fold.open) opened.add(index);
            else opened.delete(index);
            fill();
          },
        },
      },
      h("summary", {}, name, rate),
      inside,
    );
    const refusal = h("p", { class: "refusal", hidden: true });
    const remark = h("p", { class: "hint remark", hidden: true });
    function fill() {
      if (!fold.open || inside.firstChild) return;
      inside.append(...fields(index).flat());
      for (const box of inputs.boxes.values()) if (box.path.startsWith(`${path}.`)) box.refresh();
    }
    fold.open = opened.has(index);
    inputs.boxes.set(path, {
      path,
      focus: () => fold.firstElementChild.focus(),
      refresh: () => {
        const now = rows()[index] ?? row;
        name.textContent = String(now.name ?? "");
        rate.textContent = often(now);
        inside.setAttribute("aria-label", String(now.name ?? ""));
      },
      refuse: (/** @type {string | null} */ message) => {
        refusal.hidden = message === null;
        refusal.textContent = message ?? "";
      },
      remark: (/** @type {string} */ said) => {
        remark.hidden = said === "";
        remark.textContent = said;
      },
      open: () => {
        fold.open = true;
        opened.add(index);
        fill();
      },
    });
    fill();
    return h("div", {}, fold, refusal, remark);
  }

  const own = () => {
    if (!rows().length) return "";
    const now = plain(catalogue, rows());
    return Object.keys(presets).find((name) => plain(catalogue, presets[name].fields.rows) === now) ?? "own";
  };

  function causes() {
    return [
      inputs.fillable({
        path: "cause",
        label: "what stops it",
        own,
        names: [
          ["", "what gpu mttf counts"],
          ["own", "own rows"],
        ],
        presets,
        chosen: (/** @type {string} */ name) => {
          if (name === "own" && !rows().length) return add();
          opened.clear();
          app.choose((/** @type {any} */ state) => {
            if (presets[name]) state.cause = structuredClone(presets[name].fields.rows);
            else if (name === "") delete state.cause;
          });
        },
      }),
      rows().length ? null : h("p", { class: "hint about" }, kind.text),
      h("div", { class: "causes" }, rows().map(one)),
      h("button", { type: "button", class: "quiet", id: "add-cause", on: { click: add } }, "Add a cause"),
    ].filter(Boolean);
  }

  /** A part of one kind: what the run says, a published one, or its own fields. */
  function part(/** @type {string} */ group, /** @type {any} */ { label, none, own: ownly, fold }) {
    const [of] = /** @type {any[]} */ (Object.values(catalogue.kinds[group]));
    const ready = catalogue.presets[group] ?? {};
    const given = app.state[group];
    const read = () =>
      app.state[group]
        ? (Object.keys(ready).find((name) => JSON.stringify(ready[name].fields) === JSON.stringify(app.state[group])) ?? "own")
        : "";
    return [
      inputs.fillable({
        path: group,
        label,
        own: read,
        names: [
          ["", none],
          ["own", ownly],
        ],
        presets: ready,
        chosen: (/** @type {string} */ name) =>
          app.choose((/** @type {any} */ state) => {
            if (name === "") delete state[group];
            else state[group] = ready[name] ? structuredClone(ready[name].fields) : (state[group] ?? {});
          }),
      }),
      h("p", { class: "hint about" }, of.text),
      given ? h("details", { class: "instead" }, h("summary", {}, fold), inputs.ofFields(group, of.fields)) : null,
    ].filter(Boolean);
  }
  const restart = { label: "a restart takes", none: "what the run says", own: "its own parts", fold: "Parts" };
  const operation = { label: "brought back", none: "by itself", own: "as follows", fold: "Hours, reaction, stops of people" };

  return [
    inputGroup("Causes", true, causes()),
    inputGroup("Restart", true, part("restart", restart)),
    inputGroup("Operation", true, part("operation", operation)),
  ];
}
