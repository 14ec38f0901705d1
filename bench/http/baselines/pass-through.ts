import { Agent, createServer, request } from 'node:http';

const agent = new Agent({ keepAlive: true });
const elasticsearch = new URL(process.env.ELASTICSEARCH_URL ?? '');

/** Hands each request on to Elasticsearch and its answer back, byte by byte: what stands between at least costs this. */
createServer((asked, response) => {
  const { method, url: path, headers } = asked;
  const passedOn = request({ agent, host: elasticsearch.hostname, port: elasticsearch.port, method, path, headers });
  passedOn.on('response', (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('end', () => {
      const body = Buffer.concat(chunks);
      const type = answer.headers['content-type'] ?? '';
      response.writeHead(answer.statusCode ?? 502, { 'Content-Type': type, 'Content-Length': body.length });
      response.end(body);
    });
  });
  passedOn.on('error', () => response.writeHead(502).end());
  asked.pipe(passedOn);
}).listen(Number(process.env.PORT), '127.0.0.1');
