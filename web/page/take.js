// SPDX-License-Identifier: Apache-2.0
// Take it along: the request as link, program or file; data and pictures of the plots.
import { h } from "./dom.js";

/** Hands a file to the reader. @param {string} name @param {Blob} blob */
export function download(name, blob) {
  const address = URL.createObjectURL(blob);
  const link = h("a", { href: address, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** Columns as CSV: numbers to the last digit. @param {{ [name: string]: ArrayLike<number | string> }} columns */
export function csv(columns) {
  const names = Object.keys(columns);
  const cell = (/** @type {any} */ value) => {
    const text = typeof value === "number" && Number.isNaN(value) ? "" : String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const rows = names.length
    ? Array.from(columns[names[0]], (_, row) => names.map((name) => cell(columns[name][row])).join(","))
    : [];
  return `${[names.map(cell).join(","), ...rows].join("\n")}\n`;
}

const drawn = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linejoin",
  "opacity",
  "fill-opacity",
  "stroke-opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "paint-order",
];

/** A plot as a file of its own: what the page's style says of it is written into it. @param {SVGSVGElement} svg */
export function svgText(svg) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const [from, to] = [svg, copy].map((of) => [of, ...of.querySelectorAll("*")]);
  from.forEach((element, i) => {
    if (element.localName === "style" || element.localName === "clipPath") return;
    const style = getComputedStyle(element);
    for (const name of drawn) {
      const value = style.getPropertyValue(name);
      if (value) to[i].setAttribute(name, value);
    }
    to[i].removeAttribute("style");
  });
  for (const style of copy.querySelectorAll("style")) style.remove();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  ground.setAttribute("width", "100%");
  ground.setAttribute("height", "100%");
  ground.setAttribute("fill", getComputedStyle(document.body).backgroundColor);
  copy.prepend(ground);
  return new XMLSerializer().serializeToString(copy);
}

/** A plot as PNG, at twice its size. @param {SVGSVGElement} svg @returns {Promise<Blob>} */
export async function png(svg) {
  const [width, height] = [svg.width.baseVal.value, svg.height.baseVal.value];
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(svg))}`;
  await image.decode();
  const canvas = h("canvas", { width: 2 * width, height: 2 * height });
  canvas.getContext("2d").drawImage(image, 0, 0, 2 * width, 2 * height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((/** @type {Blob | null} */ blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

/**
 * The buttons under a figure.
 *
 * @param {string} name of the files @param {() => SVGSVGElement | null} svg
 * @param {() => { [name: string]: ArrayLike<any> }} columns
 */
export function figureButtons(name, svg, columns) {
  const button = (/** @type {string} */ what, /** @type {() => any} */ act) =>
    h("button", { type: "button", class: "quiet", "aria-label": `${name} as ${what}`, on: { click: act } }, what);
  return h(
    "div",
    { class: "buttons" },
    button("CSV", () => download(`${name}.csv`, new Blob([csv(columns())], { type: "text/csv" }))),
    button(
      "SVG",
      () => svg() && download(`${name}.svg`, new Blob([svgText(/** @type {any} */ (svg()))], { type: "image/svg+xml" })),
    ),
    button("PNG", async () => svg() && download(`${name}.png`, await png(/** @type {any} */ (svg())))),
  );
}

const forms = [
  ["link", "Link", ""],
  ["python", "Python", "py"],
  ["cpp", "C++", "cpp"],
  ["toml", "TOML", "toml"],
  ["full", "JSON", "json"],
];

/**
 * The request as text in several forms.
 *
 * @param {(form: string) => string} written the text of a form
 */
export function takeAlong(written) {
  let form = "link";
  const text = h("textarea", { readonly: true, rows: 8, "aria-label": "The request as text", spellcheck: "false" });
  const said = h("span", { class: "hint" });
  const show = () => {
    text.value = written(form);
    text.rows = Math.min(24, Math.max(3, text.value.split("\n").length + 1));
    said.textContent = "";
  };
  const choice = h(
    "fieldset",
    { class: "segments" },
    h("legend", { class: "unseen" }, "form"),
    forms.map(([name, shown]) =>
      h(
        "label",
        {},
        h("input", {
          type: "radio",
          name: "form",
          value: name,
          checked: name === form,
          on: {
            change: () => {
              form = name;
              show();
            },
          },
        }),
        h("span", {}, shown),
      ),
    ),
  );
  const copy = h(
    "button",
    {
      type: "button",
      on: {
        click: async () => {
          try {
            await navigator.clipboard.writeText(text.value);
            said.textContent = "Copied.";
          } catch {
            text.select();
            said.textContent = "Selected: copy it with the keyboard.";
          }
        },
      },
    },
    "Copy",
  );
  const save = h(
    "button",
    {
      type: "button",
      on: {
        click: () => {
          const ending = forms.find(([name]) => name === form)?.[2] || "txt";
          download(`scaling-limits.${ending}`, new Blob([text.value], { type: "text/plain" }));
        },
      },
    },
    "Save as a file",
  );
  return { element: h("div", { class: "take" }, choice, text, h("div", { class: "buttons" }, copy, save, said)), show };
}
