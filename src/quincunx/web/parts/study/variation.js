// A line of play to step through. Another move than the next one begins a new line.

/** `start` is the first position; `game` the plies of a match (`seat`, `kind`, `token`, `position`), perhaps none. */
export function ways(start, game = []) {
  let line = game;
  let at = 0;

  return {
    get at() {
      return at;
    },
    get plies() {
      return line;
    },
    get position() {
      return at ? line[at - 1].position : start;
    },
    /** How many plies the line shares with the game, up to the position that is shown. */
    get shared() {
      const other = line.findIndex((ply, i) => ply.token !== game[i]?.token);
      return Math.min(at, other < 0 ? line.length : other);
    },
    /** Whether the position that is shown is not one of the game. */
    get isOwn() {
      return this.shared < at;
    },
    go(ply) {
      at = Math.min(Math.max(ply, 0), line.length);
    },
    /** Goes on with a ply: along the line where it is the same, else along a new one. */
    play(ply) {
      if (line[at]?.token !== ply.token) line = [...line.slice(0, at), ply];
      at += 1;
    },
    /** Back to the game, where it was left. */
    home() {
      at = this.shared;
      line = game;
    },
  };
}
