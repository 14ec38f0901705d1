import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type HttpRequest } from '../requests/http-request.js';

/** Headers of one connection, which the load generator writes for its own. */
const ofConnection = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']);

/** An answer that finds nothing, so that recording is quick. */
const nothing = JSON.stringify({
  took: 0,
  timed_out: false,
  _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
  hits: { total: { value: 0, relation: 'eq' }, max_score: null, hits: [] },
});

/** Stands between the service and Elasticsearch, and writes down which searches it is asked for. */
export class Recorder {
  private recorded: HttpRequest[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async before(elasticsearchUrl: string): Promise<Recorder> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const recorder = new Recorder(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
      void recorder.answer(incoming, response, elasticsearchUrl);
    });
    return recorder;
  }

  /** What was asked since the last time. */
  take(): HttpRequest[] {
    const taken = this.recorded;
    this.recorded = [];
    return taken;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answer(incoming: IncomingMessage, response: ServerResponse, behind: string): Promise<void> {
    const body = await buffer(incoming);
    const { method = 'GET', url: path = '/', headers } = incoming;
    if (/\/_search(\?|$)/.test(path)) {
      const own = Object.entries(headers).filter(([name]) => !ofConnection.has(name));
      const text = Object.fromEntries(own.map(([name, value]) => [name, String(value)]));
      this.recorded.push({ method: method === 'POST' ? 'POST' : 'GET', path, headers: text, body: body.toString() });
      // The client asks whether it speaks with Elasticsearch.
      const type = headers.accept ?? 'application/json';
      response.writeHead(200, { 'content-type': type, 'x-elastic-product': 'Elasticsearch' }).end(nothing);
      return;
    }
    const passed = request(`${behind}${path}`, { method, headers: { ...headers, host: new URL(behind).host } });
    passed.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    passed.end(body);
  }
}
