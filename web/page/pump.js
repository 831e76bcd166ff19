// SPDX-License-Identifier: Apache-2.0
// What a view asks in the worker: one request at a time, and always the newest next.

/**
 * @param {any} app @param {string} question of the view @param {any} element of the view, busy meanwhile
 * @param {(answer: any) => void} drawn
 * @returns {(request: any) => Promise<void>}
 */
export function pump(app, question, element, drawn) {
  let asking = false;
  /** @type {any} */
  let wanted;
  return async (request) => {
    wanted = request;
    if (asking) return;
    asking = true;
    element.setAttribute("aria-busy", "true");
    while (wanted) {
      const asked = wanted;
      wanted = undefined;
      const [found] = (await app.workAll([asked])) ?? [];
      if (wanted || app.state.question !== question) continue;
      if (found === undefined)
        wanted = asked; // something else came between
      else if (found.error) app.refuse(found.error);
      else drawn(found);
    }
    asking = false;
    element.removeAttribute("aria-busy");
  };
}

/**
 * Whether a state is one that can be asked: the answer itself comes from the worker.
 *
 * @param {any} app @param {any} request @param {string} text that stands there meanwhile
 */
export function checked(app, request, text) {
  const said = app.asker.ask({ question: "written", with: { request, as: "full" } });
  if (said.error) return { error: { ...said.error, field: said.error.field.replace(/^with\./, "") } };
  return { columns: { text } };
}
