// The lines between seats and status: a question, somebody away, a lost connection, looking back. Never over the board.

import { texts } from "../../texts.js";
import { exclaim, speak } from "../common/announcer.js";
import { button, el } from "../common/element.js";
import { beat, since } from "./clock.js";
import { goesOn, isMine, seatAt, whoIs } from "./model.js";
import { away } from "./seats.js";

/** `act(action)` does something at the table; the others are what the lines' buttons call. */
export function notices({ act, now, invite, standIn, retry }) {
  const element = el("div", { class: "notices" });
  const counts = [];
  let spoken = "";
  let table = null;
  let key = "";

  function show(next, { looking, connection }) {
    table = next;
    const lines = [
      connection === "lost" && lost(),
      looking !== null && lookingBack(looking),
      question(),
      !table.began && !table.over && waiting(),
      table.over && table.next && line("next", [texts.notices.next], [link(`/t/${table.next}`, texts.notices.goThere)]),
      table.trouble && trouble(),
      ...table.seats.filter((seat) => away(table, seat) && goesOn(table)).map(awayLine),
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

  function say(lines) {
    const words = lines
      .map(({ told }) => told)
      .filter(Boolean)
      .join(" ");
    if (words && words !== spoken) speak(words);
    spoken = words;
  }

  const line = (name, parts, buttons = [], told = "") => ({
    key: [name, parts.filter((part) => typeof part === "string"), buttons.map(({ textContent }) => textContent)],
    told,
    draw: () =>
      el(
        "div",
        { class: `notice ${name}` },
        el("p", {}, parts),
        buttons.length > 0 && el("div", { class: "row" }, buttons),
      ),
  });

  const link = (href, text) => el("a", { class: "button plain small-button", href }, text);
  const press = (text, onclick, kind = "plain") => button(text, { kind: `${kind} small-button`, onclick });

  const lost = () => line("lost", [texts.notices.lost], [press(texts.notices.retry, retry)]);

  const lookingBack = (ply) =>
    line(
      "looking",
      [texts.notices.looking(ply, table.history.length)],
      [press(texts.notices.backToNow, now, "primary")],
    );

  function question() {
    const asked = table.question;
    if (!asked) return null;
    const mine = table.mine.find((seat) => asked.waiting.includes(seat));
    const asker = whoIs(table, asked.seat, { you: texts.youUpper });
    const answer = (seat, yes) => () => act({ do: "answer", question: asked.id, seat, yes });
    if (mine) {
      const text = texts.notices.asks(asker, asked.what);
      const buttons = [
        press(texts.notices.agree, answer(mine, true), "primary"),
        press(texts.notices.decline, answer(mine, false)),
      ];
      return line("question", [text], buttons, text);
    }
    const withdraw = isMine(table, asked.seat) ? [press(texts.notices.withdraw, answer(asked.seat, false))] : [];
    return line("question", [texts.notices.asked(asker, asked.what)], withdraw);
  }

  function waiting() {
    const open = table.seats.filter((seat) => seat.open);
    const buttons = table.owner ? [press(texts.notices.invite, invite, "primary")] : [];
    return line("waiting", [texts.notices.waiting(open.length)], buttons);
  }

  function trouble() {
    const { seat, reason } = table.trouble;
    const { name, level } = seatAt(table, seat);
    const text = texts.notices.trouble(name, reason);
    if (!table.mine.length && !table.owner) return line("trouble", [text]);
    const buttons = [
      press(texts.notices.again, () => act({ do: "stand_in", seat, level }), "primary"),
      press(texts.notices.otherLevel, () => standIn(seat)),
    ];
    return line("trouble", [text], buttons, text);
  }

  function awayLine(seat) {
    const count = el("span", { "aria-hidden": "true" });
    const name = seat.name;
    const ready = seat.away !== null && seat.away - since(table) <= 0;
    if (!table.mine.length) return line(`away-${seat.seat}`, [texts.notices.away(name)]);
    if (!ready) {
      const made = line(`away-${seat.seat}`, [texts.notices.away(name), " ", count], [], texts.notices.away(name));
      const { draw } = made;
      made.draw = () => {
        counts.push([seat, count]);
        return draw();
      };
      return made;
    }
    const text = texts.notices.awayLong(name);
    const buttons = [
      press(texts.notices.claim, () => act({ do: "claim", seat: seat.seat })),
      press(texts.notices.standIn, () => standIn(seat.seat)),
    ];
    return line(`away-${seat.seat}`, [text], buttons, text);
  }

  /** Counts down; a seat whose time is up gets its buttons. */
  function tick() {
    for (const [seat, count] of counts) {
      const current = seatAt(table, seat.seat);
      if (current.away === null) continue;
      const left = Math.ceil(current.away - since(table));
      count.textContent = left > 0 ? texts.notices.claimIn(left) : "";
      if (left <= 0) return refresh();
    }
  }

  let refresh = () => {};
  beat(() => counts.length && tick());

  return {
    element,
    show(next, how) {
      refresh = () => show(next, how);
      if (how.connection === "lost" && !key.includes('"lost"')) exclaim(texts.notices.lost);
      show(next, how);
    },
  };
}
