import { Agent, createServer, request } from 'node:http';

const agent = new Agent({ keepAlive: true });
const elasticsearch = new URL(process.env.ELASTICSEARCH_URL ?? '');

/** Relays requests to Elasticsearch: the lower bound for the cost of a service in front of it. */
createServer((incoming, response) => {
  const { method, url: path, headers } = incoming;
  const outgoing = request({ agent, host: elasticsearch.hostname, port: elasticsearch.port, method, path, headers });
  outgoing.on('response', (received) => {
    const chunks: Buffer[] = [];
    received.on('data', (chunk: Buffer) => chunks.push(chunk));
    received.on('end', () => {
      const body = Buffer.concat(chunks);
      const type = received.headers['content-type'] ?? '';
      response.writeHead(received.statusCode ?? 502, { 'Content-Type': type, 'Content-Length': body.length });
      response.end(body);
    });
  });
  outgoing.on('error', () => response.writeHead(502).end());
  incoming.pipe(outgoing);
}).listen(Number(process.env.PORT), '127.0.0.1');
