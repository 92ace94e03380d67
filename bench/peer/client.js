// Plays whole games at many tables at once: node client.js ADDRESS TABLES GAMES PLIES [PLAYING PLAYED]
// PLAYING tables at the same time until PLAYED have, and at the others one of the two goes; all play if not told.
// All tables are opened first; it says "ready", waits for a line, plays, and prints what it took as JSON.
const { once } = require("node:events");
const { Client, LobbyClient } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { TacTix } = require("./game.js");

const [server, tables, games, plies, playing = Infinity, played = Infinity] = [
  process.argv[2],
  ...process.argv.slice(3).map(Number),
];
const AT_ONCE = 20; // tables that are opened at the same time
const PATIENCE = 60_000; // milliseconds

const lobby = new LobbyClient({ server });

class Player {
  constructor(matchID, playerID, credentials) {
    // Straight to a websocket: the polling that socket.io begins with would only cost it time.
    const multiplayer = SocketIO({ server, socketOpts: { transports: ["websocket"] } });
    this.client = Client({ game: TacTix, multiplayer, matchID, playerID, credentials, debug: false, numPlayers: 2 });
    this.client.subscribe((state) => this.woken?.(state));
    this.client.start();
  }

  /** Until this player's client holds a state that is good. */
  until(good) {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error("boardgame.io did not answer in time")), PATIENCE);
      this.woken = (state) => {
        if (!state || !good(state)) return;
        this.woken = null;
        clearTimeout(late);
        resolve();
      };
      this.woken(this.client.getState());
    });
  }
}

async function open() {
  const { matchID } = await lobby.createMatch("tactix", { numPlayers: 2 });
  const players = [];
  for (const playerID of ["0", "1"]) {
    const joined = await lobby.joinMatch("tactix", matchID, { playerID, playerName: "guest" });
    players.push(new Player(matchID, playerID, joined.playerCredentials));
  }
  for (const player of players) await player.until((state) => state.isConnected);
  return players;
}

async function play(players, times) {
  for (let ply = 0; ply < plies; ply++) {
    const [mover, other] = [players[ply % 2], players[(ply + 1) % 2]];
    const before = other.client.getState()._stateID;
    const seen = other.until((state) => state._stateID > before);
    const began = performance.now();
    mover.client.moves.take(ply, ply);
    await seen;
    times.push((performance.now() - began) / 1000);
  }
}

async function openAll(count) {
  const opened = [];
  while (opened.length < count) {
    const some = Math.min(AT_ONCE, count - opened.length);
    opened.push(...(await Promise.all(Array.from({ length: some }, open))));
    for (const players of opened.slice(Math.max(played, opened.length - some))) players[1].client.stop();
  }
  return opened;
}

async function playAll(opened, times) {
  const waiting = opened.values();
  const one = async () => {
    for (const players of waiting) await play(players, times);
  };
  await Promise.all(Array.from({ length: Math.min(playing, opened.length) }, one));
}

async function main() {
  const rounds = [];
  for (let game = 0; game < games; game++) rounds.push(await openAll(tables));
  console.log("ready");
  await once(process.stdin, "data");
  const times = [];
  const began = performance.now();
  for (const opened of rounds) await playAll(opened.slice(0, played), times);
  const told = JSON.stringify({ seconds: (performance.now() - began) / 1000, times });
  // The sockets would keep the process, and leaving before all is written would cut the line.
  process.stdout.write(`${told}\n`, () => process.exit(0));
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
