// Shown by the service worker, at any address, instead of a page that needs the server while it is unreachable.

import { goTo, pathHere } from "../addresses.js";
import { button, el } from "../parts/common/element.js";
import { header } from "../parts/common/header.js";
import { drawn, page } from "../parts/common/page.js";
import { text } from "../text.js";

// Not a link to this address: if it has a fragment, following the link would load nothing.
const again = () => location.reload();

document.title = text("web.title.page", { title: text("web.offline.title") });
header("");
page.replaceChildren(
  el(
    "div",
    { class: "gone" },
    el("h1", {}, text("web.offline.title")),
    el("p", {}, text("web.offline.needed")),
    el("p", {}, text("web.offline.works")),
    el(
      "p",
      { class: "row" },
      button(text("web.failed.retry"), { kind: "primary", onclick: again }),
      el("a", { class: "button plain", href: "/" }, text("web.gone.home")),
    ),
  ),
);
addEventListener("online", again);
// If this page was opened directly and the server is reachable again, go to the lobby.
if (pathHere() === "/offline")
  fetch("/healthz").then(
    ({ ok }) => ok && goTo("/"),
    () => {},
  );
drawn();
