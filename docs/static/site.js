// SPDX-License-Identifier: Apache-2.0
// What pages do beyond being read: switch versions, open the tab that a link leads into, filter the published table.
"use strict";

function switcher() {
  const select = document.getElementById("version");
  const known = window.SCALING_LIMITS;
  if (!select || !known) return;
  const { version, page, root } = select.dataset;
  select.replaceChildren(...known.versions.map((name) => new Option(name, name, false, name === version)));
  select.addEventListener("change", () => {
    const there = known.pages[select.value] || [];
    const folder = root.replace(/[^/]*$/, ""); // of this version
    location.href = `${folder}../${select.value}/${there.includes(page) ? page + location.hash : "index.html"}`;
  });
  if (known.versions[0] !== version) {
    const note = document.createElement("p");
    const link = document.createElement("a");
    const there = known.pages[known.versions[0]] || [];
    link.href = `${root.replace(/[^/]*$/, "")}../${known.versions[0]}/${there.includes(page) ? page : "index.html"}`;
    link.textContent = known.versions[0];
    note.className = "old-version";
    note.append(`This is version ${version}; the newest is `, link, ".");
    document.querySelector("article")?.prepend(note);
  }
}

// A link may lead into a tab that is not shown, or to a row that the filter hides.
function reveal() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let tab = target.closest(".sd-tab-content"); tab; tab = tab.parentElement.closest(".sd-tab-content")) {
    const label = tab.previousElementSibling;
    if (label?.tagName === "LABEL") document.getElementById(label.htmlFor)?.click();
  }
  target.scrollIntoView();
}

function filter() {
  const box = document.getElementById("filter");
  if (!box) return;
  const sections = [...document.querySelectorAll("article section section")];
  box.addEventListener("input", () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const section of sections) {
      const source = section.querySelector("h2").textContent.toLowerCase();
      let any = false;
      for (const row of section.querySelectorAll("tbody tr")) {
        const text = `${source} ${row.textContent.toLowerCase()}`;
        row.hidden = !words.every((word) => text.includes(word));
        any ||= !row.hidden;
      }
      section.hidden = !any;
    }
  });
}

switcher();
filter();
window.addEventListener("hashchange", reveal);
window.addEventListener("load", reveal);
