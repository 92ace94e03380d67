// Clocks of a table, like `quincunx.table.clock`. A clock has `pace`, `left` (per seat), `running`, `since`, `awaited`
// and `unmoved`; the current time in seconds is always an argument.

const FIRST_MOVE = 60;

/** Parses `300+5`: seconds per seat, and the increment per turn. */
export const readPace = (text) => {
  const [seconds, increment] = text.split("+").map(Number);
  return { text, seconds, increment };
};

export const newClock = (pace, seats) => ({
  pace,
  left: Array(seats).fill(pace.seconds),
  running: null,
  since: 0,
  awaited: null,
  unmoved: [],
});

/** The time left to a seat. If the system clock jumps back, nobody gains or loses time. */
export function leftAt(clock, seat, now) {
  const spent = seat === clock.running ? Math.max(0, now - clock.since) : 0;
  return Math.max(0, clock.left[seat - 1] - spent);
}

export const deadline = (clock) => (clock.running === null ? null : clock.since + clock.left[clock.running - 1]);

export const firstMoveDeadline = (clock) =>
  clock.awaited === null ? null : clock.since + Math.max(FIRST_MOVE, clock.left[clock.awaited - 1]);

/** The clock after the turn passes to a seat (null: the game ended); a completed turn adds the increment. */
export function turned(clock, seat, now, completed) {
  if (seat !== null && seat === clock.awaited && clock.unmoved.includes(seat)) return clock;
  const left = [...clock.left];
  if (clock.running !== null) {
    left[clock.running - 1] = leftAt(clock, clock.running, now);
    if (completed && seat !== clock.running) left[clock.running - 1] += clock.pace.increment;
  }
  const timed = clock.unmoved.includes(seat) ? null : seat;
  return { ...clock, left, running: timed, awaited: timed ? null : seat, since: now };
}

export const moved = (clock, seat) => ({ ...clock, unmoved: clock.unmoved.filter((other) => other !== seat) });

export const shifted = (clock, seconds) => ({ ...clock, since: clock.since + seconds });
