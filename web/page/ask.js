// SPDX-License-Identifier: Apache-2.0
// The engine and its catalogue, with the texts of numbers kept: ticks and cells repeat.

/** @typedef {import("./state.js").Catalogue} Catalogue */

/** @param {any} engine */
export function asker(engine) {
  /** @type {Catalogue} */
  const catalogue = engine.describe();
  const texts = new Map();
  /**
   * A number as people write it, with its unit.
   *
   * @param {number | string | null} number @param {string} unit @param {number} [digits]
   * @returns {string}
   */
  const text = (number, unit, digits = 4) => {
    if (number === null || number === undefined || Number.isNaN(number)) return "–";
    const key = `${number} ${unit} ${digits}`;
    let found = texts.get(key);
    if (found === undefined) {
      if (texts.size > 20000) texts.clear();
      const said = engine.ask({ question: "quantity_text", with: { number, unit, digits } });
      found = said.error ? String(number) : said.columns.text;
      texts.set(key, found);
    }
    return found;
  };
  /** A size: `134,600 GPUs`. @param {any} value @param {number} [digits] */
  const gpus = (value, digits = 4) => {
    if (typeof value !== "number") return value === null || value === undefined ? "–" : String(value);
    return `${rounded(text(value, "1", Math.min(digits, 4)), digits)} GPU${value === 1 ? "" : "s"}`;
  };
  /** A number as a reader would write it by hand: no more digits than that, in the unit it is read in. */
  const handy = (/** @type {number} */ number, /** @type {string} */ unit, digits = 3) =>
    rounded(text(number, unit, digits), digits);
  /** The number of a text in SI, undefined where it is none. @param {any} written @param {string} unit */
  const number = (written, unit) => {
    if (typeof written === "number") return written;
    if (typeof written !== "string") return undefined;
    const said = engine.ask({ question: "quantity", with: { text: written, unit } });
    if (said.error) return undefined;
    const value = said.columns.quantity;
    return value === "unlimited" ? Infinity : typeof value === "number" ? value : undefined;
  };
  return { engine, catalogue, ask: engine.ask, columns: engine.columns, text, gpus, handy, number };
}

/**
 * The text with its own number rounded to so many digits: "833 h" to one, "800 h".
 *
 * @param {string} text @param {number} digits
 */
export function rounded(text, digits) {
  return text.replace(/^-?\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?/, (written) => {
    const number = Number(written.replaceAll(",", ""));
    if (Math.abs(number) < 10 ** digits) return written;
    const round = String(Number(number.toPrecision(digits)));
    return written.includes(",") ? round.replace(/\B(?=(\d{3})+$)/g, ",") : round;
  });
}

/** @typedef {ReturnType<typeof asker>} Asker */
