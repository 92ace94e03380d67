// Times as text, and the timer that updates all countdowns of a page.

import { text } from "../../text.js";

const BEAT = 250;

/** Seconds as `4:12`, `1:04:12`; below ten seconds with tenths. */
export function time(seconds) {
  const left = Math.max(0, seconds);
  if (left < 10) return `0:0${(Math.floor(left * 10) / 10).toFixed(1)}`;
  const whole = Math.floor(left);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** A pace in words, empty without clocks. */
export function paceWords(pace) {
  if (!pace) return "";
  const [seconds, increment] = pace.split("+").map(Number);
  if (!increment) return text("web.sit.pace", { time: time(seconds) });
  return text("web.sit.pace-plus", { time: time(seconds), increment });
}

/** Seconds since a table arrived, to be subtracted from its countdowns. */
export const since = (table) => (performance.now() - table.came) / 1000;

/** Calls back a few times a second while the page is seen. */
export function beat(tick) {
  setInterval(() => document.visibilityState === "visible" && tick(), BEAT);
}
