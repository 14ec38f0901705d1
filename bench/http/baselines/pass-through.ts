import { Agent, createServer } from 'node:http';
import { forward } from '../../../test/support/forward.js';

const agent = new Agent({ keepAlive: true });

/** Relays requests to Elasticsearch: the lower bound for the cost of a service in front of it. */
createServer((request, response) => {
  forward(request, response, `${process.env.ELASTICSEARCH_URL ?? ''}${request.url ?? '/'}`, agent);
}).listen(Number(process.env.PORT), '127.0.0.1');
