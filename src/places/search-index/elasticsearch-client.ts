import { Client } from '@elastic/elasticsearch';
import { type FactoryProvider } from '@nestjs/common';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { ElasticsearchCallObservers } from './elasticsearch-call-observers.js';

/** For index administration. Searches and bulk requests set shorter time-outs. */
const requestTimeoutMs = 30_000;

/** The Elasticsearch client that everything in this folder shares. `SearchIndexModule` closes it. */
export const elasticsearchClient: FactoryProvider<Client> = {
  provide: Client,
  inject: [ENVIRONMENT, ElasticsearchCallObservers],
  useFactory: (environment: Environment, calls: ElasticsearchCallObservers) =>
    new Client({
      nodes: environment.ELASTICSEARCH_URL,
      Transport: calls.transport(),
      // One retry per node: a pooled connection may be closed by the other side, and any node may be away.
      maxRetries: environment.ELASTICSEARCH_URL.length,
      requestTimeout: requestTimeoutMs,
      // Responses are never merged into objects. Scanning each for "__proto__" takes as long as parsing it.
      disablePrototypePoisoningProtection: true,
    }),
};
