// What the games bring for the pages: a board, other facts and a lesson, in the folder `web` of each game. The server says in
// the page's root element which games bring which; nothing here knows a game by name.

import { hasText, text } from "./text.js";

const lists = document.documentElement.dataset;
const namesIn = (list = "") => list.split(" ").filter(Boolean);

/** All suits of seats, in the order in which seats get them. */
export const SUITS = namesIn(lists.suits);

/** Whether the pieces of a game have colours of their own, so that nobody chooses one. */
export const hasOwnColours = ({ suits }) => suits.length < SUITS.length;

/** The name of a game, from it with its options (`name:key=value`) or from a whole position. */
export const nameOf = (written) => written.split(/[: ]/)[0];

/** The modules of the games in a list, by name. One that cannot be loaded is reported, and the pages do without it. */
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

/** For games without a board of their own, if there are any. */
const generic = namesIn(lists.games).every((name) => boards.has(name)) ? null : await import("./boards/generic.js");

/** The board of a game with its options, made of the parts that docs/pages.md names; a generic one where the game brings
 * none. */
export const createBoard = (game, parts) => (boards.get(nameOf(game)) ?? generic).create(parts);

/** Whether the board of a view draws lines when it is asked to. */
export const drawsLines = ({ game }) => Boolean(boards.get(nameOf(game))?.drawsLines);

/** Other looks of the board of a game, by name. */
export const skinsOf = ({ game }) => boards.get(nameOf(game))?.skins ?? [];

/** What the pages show of a game besides its board; docs/pages.md lists the keys, and each may be missing. */
export const about = (game) => facts.get(nameOf(game))?.about ?? {};

/** Games in the order in which all pages list them: by their places in the lobby, then those that ask for none. */
export const inOrder = (games) => games.toSorted((a, b) => pipOf(a) - pipOf(b));
const pipOf = ({ name }) => about(name).pip ?? Number.MAX_SAFE_INTEGER;

/** Where a game comes from, in a few words; empty where it does not say. */
export const originOf = (name) => ownText(name, "origin");

/** One of a game's own texts under `board`; empty where it has none. */
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

/** A position that shows what a game looks like: one that it brings, else one that the server made. */
export const exampleOf = (game) => about(game.name).examples?.[0]?.position ?? game.example;

/** The keys that only the board of one game knows, of all games. */
export const gameKeys = () => [...facts.values()].flatMap(({ about: { keys = [] } = {} }) => keys);

/** A move as lists and sentences show it. */
export const moveText = (game, token) => about(game).token?.(token) ?? token.replace("-", "–");

/** Whether a game has a lesson. */
export const hasLesson = (name) => namesIn(lists.lessons).includes(name);

export const lesson = async (name) => (await fetch(new URL(`games/${name}/lesson.json`, import.meta.url))).json();
