// SPDX-License-Identifier: Apache-2.0
// Elements from data. Text becomes text nodes and nothing else: no string is ever read as markup.

const svgSpace = "http://www.w3.org/2000/svg";

/**
 * An element with attributes, listeners (`on: {click: ...}`) and children; null children are left out.
 *
 * @param {string} tag
 * @param {{ [name: string]: any }} [attributes] true: present; false, null, undefined: absent
 * @param {...(Node | string | null | undefined | (Node | string | null)[])} children
 * @returns {any} an HTMLElement of that tag
 */
export function h(tag, attributes = {}, ...children) {
  const made = tag === "svg" ? document.createElementNS(svgSpace, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name === "on") for (const [event, heard] of Object.entries(value)) made.addEventListener(event, heard);
    else if (name === "value") /** @type {any} */ (made).value = value;
    else if (name === "checked" || name === "selected") /** @type {any} */ (made)[name] = value;
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

/** The element of that id. @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/** An id of its own for a path: `run.gpus` -> `field-run-gpus`. @param {string} path */
export const idOf = (path) => `field-${path.replaceAll(/[^a-z0-9]/gi, "-")}`;

/** A name as it is read: `write_bandwidth` -> `write bandwidth`. @param {string} name */
export const readable = (name) => name.replaceAll("_", " ");

/**
 * A table with a caption and column heads; cells are texts, numbers' columns stand right.
 *
 * @param {{ caption: string, heads: { text: string, number?: boolean, words?: boolean, title?: string }[],
 *           rows: (string | Node)[][] }} what `words`: a column of sentences, which may be broken
 */
export function table({ caption, heads, rows }) {
  const sort = (/** @type {any} */ head) => (head.number ? "number" : head.words ? "words" : null);
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    h(
      "table",
      {},
      h("caption", {}, caption),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heads.map((head) => h("th", { scope: "col", class: sort(head), title: head.title }, head.text)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            {},
            row.map((cell, column) =>
              h(column ? "td" : "th", { scope: column ? null : "row", class: sort(heads[column]) }, cell),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * Inputs under their name, folded where they are not open.
 *
 * @param {string} title @param {boolean} open @param {any[]} children
 */
export const inputGroup = (title, open, ...children) =>
  h("details", { class: "group", open }, h("summary", {}, title), h("div", { class: "fields" }, ...children.flat(3)));

/**
 * A part of a view under its heading, by which it is named.
 *
 * @param {string} id @param {string} title @param {any[]} children
 */
export const section = (id, title, ...children) =>
  h("section", { "aria-labelledby": `${id}-title`, id }, h("h2", { id: `${id}-title` }, title), ...children);
