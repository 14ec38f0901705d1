import { createServer } from 'node:http';

/** About as long as a page of users. */
const body = JSON.stringify({ places: Array.from({ length: 10 }, (_, id) => ({ id, name: 'x'.repeat(300) })) });
const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) };

/** Always sends the same response: the upper bound for a server on Node. */
createServer((_request, response) => {
  response.writeHead(200, headers).end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
