// SPDX-License-Identifier: Apache-2.0
// The inputs: a text box and a slider for every field that the catalogue lists, and what there is to choose from.
import { saidByCauses } from "./causes.js";
import { h, idOf, readable } from "./dom.js";
import { isChoice, kindOf, place, startOf, valueAt } from "./state.js";

/** @typedef {import("./state.js").Field} Field */
/** @typedef {{ path: string, refresh(): void, refuse(message: string | null): void, focus(): void,
 *              remark?(text: string): void, open?(): void }} Box */

const steps = 1000; // of a slider

/** A slider's numbers: logarithmic where the usual range spans a decade. @param {[number, number]} usual */
export function scaleOf([low, high]) {
  const logarithmic = low > 0 && high / low >= 10;
  const [from, to] = logarithmic ? [Math.log(low), Math.log(high)] : [low, high];
  return {
    logarithmic,
    value: (/** @type {number} */ share) => {
      const at = from + share * (to - from);
      return logarithmic ? Math.exp(at) : at;
    },
    share: (/** @type {number} */ value) => {
      const at = logarithmic ? Math.log(value) : value;
      return Math.min(1, Math.max(0, (at - from) / (to - from)));
    },
  };
}

/** What a field is: how it is shown and read. @param {Field} field */
function sortOf(field) {
  if (field.each) return "rows";
  if (typeof field.default === "boolean") return "switch";
  if (field.part || field.words?.length) return "choice";
  if (field.unit === null) return typeof (field.default ?? field.example) === "string" ? "word" : "list";
  return "number";
}

/** Opens the folds that something stands in. @param {any} element */
function unfold(element) {
  for (let at = element.closest("details"); at; at = at.parentElement?.closest("details")) at.open = true;
}

/** Text with its addresses as links. @param {string} text */
export function withLinks(text) {
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(/https?:\/\/[^\s,;)]+|arXiv[ :](\d{4}\.\d{4,5})/g)) {
    const address = found[1] ? `https://arxiv.org/abs/${found[1]}` : found[0];
    parts.push(text.slice(end, found.index), h("a", { href: address, rel: "noreferrer" }, found[0]));
    end = found.index + found[0].length;
  }
  return [...parts, text.slice(end)];
}

/** Source and note of a preset, one click away. @param {any} preset */
export function sourceOf(preset) {
  return h(
    "details",
    { class: "source" },
    h("summary", {}, "Source"),
    h("p", {}, withLinks(preset.source)),
    preset.note ? h("p", {}, withLinks(preset.note)) : null,
  );
}

/**
 * The inputs of some parts of the state.
 *
 * @param {any} app what main.js makes: state, change(path, value), choose(change), draft(path)
 */
export function inputs(app) {
  const { catalogue, text, handy, number } = app.asker;
  /** @type {Map<string, Box>} */
  const boxes = new Map();

  /** A label, its control, what it means and where it is refused. */
  function frame(
    /** @type {string} */ path,
    /** @type {Field} */ field,
    /** @type {any} */ control,
    /** @type {any} */ slider,
  ) {
    const id = idOf(path);
    const refusal = h("p", { class: "refusal", id: `${id}-refusal`, hidden: true });
    const remark = h("p", { class: "hint remark", id: `${id}-remark`, hidden: true });
    control.setAttribute("aria-describedby", `${id}-hint ${id}-refusal ${id}-remark`);
    const row = h(
      "div",
      { class: "field" },
      h("label", { for: id }, readable(field.name)),
      control,
      slider ?? null,
      h("p", { class: "hint", id: `${id}-hint` }, field.range ? `${field.text} (${field.range})` : field.text),
      refusal,
      remark,
    );
    return {
      row,
      remark: (/** @type {string} */ said) => {
        remark.hidden = said === "";
        remark.textContent = said;
      },
      refuse: (/** @type {string | null} */ message) => {
        if (message !== null) unfold(row);
        refusal.hidden = message === null;
        refusal.textContent = message ?? "";
        if (message === null) control.removeAttribute("aria-invalid");
        else control.setAttribute("aria-invalid", "true");
      },
    };
  }

  /** A box as text: what was written stays as it was written. */
  const shown = (/** @type {any} */ value, /** @type {Field} */ field) => {
    if (value === undefined || value === null) return "";
    if (typeof value === "string") return value;
    return typeof value === "number" && field.unit !== null ? text(value, field.unit, 15) : JSON.stringify(value);
  };

  function ofNumber(/** @type {string} */ path, /** @type {Field} */ field) {
    const id = idOf(path);
    const unit = field.unit ?? "1";
    const standard = field.default === null ? (field.required ? "" : "not given") : text(field.default, unit, 15);
    const input = h("input", {
      id,
      name: path,
      type: "text",
      inputmode: "text",
      autocomplete: "off",
      spellcheck: "false",
      placeholder: standard,
      required: field.required && !field.instead_of ? true : null,
      on: { input: () => app.change(path, input.value.trim() === "" ? undefined : input.value) },
    });
    let slider;
    const scale = field.usual && scaleOf(field.usual);
    if (scale) {
      slider = h("input", {
        type: "range",
        min: 0,
        max: steps,
        step: 1,
        "aria-label": `${readable(field.name)}, slider`,
        title: field.usual_source ? `usual range: ${field.usual_source}` : null,
        on: {
          input: () => {
            let value = scale.value(slider.valueAsNumber / steps);
            if (field.whole) value = Math.round(value);
            const written = handy(value, unit);
            slider.setAttribute("aria-valuetext", written);
            input.value = written;
            app.change(path, written, true);
          },
        },
      });
    }
    const { row, refuse, remark } = frame(path, field, input, slider);
    let last;
    boxes.set(path, {
      path,
      refuse,
      remark,
      focus: () => input.focus(),
      refresh: () => {
        const value = app.draft(path) ?? valueAt(catalogue, app.state, path);
        if (value === last && value !== undefined) return;
        last = value;
        if (document.activeElement !== input) input.value = shown(value, field);
        if (path === "run.gpu_mttf") input.placeholder = saidByCauses(catalogue, app.state) ? "from the causes" : standard;
        if (!scale) return;
        const at = number(value ?? field.default, unit);
        slider.value = String(at === undefined ? 0 : Math.round(steps * scale.share(at)));
        slider.setAttribute("aria-valuetext", shown(value, field) || standard);
        slider.classList.toggle("unset", at === undefined);
      },
    });
    input.addEventListener("change", () => {
      // what was accepted is shown as it stands in the request
      if (app.draft(path) === undefined) input.value = shown(valueAt(catalogue, app.state, path), field);
    });
    return row;
  }

  /** Words and lists: read as JSON where they are, and handed on as written where not. */
  function ofText(/** @type {string} */ path, /** @type {Field} */ field, /** @type {boolean} */ list) {
    const read = (/** @type {string} */ written) => {
      if (written.trim() === "") return undefined;
      if (!list) return written;
      try {
        return JSON.parse(written);
      } catch {
        return written;
      }
    };
    const standard = field.required ? "" : shown(field.default, field) || "not given";
    const input = h("input", {
      id: idOf(path),
      name: path,
      type: "text",
      autocomplete: "off",
      spellcheck: "false",
      placeholder: standard,
      on: { input: () => app.change(path, read(input.value)) },
    });
    const { row, refuse, remark } = frame(path, field, input, null);
    if (list) row.classList.add("long");
    boxes.set(path, {
      path,
      refuse,
      remark,
      focus: () => input.focus(),
      refresh: () => {
        if (document.activeElement !== input)
          input.value = shown(app.draft(path) ?? valueAt(catalogue, app.state, path), field);
      },
    });
    return row;
  }

  function ofChoice(/** @type {string} */ path, /** @type {Field} */ field) {
    const words = [
      ...(field.part ? ["own"] : []),
      ...(field.words ?? []),
      ...(field.part ? Object.keys(catalogue.presets[field.part] ?? {}) : []),
    ].filter((word, at, all) => all.indexOf(word) === at);
    const now = valueAt(catalogue, app.state, path) ?? field.default;
    if (typeof now === "string" && !words.includes(now)) words.unshift(now);
    const open = field.default === null && !field.required;
    const select = h(
      "select",
      { id: idOf(path), name: path, on: { change: () => app.change(path, select.value || undefined) } },
      open ? h("option", { value: "" }, "not given") : null,
      words.map((word) => h("option", { value: word }, readable(word))),
    );
    const { row, refuse, remark } = frame(path, field, select, null);
    boxes.set(path, {
      path,
      refuse,
      remark,
      focus: () => select.focus(),
      refresh: () => {
        const value = app.draft(path) ?? valueAt(catalogue, app.state, path) ?? field.default;
        select.value = typeof value === "string" ? value : "";
      },
    });
    return row;
  }

  function ofSwitch(/** @type {string} */ path, /** @type {Field} */ field) {
    const input = h("input", {
      id: idOf(path),
      name: path,
      type: "checkbox",
      on: { change: () => app.change(path, input.checked) },
    });
    const { row, refuse, remark } = frame(path, field, input, null);
    boxes.set(path, {
      path,
      refuse,
      remark,
      focus: () => input.focus(),
      refresh: () => {
        input.checked = valueAt(catalogue, app.state, path) ?? field.default;
      },
    });
    return row;
  }

  function ofRows(/** @type {string} */ path, /** @type {Field} */ field) {
    const rows = valueAt(catalogue, app.state, path) ?? [];
    const each = /** @type {Field[]} */ (field.each);
    const changed = (/** @type {any[]} */ next) =>
      app.choose((/** @type {any} */ state) => {
        const found = place(catalogue, state, path);
        if (found) found[0][found[1]] = next;
      });
    const list = Array.isArray(rows) ? rows : [];
    const { row, refuse, remark } = frame(
      path,
      field,
      h(
        "div",
        { id: idOf(path), role: "group", class: "rows", "aria-label": readable(field.name) },
        list.map((_row, index) =>
          h(
            "fieldset",
            {},
            h("legend", {}, `${readable(field.name)} ${index + 1}`),
            each.map((of) => ofField(`${path}.${index}.${of.name}`, of)),
            h(
              "button",
              {
                type: "button",
                class: "quiet",
                "aria-label": `Remove ${readable(field.name)} ${index + 1}`,
                disabled: list.length < 2,
                on: { click: () => changed(list.filter((_, at) => at !== index)) },
              },
              "Remove",
            ),
          ),
        ),
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            on: { click: () => changed([...list, structuredClone(list[list.length - 1] ?? {})]) },
          },
          "Add",
        ),
      ),
      null,
    );
    row.classList.add("wide");
    const label = row.querySelector("label");
    label.replaceWith(h("span", { class: "label" }, label.textContent));
    boxes.set(path, {
      path,
      refuse,
      remark,
      focus: () => row.querySelector("input, select, button")?.focus(),
      refresh: () => {},
    });
    return row;
  }

  /** @returns {HTMLElement} */
  function ofField(/** @type {string} */ path, /** @type {Field} */ field) {
    const sort = sortOf(field);
    if (sort === "rows") return ofRows(path, field);
    if (sort === "switch") return ofSwitch(path, field);
    if (sort === "choice") return ofChoice(path, field);
    if (sort === "number") return ofNumber(path, field);
    return ofText(path, field, sort === "list");
  }

  /** The fields of a kind; those that stand in for another in a fold for each that they stand in for. */
  function ofFields(/** @type {string} */ path, /** @type {Field[]} */ fields) {
    const own = fields.filter((field) => !field.instead_of);
    /** @type {Map<string, Field[]>} */
    const others = new Map();
    for (const field of fields)
      if (field.instead_of) others.set(field.instead_of, [...(others.get(field.instead_of) ?? []), field]);
    const given = (/** @type {Field} */ field) => valueAt(catalogue, app.state, `${path}.${field.name}`) !== undefined;
    return [
      ...own.map((field) => ofField(`${path}.${field.name}`, field)),
      ...[...others].map(([of, ways]) =>
        h(
          "details",
          { class: "instead", open: ways.some(given) },
          h("summary", {}, `In place of ${readable(of)}`),
          ways.map((field) => ofField(`${path}.${field.name}`, field)),
        ),
      ),
    ];
  }

  /** A list of names to choose one from, and what stands below it. */
  function chooser(/** @type {any} */ { path, label, names, value, chosen }) {
    const id = idOf(path);
    const select = h(
      "select",
      { id, name: path, on: { change: () => chosen(select.value) } },
      names.map((/** @type {any} */ [name, shownAs]) => h("option", { value: name, selected: name === value }, shownAs)),
    );
    select.value = value;
    const refusal = h("p", { class: "refusal", id: `${id}-refusal`, hidden: true });
    select.setAttribute("aria-describedby", `${id}-refusal`);
    boxes.set(path, {
      path,
      focus: () => select.focus(),
      refresh: () => {},
      refuse: (message) => {
        refusal.hidden = message === null;
        refusal.textContent = message ?? "";
        if (message === null) select.removeAttribute("aria-invalid");
        else select.setAttribute("aria-invalid", "true");
      },
    });
    return h("div", { class: "field chooser" }, h("label", { for: id }, label), select, refusal);
  }

  /** A list to fill a part from: presets beside other names, and the source of the one that it is. */
  function fillable(/** @type {any} */ { path, label, own, names, presets, chosen }) {
    const source = h("div", {});
    const list = chooser({
      path,
      label,
      value: own(),
      names: [...names, ...Object.keys(presets).map((name) => [name, readable(name)])],
      chosen,
    });
    let shownNow;
    const box = /** @type {Box} */ (boxes.get(path));
    box.refresh = () => {
      const name = own();
      if (name === shownNow) return;
      shownNow = name;
      list.querySelector("select").value = name;
      source.replaceChildren(...(presets[name] ? [sourceOf(presets[name])] : []));
    };
    return [list, source];
  }

  /** A part with presets, which is one of them or has numbers of its own. */
  function preset(/** @type {string} */ part, /** @type {string} */ label) {
    const presets = catalogue.presets[part] ?? {};
    const fields = (/** @type {string} */ name) => {
      const all = { ...presets[name].fields };
      if (part === "run" && saidByCauses(catalogue, app.state)) delete all.gpu_mttf;
      return all;
    };
    return fillable({
      path: part,
      label,
      names: [["", "own numbers"]],
      presets,
      own: () => {
        const { known: _known, ...own } = app.state[part];
        const now = JSON.stringify(own);
        return Object.keys(presets).find((name) => JSON.stringify(fields(name)) === now) ?? "";
      },
      chosen: (/** @type {string} */ name) =>
        name &&
        app.choose((/** @type {any} */ state) => {
          const { known } = state[part];
          state[part] = { ...structuredClone(presets[name].fields), ...(known ? { known } : {}) };
        }),
    });
  }

  /** Whether a field is of something that there is: parts of a restart grow where a restart has parts. */
  function stands(/** @type {string} */ group, /** @type {Field} */ field) {
    if (group !== "growth" || app.state.restart || valueAt(catalogue, app.state, `growth.${field.name}`) !== undefined) return true;
    return !Object.values(catalogue.kinds.restart)[0].fields.some((/** @type {Field} */ of) => of.name === field.name);
  }

  /** A part of one kind among several: the kind, what it is, its fields. */
  function choice(/** @type {string} */ group, /** @type {string} */ label, /** @type {boolean} */ folded = false) {
    const kinds = catalogue.kinds[group];
    const kind = kindOf(app.state[group]);
    const fields = ofFields(group, kinds[kind].fields.filter((/** @type {Field} */ of) => stands(group, of)));
    return [
      chooser({
        path: group,
        label,
        value: kind,
        names: Object.keys(kinds).map((name) => [name, readable(name)]),
        chosen: (/** @type {string} */ name) =>
          app.choose((/** @type {any} */ state) => {
            state[group] = { [name]: startOf(kinds[name]) };
          }),
      }),
      h("p", { class: "hint about" }, kinds[kind].text),
      folded && fields.length ? h("details", { class: "instead" }, h("summary", {}, "Exponents"), fields) : fields,
    ];
  }

  function factors() {
    const kinds = catalogue.kinds.factor;
    const list = app.state.factor ?? [];
    return [
      list.map((/** @type {any} */ part, /** @type {number} */ index) => {
        const kind = kindOf(part);
        return h(
          "fieldset",
          { class: "factor" },
          h("legend", {}, `Factor ${index + 1}`),
          chooser({
            path: `factor.${index}`,
            label: "kind",
            value: kind,
            names: Object.keys(kinds).map((name) => [name, readable(name)]),
            chosen: (/** @type {string} */ name) =>
              app.choose((/** @type {any} */ state) => {
                state.factor[index] = { [name]: startOf(kinds[name]) };
              }),
          }),
          h("p", { class: "hint about" }, kinds[kind].text),
          ofFields(`factor.${index}`, kinds[kind].fields),
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              "aria-label": `Remove factor ${index + 1}`,
              on: { click: () => app.choose((/** @type {any} */ state) => state.factor.splice(index, 1)) },
            },
            "Remove",
          ),
        );
      }),
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          id: "add-factor",
          on: {
            click: () =>
              app.choose((/** @type {any} */ state) => {
                const first = Object.keys(kinds)[0];
                state.factor = [...(state.factor ?? []), { [first]: startOf(kinds[first]) }];
              }),
          },
        },
        "Add a factor",
      ),
    ];
  }

  return {
    boxes,
    ofFields,
    ofField,
    chooser,
    fillable,
    preset,
    choice,
    factors,
    isChoice: (/** @type {string} */ group) => isChoice(catalogue, group),
  };
}
