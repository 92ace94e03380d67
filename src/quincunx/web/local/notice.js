// Says that a game is not being kept, and offers it as a file.

import { button, el } from "../parts/common/element.js";
import { text } from "../text.js";

let shown = null;

/** `record` is the match so far. */
export function notKept(record, game) {
  const address = URL.createObjectURL(new Blob([record], { type: "text/plain" }));
  const save = el("a", { class: "button plain", href: address, download: `${game.split(":")[0]}.txt` });
  save.textContent = text("web.local.export");
  const close = button(text("web.local.close"), { onclick: () => shown.remove() });
  const notice = el("div", { class: "trouble", role: "status" }, text("web.local.not-kept"), " ", save, " ", close);
  if (shown) URL.revokeObjectURL(shown.dataset.address);
  notice.dataset.address = address;
  const first = !shown;
  if (shown?.isConnected) shown.replaceWith(notice);
  else if (first) document.body.append(notice);
  shown = notice;
}
