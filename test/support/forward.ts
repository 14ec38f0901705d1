import { type Agent, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';

/** Forwards a request to another URL, and its response back. Responds with 502 if that fails. */
export function forward(request: IncomingMessage, response: ServerResponse, url: string, agent?: Agent): void {
  const { method, headers } = request;
  const outgoing = ask(url, { method, headers, agent }, (incoming) => {
    const { connection: _, 'keep-alive': __, ...kept } = incoming.headers;
    response.writeHead(incoming.statusCode ?? 502, kept);
    incoming.pipe(response);
    incoming.on('error', () => response.destroy());
  });
  outgoing.on('error', () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end();
  });
  request.pipe(outgoing);
}
