// The sounds: a few notes each, synthesized in the browser. One switch turns them all off.

import { setting } from "../../player.js";

/** For each sound its notes: frequency in hertz, start and length in seconds, loudness. */
const NOTES = {
  place: [[330, 0, 0.07, 0.16]],
  take: [
    [392, 0, 0.05, 0.12],
    [294, 0.05, 0.07, 0.12],
  ],
  roll: [
    [170, 0, 0.04, 0.18],
    [210, 0.07, 0.04, 0.16],
    [150, 0.13, 0.05, 0.18],
  ],
  burst: [
    [220, 0, 0.05, 0.14],
    [330, 0.05, 0.05, 0.14],
    [440, 0.1, 0.09, 0.14],
  ],
  turn: [
    [523, 0, 0.12, 0.14],
    [784, 0.12, 0.22, 0.14],
  ],
  end: [
    [392, 0, 0.16, 0.14],
    [523, 0.16, 0.16, 0.14],
    [659, 0.32, 0.3, 0.14],
  ],
};

let context = null;

/** Browsers allow sound only after the player has done something on the page. */
function wake() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
}

addEventListener("pointerdown", wake, { passive: true });
addEventListener("keydown", wake);

export function play(name) {
  if (!setting("sound") || context?.state !== "running") return;
  for (const [frequency, start, length, loudness] of NOTES[name]) {
    const [tone, gain] = [context.createOscillator(), context.createGain()];
    const at = context.currentTime + start;
    tone.type = "triangle";
    tone.frequency.value = frequency;
    gain.gain.setValueAtTime(loudness, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}
