// The lines between seats and status: a question, somebody away, a lost connection, looking back. Never over the board.

import { explain, text } from "../../text.js";
import { exclaim, speak } from "../common/announcer.js";
import { button, el } from "../common/element.js";
import { beat, since } from "./clock.js";
import { goesOn, isMe, isMine, nameAt, namesOf, seatAt, whoIs } from "./model.js";
import { away } from "./seats.js";

/** Milliseconds that somebody must be away before players are notified: people who sit down, reload the page or lose the
 * connection for a moment are back sooner. */
const BRIEF = 2000;

/** `act(action)` does something at the table; the others are what the lines' buttons call. */
export function notices({ act, now, invite, standIn, retry, watch }) {
  const element = el("div", { class: "notices" });
  const counts = [];
  /** When each seat was first seen to be away. */
  const absences = new Map();
  /** Whether somebody is away who was not for long enough. */
  let isNews = false;
  let spoken = "";
  let table = null;
  let key = "";

  function show(next, { looking, connection, sending }) {
    table = next;
    isNews = false;
    const lines = [
      connection === "lost" && lost(),
      sending && line("sending", [text("web.notice.sending")], [], text("web.notice.sending")),
      looking !== null && lookingBack(looking),
      question(),
      !table.began && !table.over && waiting(),
      table.over && table.next && rematch(),
      table.over && !table.next && refused(),
      !table.mine.length && line("watching", [text("web.notice.watching", { n: table.spectators })]),
      table.trouble && trouble(),
      ...table.seats.filter((seat) => hasLeft(seat) && goesOn(table)).map(awayLine),
    ].filter(Boolean);
    // Redrawn only when something is new, so that the focus stays on a button that is still there.
    const nextKey = JSON.stringify(lines.map(({ key }) => key));
    if (nextKey === key) return;
    key = nextKey;
    counts.length = 0;
    element.replaceChildren(...lines.map(({ draw }) => draw()));
    tick();
    say(lines);
  }

  function hasLeft(seat) {
    if (!away(table, seat)) absences.delete(seat.seat);
    else if (!absences.has(seat.seat)) absences.set(seat.seat, performance.now());
    if (!absences.has(seat.seat)) return false;
    const told = isClaimable(seat) || performance.now() - absences.get(seat.seat) >= BRIEF;
    isNews ||= !told;
    return told;
  }

  const isClaimable = (seat) => seat.away !== null && seat.away - since(table) <= 0;

  function say(lines) {
    const words = lines
      .map(({ spoken }) => spoken)
      .filter(Boolean)
      .join(" ");
    if (words && words !== spoken) speak(words);
    spoken = words;
  }

  const line = (name, parts, buttons = [], spoken = "") => ({
    key: [name, parts.filter((part) => typeof part === "string"), buttons.map(({ textContent }) => textContent)],
    spoken,
    draw: () =>
      el(
        "div",
        { class: `notice ${name}` },
        el("p", {}, parts),
        buttons.length > 0 && el("div", { class: "row" }, buttons),
      ),
  });

  const link = (href, words) => el("a", { class: "button plain small-button", href }, words);
  const press = (words, onclick, kind = "plain") => button(words, { kind: `${kind} small-button`, onclick });

  const lost = () => line("lost", [text("web.notice.lost")], [press(text("web.notice.retry"), retry)]);

  const lookingBack = (ply) =>
    line(
      "looking",
      [text(table.over ? "web.notice.looking-over" : "web.notice.looking", { ply, plies: table.history.length })],
      [press(text("web.notice.back-to-now"), now, "primary")],
    );

  function question() {
    const asked = table.question;
    if (!asked) return null;
    const mine = table.mine.find((seat) => asked.waiting.includes(seat));
    const who = whoIs(table, asked.seat);
    const answer = (seat, yes) => () => act({ do: "answer", question: asked.id, seat, yes });
    const first = asked.what === "rematch" && asked.first ? ` ${starts(asked.first)}` : "";
    if (mine) {
      const words = text(`web.notice.asks.${asked.what}`, { who }) + first;
      const buttons = [
        press(text("web.notice.accept"), answer(mine, true), "primary"),
        press(text("web.notice.decline"), answer(mine, false)),
      ];
      return line("question", [words], buttons, words);
    }
    const withdraw = isMine(table, asked.seat) ? [press(text("web.notice.withdraw"), answer(asked.seat, false))] : [];
    const words = isMe(table, asked.seat)
      ? text(`web.notice.asked.${asked.what}`)
      : text(`web.notice.asked-by.${asked.what}`, { who });
    return line("question", [words + first], withdraw);
  }

  const starts = (seat) =>
    isMe(table, seat) ? text("web.notice.you-start") : text("web.notice.starts", { name: nameAt(table, seat) });

  /** The next game, for whoever was not here when it began; players who were are taken along. */
  function rematch() {
    const plays = table.mine.length > 0;
    const address = `/t/${table.next}${watch ? `#watch=${encodeURIComponent(watch)}` : ""}`;
    const words = text(plays ? "web.notice.join" : "web.notice.watch-next");
    return line("next", [text("web.notice.rematch")], [link(address, words)]);
  }

  /** A rematch that somebody does not want: the status line is taken by the result. */
  function refused() {
    const { last } = table;
    if (last?.event !== "Answered" || last.yes || last.what !== "rematch") return null;
    const key = last.seat === last.asker ? "web.notice.withdrew-rematch" : "web.notice.declined-rematch";
    const words = text(key, { who: whoIs(table, last.seat) });
    return line("refused", [words], [], words);
  }

  function waiting() {
    const open = table.seats.filter((seat) => seat.open);
    const buttons = table.owner ? [press(text("web.notice.invite"), invite, "primary")] : [];
    return line("waiting", [text("web.notice.open", { n: open.length })], buttons);
  }

  function trouble() {
    const { seat } = table.trouble;
    const { name, level } = seatAt(table, seat);
    const words = text("web.notice.trouble", { name, reason: explain(table.trouble, namesOf(table)) });
    if (!table.mine.length && !table.owner) return line("trouble", [words]);
    const buttons = [
      press(text("web.notice.again"), () => act({ do: "stand_in", seat, level }), "primary"),
      press(text("web.notice.other-level"), () => standIn(seat)),
    ];
    return line("trouble", [words], buttons, words);
  }

  function awayLine(seat) {
    const count = el("span", { "aria-hidden": "true" });
    const name = seat.name;
    const away = text("web.notice.away", { name });
    if (!table.mine.length) return line(`away-${seat.seat}`, [away]);
    if (!isClaimable(seat)) {
      const made = line(`away-${seat.seat}`, [away, " ", count], [], away);
      const { draw } = made;
      made.draw = () => {
        counts.push([seat, count]);
        return draw();
      };
      return made;
    }
    const words = text("web.notice.away-long", { name });
    const buttons = [
      press(text("web.notice.claim"), () => act({ do: "claim", seat: seat.seat })),
      press(text("web.notice.stand-in"), () => standIn(seat.seat)),
    ];
    return line(`away-${seat.seat}`, [words], buttons, words);
  }

  /** Counts down; a seat whose time is up gets its buttons. */
  function tick() {
    for (const [seat, count] of counts) {
      const current = seatAt(table, seat.seat);
      if (current.away === null) continue;
      const left = Math.ceil(current.away - since(table));
      count.textContent = left > 0 ? text("web.notice.claim-in", { n: left }) : "";
      if (left <= 0) return refresh();
    }
  }

  let refresh = () => {};
  beat(() => {
    if (isNews) refresh();
    if (counts.length) tick();
  });

  return {
    element,
    show(next, how) {
      refresh = () => show(next, how);
      if (how.connection === "lost" && !key.includes('"lost"')) exclaim(text("web.notice.lost"));
      show(next, how);
    },
  };
}
