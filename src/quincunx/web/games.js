// The games' modules for the pages, from each game's `web` folder: a board, facts and a lesson. The page's root element
// lists which games have which; nothing here depends on a particular game.

import { hasText, text } from "./text.js";

const lists = document.documentElement.dataset;
const namesIn = (list = "") => list.split(" ").filter(Boolean);

/** All suits, in the order in which seats get them. */
export const SUITS = namesIn(lists.suits);

/** Whether a game's pieces have fixed colours, so that players cannot choose a suit. */
export const hasOwnColours = ({ suits }) => suits.length < SUITS.length;

/** The name of a game, from a game with options (`name:key=value`) or from a position. */
export const nameOf = (written) => written.split(/[: ]/)[0];

/** The modules of the games in a list, by name. One that fails to load is logged and left out. */
export async function modules(list, load) {
  const found = await Promise.all(
    namesIn(list).map(async (name) => {
      try {
        return [name, await load(name)];
      } catch (error) {
        console.error(error);
        return null;
      }
    }),
  );
  return new Map(found.filter(Boolean));
}

const [boards, facts] = await Promise.all([
  modules(lists.boards, (name) => import(`./games/${name}/board.js`)),
  modules(lists.about, (name) => import(`./games/${name}/about.js`)),
]);

/** The board for games without their own, if there are any. */
const generic = namesIn(lists.games).every((name) => boards.has(name)) ? null : await import("./boards/generic.js");

/** Creates a game's own board, or the generic one; docs/pages.md describes `parts`. */
export const createBoard = (game, parts) => (boards.get(nameOf(game)) ?? generic).create(parts);

/** Whether a game's board can draw lines. */
export const drawsLines = ({ game }) => Boolean(boards.get(nameOf(game))?.drawsLines);

/** Alternative skins of a game's board, by name. */
export const skinsOf = ({ game }) => boards.get(nameOf(game))?.skins ?? [];

/** A game's facts besides its board; docs/pages.md lists the keys, all optional. */
export const about = (game) => facts.get(nameOf(game))?.about ?? {};

/** Games in display order: by their position in the lobby, then those without one. */
export const inOrder = (games) => games.toSorted((a, b) => pipOf(a) - pipOf(b));
const pipOf = ({ name }) => about(name).pip ?? Number.MAX_SAFE_INTEGER;

/** A game's origin in a few words, or empty. */
export const originOf = (name) => ownText(name, "origin");

/** One of a game's own texts under `board`, or empty. */
export function ownText(game, key, args) {
  const whole = `${nameOf(game)}.board.${key}`;
  return hasText(whole) ? text(whole, args) : "";
}

/** The key of the sentence about a move, and its arguments without the player; `view` is the position after it. */
export function played(game, token, view) {
  const own = `${nameOf(game)}.board.moved`;
  const said = [hasText(own) ? own : "web.happened.moved", { move: { em: moveText(game, token) } }];
  return about(game).played?.(token, view) ?? said;
}

/** An example position of a game: its own, or one that the server made. */
export const exampleOf = (game) => about(game.name).examples?.[0]?.position ?? game.example;

/** The keyboard shortcuts of all games' boards. */
export const gameKeys = () => [...facts.values()].flatMap(({ about: { keys = [] } = {} }) => keys);

/** A move as lists and sentences show it. */
export const moveText = (game, token) => about(game).token?.(token) ?? token.replace("-", "–");

/** Whether a game has a lesson. */
export const hasLesson = (name) => namesIn(lists.lessons).includes(name);

export const lesson = async (name) => (await fetch(new URL(`games/${name}/lesson.json`, import.meta.url))).json();
