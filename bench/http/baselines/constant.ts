import { createServer } from 'node:http';

/** As long as a page of users, roughly. */
const answer = JSON.stringify({ places: Array.from({ length: 10 }, (_, id) => ({ id, name: 'x'.repeat(300) })) });
const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(answer) };

/** Always answers the same: what a server on Node can reach at best. */
createServer((_request, response) => {
  response.writeHead(200, headers).end(answer);
}).listen(Number(process.env.PORT), '127.0.0.1');
