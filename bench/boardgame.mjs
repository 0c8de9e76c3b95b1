// The peer of the table server: boardgame.io's own server, or its own clients, with a small game like UNO.
//
//   node boardgame.mjs FOLDER server             FOLDER has boardgame.io in its node_modules; prints the port
//   node boardgame.mjs FOLDER clients PORT ROOMS WARM_UP SECONDS
//
// After WARM_UP seconds the clients print `begin`, and SECONDS later JSON: how many moves were accepted and reached all
// four clients of their room, in how many seconds. Moves run on the server only,
// as they must where hands are hidden; matches are kept in memory, which is that server's own default.
import { createRequire } from "node:module";

const [folder, role, port, rooms, warmUp, seconds] = process.argv.slice(2);
const require = createRequire(`${folder}/package.json`);
const SEATS = 4;
const COLOURS = 4;
const VALUES = 13;

const fits = (card, top) => Math.floor(card / VALUES) === Math.floor(top / VALUES) || card % VALUES === top % VALUES;

function newDeck(random) {
  return random.Shuffle(Array.from({ length: COLOURS * VALUES * 2 }, (_, number) => number % (COLOURS * VALUES)));
}

function take(G, random, seat, count) {
  for (let n = 0; n < count; n++) {
    if (G.secret.deck.length === 0) G.secret.deck = newDeck(random);
    G.players[seat].push(G.secret.deck.pop());
  }
  G.counts[seat] = G.players[seat].length;
}

const game = {
  name: "cards",
  disableUndo: true,
  setup: ({ random }) => {
    const G = { secret: { deck: newDeck(random) }, players: {}, counts: {}, top: 0 };
    for (let seat = 0; seat < SEATS; seat++) {
      G.players[seat] = [];
      take(G, random, seat, 7);
    }
    return G;
  },
  playerView: require("boardgame.io/core").PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: {
      client: false,
      move: ({ G, playerID, random }, index) => {
        const card = G.players[playerID][index];
        if (card === undefined || !fits(card, G.top)) return "INVALID_MOVE";
        G.players[playerID].splice(index, 1);
        G.top = card;
        if (G.players[playerID].length === 0) take(G, random, playerID, 7);
        G.counts[playerID] = G.players[playerID].length;
      },
    },
    draw: { client: false, move: ({ G, playerID, random }) => take(G, random, playerID, 1) },
  },
};

async function serve() {
  const { Server, Origins } = require("boardgame.io/server");
  const running = await Server({ games: [game], origins: [Origins.LOCALHOST] }).run({ port: 0, callback: () => {} });
  console.log(`port ${running.appServer.address().port}`);
}

async function post(path, body) {
  const answer = await fetch(`http://127.0.0.1:${port}/games/cards/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return answer.json();
}

async function sit(matchID, seat, seen) {
  const { Client } = require("boardgame.io/client");
  const { SocketIO } = require("boardgame.io/multiplayer");
  const playerID = String(seat);
  const { playerCredentials } = await post(`${matchID}/join`, { playerID, playerName: playerID });
  const multiplayer = SocketIO({ server: `http://127.0.0.1:${port}`, socketOpts: { transports: ["websocket"] } });
  const client = Client({ game, multiplayer, matchID, playerID, credentials: playerCredentials, debug: false, numPlayers: SEATS });
  client.subscribe((state) => {
    if (state === null || state._stateID <= seen[seat]) return;
    seen[seat] = state._stateID;
    if (state.ctx.currentPlayer !== playerID) return;
    const index = state.G.players[playerID].findIndex((card) => fits(card, state.G.top));
    if (index < 0) client.moves.draw();
    else client.moves.play(index);
  });
  client.start();
}

async function play() {
  const tables = [];
  for (let room = 0; room < Number(rooms); room++) {
    const { matchID } = await post("create", { numPlayers: SEATS });
    const seen = Array(SEATS).fill(-1);
    tables.push(seen);
    for (let seat = 0; seat < SEATS; seat++) await sit(matchID, seat, seen);
  }
  const moves = () => tables.reduce((sum, seen) => sum + Math.min(...seen), 0);
  const wait = (time) => new Promise((done) => setTimeout(done, 1000 * Number(time)));
  await wait(warmUp);
  const before = moves();
  const started = performance.now();
  console.log("begin");
  await wait(seconds);
  console.log(JSON.stringify({ moves: moves() - before, seconds: (performance.now() - started) / 1000 }));
  process.exit(0);
}

await (role === "server" ? serve() : play());
