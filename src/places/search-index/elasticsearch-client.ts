import { Client } from '@elastic/elasticsearch';
import { type FactoryProvider } from '@nestjs/common';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { SearchCalls } from './search-calls.js';

/** Milliseconds. The care of indices may take longer than a search, which says its own time. */
const careTimeout = 30_000;

/** The connections to Elasticsearch, which everything in this folder shares. */
export const elasticsearchClient: FactoryProvider<Client> = {
  provide: Client,
  inject: [ENVIRONMENT, SearchCalls],
  useFactory: (environment: Environment, calls: SearchCalls) =>
    new Client({
      nodes: environment.ELASTICSEARCH_URL,
      Transport: calls.transport(),
      // A kept connection that the other side has closed meanwhile is found out by using it; once more, at once, is enough.
      // Of several nodes each may have to be tried; one that failed is asked less often until it answers again.
      maxRetries: environment.ELASTICSEARCH_URL.length,
      requestTimeout: careTimeout,
      // What comes is read, never merged into anything; looking through each answer for "__proto__" takes as long as it.
      disablePrototypePoisoningProtection: true,
    }),
};
