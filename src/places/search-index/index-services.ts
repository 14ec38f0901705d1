import { type DataSource } from 'typeorm';
import { type Environment } from '../../config/environment.js';
import { createElasticsearchClient } from '../elasticsearch/client.js';
import { ElasticsearchHealth } from '../elasticsearch/health.js';
import { PlaceLanguages } from '../languages.js';
import { PlaceReader } from '../place-reader.js';
import { IndexAdmin } from './indices.js';
import { ClusterInspector, IndexInspector, PlaceInspector } from './inspect.js';
import { IndexBuilder, IndexLifecycle } from './lifecycle.js';
import { BuildLock, IndexRegistry } from './registry.js';
import { OutboxRelay, SyncLagMeter } from './relay.js';
import { IndexComparison, IndexReader, IndexVerifier } from './verify.js';
import { DeadLetters, ExternalVersions, IndexWriter } from './writer.js';

/** The services of `SearchIndexModule` that the command line uses, without the container of Nest, which takes long to load. */
export function indexServices(database: DataSource, environment: Environment) {
  const health = new ElasticsearchHealth(environment);
  const client = createElasticsearchClient(environment, health);
  const places = new PlaceReader(database);
  const languages = new PlaceLanguages(database, environment);
  const registry = new IndexRegistry(database);
  const versions = new ExternalVersions(database);
  const deadLetters = new DeadLetters(database);
  const writer = new IndexWriter(client);
  const admin = new IndexAdmin(client, environment);
  const reader = new IndexReader(client);
  const lag = new SyncLagMeter(database);
  const relay = new OutboxRelay(database, places, registry, versions, writer, deadLetters);
  const builder = new IndexBuilder(database, places, versions, writer, deadLetters);
  const comparison = new IndexComparison(database, places, reader, deadLetters);
  const verifier = new IndexVerifier(database, comparison, registry, versions, admin, relay);
  return {
    health,
    services: [
      ...[health, places, languages, lag, relay, comparison, verifier],
      new ClusterInspector(client),
      new IndexInspector(places, registry, admin, lag, deadLetters, languages),
      new IndexLifecycle(builder, registry, new BuildLock(database), admin, languages),
      new PlaceInspector(places, reader, verifier, database),
    ],
    close: async (): Promise<void> => {
      writer.onModuleDestroy();
      health.onApplicationShutdown();
      await client.close();
    },
  };
}
