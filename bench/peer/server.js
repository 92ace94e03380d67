// The server of boardgame.io with its default store, which is memory. Prints its port.
const { Server } = require("boardgame.io/server");
const { TacTix } = require("./game.js");

const server = Server({ games: [TacTix], origins: [/127\.0\.0\.1/] });
// What stands for the port goes to Node's listen() as it is; a bare number would listen at every address.
server.run({ port: { host: "127.0.0.1", port: 0 } }).then(({ appServer }) => console.log(appServer.address().port));
