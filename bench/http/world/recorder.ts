import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../../../dev/services/free-port.js';
import { forward } from '../../../test/support/forward.js';
import { type HttpRequest } from '../requests/http-request.js';

/** Headers of a connection. The load generator writes its own. */
const connectionHeaders = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']);

/** A response without places, so that recording is fast. */
const emptyResponse = JSON.stringify({
  took: 0,
  timed_out: false,
  _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
  hits: { total: { value: 0, relation: 'eq' }, max_score: null, hits: [] },
});

/** A proxy in front of Elasticsearch that records searches instead of forwarding them. */
export class Recorder {
  url = '';
  private recorded: HttpRequest[] = [];
  private readonly server: Server;

  constructor(elasticsearchUrl: string) {
    this.server = createServer((request, response) => {
      const { url = '/' } = request;
      if (/\/_search(\?|$)/.test(url)) void this.record(request, response);
      else forward(request, response, `${elasticsearchUrl}${url}`);
    });
  }

  async start(): Promise<this> {
    this.url = await listen(this.server);
    return this;
  }

  /** Returns the searches since the last call. */
  take(): HttpRequest[] {
    return this.recorded.splice(0);
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async record(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await buffer(request)).toString();
    const { method, url: path = '/', headers } = request;
    const own = Object.entries(headers).filter(([name]) => !connectionHeaders.has(name));
    const text = Object.fromEntries(own.map(([name, value]) => [name, String(value)]));
    this.recorded.push({ method: method === 'POST' ? 'POST' : 'GET', path, headers: text, body });
    const type = headers.accept ?? 'application/json';
    // The client requires the product header.
    response.writeHead(200, { 'content-type': type, 'x-elastic-product': 'Elasticsearch' }).end(emptyResponse);
  }
}
