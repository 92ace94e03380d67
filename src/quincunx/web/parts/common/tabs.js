// Two or more panels in one place, of which one is visible.

import { el, fresh } from "./element.js";

/** `entries` have `name`, `label`, `panel`; `chosen(name)` is called when another one is seen. */
export function tabs(label, entries, chosen = () => {}) {
  const list = el("div", { class: "tabs", role: "tablist", "aria-label": label });
  const panels = el("div", { class: "tab-panels" });
  const all = new Map();
  for (const { name, label: text, panel } of entries) {
    const id = fresh("tab");
    const tab = el(
      "button",
      { type: "button", role: "tab", id, "aria-controls": `${id}-panel`, onclick: () => choose(name) },
      text,
    );
    all.set(name, {
      tab,
      panel: el("div", { id: `${id}-panel`, role: "tabpanel", "aria-labelledby": id, class: "tab-panel" }, panel),
    });
    list.append(tab);
    panels.append(all.get(name).panel);
  }
  list.addEventListener("keydown", ({ key }) => {
    const names = [...all.keys()].filter((name) => !all.get(name).tab.hidden);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const next = names[(names.indexOf(current) + step + names.length) % names.length];
    choose(next);
    all.get(next).tab.focus();
  });
  let current = "";

  function choose(name) {
    current = name;
    for (const [other, { tab, panel }] of all) {
      const seen = other === name;
      tab.setAttribute("aria-selected", String(seen));
      tab.tabIndex = seen ? 0 : -1;
      panel.hidden = !seen;
    }
    chosen(name);
  }

  choose(entries[0].name);
  return {
    element: el("div", { class: "tabbed" }, list, panels),
    list,
    choose,
    /** Shows or hides the tab of a panel; if it was selected, the first one is selected instead. */
    offer(name, is) {
      all.get(name).tab.hidden = !is;
      list.hidden = [...all.values()].filter(({ tab }) => !tab.hidden).length < 2;
      if (!is && current === name) choose(entries[0].name);
    },
    setLabel: (name, text) => (all.get(name).tab.textContent = text),
  };
}
