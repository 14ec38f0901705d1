import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { DatabaseProbe } from '../../database/database-probe.js';
import { Drain } from '../../http/server/drain.js';
import { PlaceSearcher } from '../../places/search-index/place-searcher.js';
import { type Health } from './health-schema.js';
import { serviceVersion } from '../../version.js';
import { Sample } from '../sample.js';

/** Several probes ask every few seconds. Each gets a response within a second. */
const limits = { maxAgeMs: 1000, timeoutMs: 700 };

/** Checks the dependencies of the service. PostgreSQL is required. Without Elasticsearch the service is degraded. */
@Injectable()
export class Readiness {
  private readonly postgresql: Sample<boolean>;
  private readonly elasticsearch: Sample<boolean>;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly drain: Drain,
    private readonly database: DatabaseProbe,
    index: PlaceSearcher,
  ) {
    this.postgresql = new Sample(() => database.check().then(() => true), limits);
    this.elasticsearch = new Sample(() => index.isReady(), limits);
  }

  async check(): Promise<Health> {
    const [postgresql, elasticsearch] = await Promise.all([this.postgresql.value(), this.elasticsearch.value()]);
    return {
      status: this.statusOf(postgresql === true, elasticsearch === true),
      postgresql: postgresql === true ? 'up' : 'down',
      elasticsearch: elasticsearch === true ? 'up' : 'down',
      ...(postgresql !== true && this.database.deniesWrites && { reason: 'PostgreSQL denies writes.' }),
      version: serviceVersion,
    };
  }

  private statusOf(postgresql: boolean, elasticsearch: boolean): Health['status'] {
    if (this.drain.isDraining) return 'draining';
    // `ADMIN_PORT` opens before `PORT`.
    if (!this.host.listening) return 'starting';
    if (!postgresql) return 'unavailable';
    return elasticsearch ? 'ok' : 'degraded';
  }
}
