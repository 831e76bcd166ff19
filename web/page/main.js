// SPDX-License-Identifier: Apache-2.0
// The page: one state, which is a request of the catalogue; inputs change it, everything else is drawn from it.
import { asker as askerOf } from "./ask.js";
import { bounded } from "./bounded.js";
import { lifeOf, withLife } from "./causes.js";
import { byId, h } from "./dom.js";
import { inputs as inputsOf } from "./inputs.js";
import { hashOf, stateOf } from "./link.js";
import { modelView } from "./model_view.js";
import { runView } from "./run_view.js";
import { sitesView } from "./sites_view.js";
import { kindOf, place, withValue } from "./state.js";

/** A module of one function with a try block: what the engine is made of, and what older browsers lack. */
const withExceptions = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 13, 3, 1, 0, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11, 11,
]);

const settle = 140; // ms after the last change until tables and map follow
const narrow = 800; // px, as in the style
const patience = 1500; // ms that a job of the worker may run after a newer one has come
const longest = 20_000; // ms of one request, while the page itself stands still
const slow = 120; // ms that the models of a picture take from which on it waits until a slider rests
const remember = 450; // ms after the last change until it is a step of the browser's history

/** The engine's bytes, as the page carries them. */
async function engineBytes() {
  const letters = atob(byId("engine").textContent);
  const packed = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; ++i) packed[i] = letters.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

/**
 * The worker, started when it is first needed. One job at a time; a newer one takes the place of what waits, and of what has
 * run long, which is then ended with its worker: nobody looks at the answer any more.
 *
 * @param {ArrayBuffer} bytes @returns {(message: any) => Promise<any>} undefined where a newer job came first
 */
function workerOf(bytes) {
  /** @type {Worker | undefined} */
  let worker;
  /** @type {{ message: any, done: (found: any) => void, since?: number } | undefined} */
  let running;
  /** @type {typeof running} */
  let waiting;

  function begin() {
    if (running || !waiting) return;
    if (!worker) {
      const source = URL.createObjectURL(new Blob([byId("worker").textContent], { type: "text/javascript" }));
      worker = new Worker(source);
      worker.addEventListener("message", ({ data }) => {
        const { done } = /** @type {any} */ (running);
        running = undefined;
        done(data);
        begin();
      });
      worker.postMessage({ bytes });
    }
    running = waiting;
    waiting = undefined;
    running.since = performance.now();
    worker.postMessage(running.message);
  }

  return (message) =>
    new Promise((done) => {
      waiting?.done(undefined);
      waiting = { message, done };
      const late = running;
      if (late)
        setTimeout(
          () => {
            if (running !== late) return;
            worker?.terminate();
            worker = undefined;
            running = undefined;
            late.done(undefined);
            begin();
          },
          Math.max(0, patience - (performance.now() - /** @type {number} */ (late.since))),
        );
      begin();
    });
}

function say(/** @type {string} */ text) {
  byId("sentence").textContent = text;
}

async function begin() {
  if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function" || !WebAssembly.validate(withExceptions)) {
    say(
      "This page computes with WebAssembly exceptions, which this browser does not have: please open it in a newer one.",
    );
    return;
  }
  const bytes = await engineBytes();
  const asker = askerOf(await bounded(bytes, longest));
  const post = workerOf(bytes);
  const { start } = asker.catalogue;

  /** @type {Map<string, any>} edits that wait for the next frame */
  const pending = new Map();
  /** @type {Map<string, any>} edits that were refused: they stand in their boxes, not in the state */
  const drafts = new Map();
  let inputs;
  let shape = "";
  /** @type {any} */
  let settled;
  /** @type {any} */
  let remembered;
  let frame = 0;
  /** How often the run failed before causes said it. */
  let life = lifeOf(asker.catalogue, start.run);
  /** @type {any} */
  let resting;
  const timings = { models: 0, redraw: 0 };

  const app = {
    asker,
    state: structuredClone(start),
    start,
    timings,
    draft: (/** @type {string} */ path) => drafts.get(path),
    /** A box was changed. */
    change(/** @type {string} */ path, /** @type {any} */ value) {
      pending.set(path, value);
      if (frame) return;
      if (timings.models < slow) frame = requestAnimationFrame(apply);
      else {
        // some strategies take their time: the slider goes on, the picture follows where it rests
        clearTimeout(resting);
        resting = setTimeout(apply, settle);
      }
    },
    changeAll(/** @type {{ [path: string]: any }} */ values) {
      for (const [path, value] of Object.entries(values)) app.change(path, value);
    },
    /** Something was chosen: the inputs themselves may change, once the focus has gone where its key sends it. */
    choose(/** @type {(state: any) => any} */ change) {
      setTimeout(() => {
        const next = structuredClone(app.state);
        change(next);
        drafts.clear();
        const own = lifeOf(asker.catalogue, app.state.run);
        if (Object.keys(own).length) life = own;
        adopt(withLife(asker, next, life), true);
      });
    },
    /** What would follow in a moment, now. */
    flush() {
      clearTimeout(settled);
      return view.settle();
    },
    /** Asks in the worker. */
    work: (/** @type {any} */ request, /** @type {string[]} */ columns) => post({ request, columns }),
    workAll: (/** @type {any[]} */ requests) => post({ asks: requests }),
    say,
    /** What stands below the sentence. */
    add: (/** @type {string} */ text) => {
      byId("beside").textContent = text;
    },
    refuse: (/** @type {any} */ error) => refuse(error, error.field),
    link: () => `${location.href.split("#")[0]}${hashOf(asker, start, app.state)}`,
  };

  /** @type {{ [question: string]: any }} */
  const views = { limit: runView(app), model_plan: modelView(app), compare_sites: sitesView(app) };
  let view = views.limit;
  /** @type {Map<string, any>} by question, the arguments that it was last asked with */
  const withs = new Map();

  /** The same run, asked another question. */
  function turn(/** @type {any} */ state, /** @type {string} */ question) {
    const [from, to] = [state.question, question].map((of) => views[of].keeps ?? of);
    if (from !== to) {
      withs.set(from, state.with);
      state.with = withs.get(to) ?? views[to].withs();
    }
    views[question].begin?.(state);
    state.question = question;
  }

  /** The state with edits: a field that stands in for another takes its place. */
  function edited(/** @type {any} */ state, /** @type {Map<string, any>} */ edits, /** @type {boolean} */ alone) {
    let next = state;
    for (const [path, value] of edits) {
      next = withValue(asker.catalogue, next, path, value);
      if (value === undefined) continue;
      const [group] = path.split(".");
      const found = place(asker.catalogue, next, path);
      const kind = asker.catalogue.kinds[group];
      if (!found || !kind || Object.keys(kind).length > 1) continue;
      const fields = Object.values(kind)[0].fields;
      const field = fields.find((of) => of.name === found[1]);
      if (!field) continue;
      const target = field.instead_of ?? field.name;
      for (const other of fields) {
        if (other.name === field.name || edits.has(`${group}.${other.name}`)) continue;
        if (other.name === target || (other.instead_of === target && (alone || !field.instead_of))) delete found[0][other.name];
      }
    }
    return next;
  }

  /** Applies the edits of this frame, and draws. */
  function apply() {
    frame = 0;
    const begun = performance.now();
    const edits = new Map(pending);
    pending.clear();
    for (const path of edits.keys()) drafts.delete(path);
    const all = new Map([...drafts, ...edits]);
    const tries = [
      [all, false],
      [all, true],
      [edits, false],
      [edits, true],
    ];
    let first;
    for (const [these, alone] of /** @type {[Map<string, any>, boolean][]} */ (drafts.size ? tries : tries.slice(2))) {
      let next = edited(app.state, these, alone);
      if ([...edits.keys()].some((path) => path.startsWith("cause."))) next = withLife(asker, next, life);
      const said = view.ask(next);
      if (said.error) {
        first ??= said.error;
        continue;
      }
      if (these === all) drafts.clear();
      adopt(next, false, said, begun);
      return;
    }
    for (const [path, value] of edits) drafts.set(path, value);
    refuse(first, [...edits.keys()][0]);
  }

  /** Says at its field why a value is refused; the last good picture stays. */
  function refuse(/** @type {any} */ error, /** @type {string} */ path) {
    const { field } = error;
    const row = (app.state.cause ?? []).findIndex((/** @type {any} */ of) => error.message.startsWith(`cause '${of.name}'`));
    const named = path.endsWith(`.${field}`) ? path : row < 0 ? `run.${field}` : `cause.${row}.${field}`;
    for (const of of [field, named])
      if (/^cause\.\d/.test(of)) inputs.boxes.get(of.split(".", 2).join("."))?.open();
    for (const box of inputs.boxes.values()) if (!drafts.has(box.path)) box.refuse(null);
    const exact = inputs.boxes.get(field) ?? inputs.boxes.get(named);
    const own =
      exact ??
      inputs.boxes.get(path) ??
      [...inputs.boxes.values()].find((box) => field.startsWith(`${box.path}.`) || box.path.startsWith(`${field}.`)) ??
      inputs.boxes.get(`cause.${row}`);
    if (own && (drafts.has(own.path) || !drafts.has(path))) own.refuse(error.message);
    else if (inputs.boxes.has(path)) {
      inputs.boxes.get(path).refuse(error.message);
      if (row >= 0) exact?.refuse(error.message); // what the row lacks may be behind "More"
    } else notice(error.message);
  }

  /** Says what is remarked, and at its field what is of one. */
  function remark(/** @type {string[]} */ all) {
    byId("remarks").replaceChildren(...all.map((text) => h("li", {}, text)));
    const at = new Map();
    for (const text of all) {
      const [path] = text.split(" ", 1);
      const box = inputs.boxes.get(path)?.remark ? path : path.split(".", 2).join(".");
      at.set(box, [...(at.get(box) ?? []), text]);
    }
    for (const box of inputs.boxes.values()) box.remark?.((at.get(box.path) ?? []).join(" "));
  }

  function notice(/** @type {string | null} */ message) {
    byId("notice").hidden = message === null;
    byId("notice-text").textContent = message ?? "";
  }

  /** Takes a state that the engine answers, and draws it. */
  function adopt(
    /** @type {any} */ next,
    /** @type {boolean} */ rebuilt,
    /** @type {any} */ said = undefined,
    begun = performance.now(),
    silent = false,
  ) {
    show(next);
    const answer = said ?? view.ask(next);
    if (answer.error) {
      // chosen, but something is still missing: the inputs say what, the last good picture stays
      app.state = next;
      build();
      refuse(answer.error, answer.error.field);
      app.state = next;
      return;
    }
    app.state = next;
    notice(null);
    if (rebuilt || shapeOf(next) !== shape) build();
    for (const box of inputs.boxes.values()) {
      if (!drafts.has(box.path)) box.refuse(null);
      box.refresh();
    }
    if (answer.columns.text !== undefined) say(answer.columns.text);
    remark(answer.remarks ?? []);
    const asked = performance.now();
    timings.models = view.draw(asked - begun);
    timings.redraw = performance.now() - begun;
    clearTimeout(settled);
    settled = setTimeout(() => view.settle(), settle);
    if (silent) return;
    clearTimeout(remembered);
    remembered = setTimeout(() => {
      const hash = hashOf(asker, start, app.state);
      if (hash !== (location.hash || "#")) history.pushState(null, "", hash);
    }, remember);
  }

  /** The view of a state's question. */
  function show(/** @type {any} */ state) {
    const wanted = views[state.question];
    if (wanted === view && view.element.isConnected) return;
    view = wanted;
    byId("beside").textContent = "";
    byId("main").replaceChildren(view.element);
    byId("views").replaceChildren(
      ...Object.entries(views).map(([question, { title }]) =>
        h(
          "button",
          {
            type: "button",
            "aria-current": question === state.question ? "page" : null,
            on: {
              click: () => app.choose((/** @type {any} */ next) => turn(next, question)),
            },
          },
          title,
        ),
      ),
    );
  }

  /** What decides which inputs there are. */
  const shapeOf = (/** @type {any} */ state) =>
    JSON.stringify([
      state.question,
      kindOf(state.strategy),
      kindOf(state.criterion),
      kindOf(state.growth),
      (state.factor ?? []).map(kindOf),
      state.cause?.length,
      Boolean(state.restart),
      Boolean(state.operation),
      Boolean(state.layout),
    ]);

  /** Makes the inputs anew, and gives the focus back to where it was. */
  function build() {
    const focused = document.activeElement?.id;
    const folds = () =>
      [...byId("inputs").querySelectorAll("details")].map(
        (of) =>
          /** @type {[string, any]} */ ([
            `${of.parentElement?.closest("details")?.firstElementChild?.textContent}: ${of.firstElementChild?.textContent}`,
            of,
          ]),
      );
    const open = new Map(folds().map(([name, of]) => [name, of.open]));
    inputs = inputsOf(app);
    shape = shapeOf(app.state);
    byId("inputs").replaceChildren(...view.inputs(inputs));
    if (innerWidth > narrow || open.size) for (const [name, of] of folds()) of.open = open.get(name) ?? of.open;
    // a phone shows the first alone
    else for (const group of [...byId("inputs").children].slice(1)) /** @type {any} */ (group).open = false;
    for (const box of inputs.boxes.values()) box.refresh();
    if (focused) byId(focused)?.focus({ preventScroll: true });
  }

  /** Takes the state of the address. */
  function fromAddress() {
    drafts.clear();
    pending.clear();
    clearTimeout(remembered);
    clearTimeout(resting);
    const found = stateOf(asker, start, location.hash);
    let refused = found.refused;
    let said;
    if (found.state) {
      said = views[found.state.question].ask(found.state);
    }
    if (said?.error) refused = said.error.message;
    if (refused !== undefined) said = views[start.question].ask(start);
    adopt(refused === undefined ? found.state : structuredClone(start), true, said, performance.now(), true);
    if (refused !== undefined) notice(`This link could not be read, so the page shows its start. ${refused}`);
  }

  window.addEventListener("popstate", fromAddress);
  byId("skip").addEventListener("click", (/** @type {Event} */ event) => {
    // the part behind # is the state's
    event.preventDefault();
    byId("inputs").querySelector("select, input").focus();
  });
  byId("reset").addEventListener("click", () =>
    app.choose((state) => {
      for (const part of Object.keys(state)) delete state[part];
      Object.assign(state, structuredClone(start));
    }),
  );
  /** @type {any[]} */
  let folded = [];
  window.addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details.group:not([open])")];
    for (const of of folded) of.open = true;
  });
  window.addEventListener("afterprint", () =>
    folded.forEach((of) => {
      of.open = false;
    }),
  );
  let width = innerWidth;
  window.addEventListener("resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    view.resize();
  });
  byId("version").textContent = asker.catalogue.version;
  fromAddress();
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
  /** @type {any} */ (window).explorer = app; // what tests and curious readers may look at
}

begin().catch((failed) => say(`The page could not start: ${failed.message}`));
