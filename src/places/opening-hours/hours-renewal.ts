import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type DataSource } from 'typeorm';
import { InjectBackground } from '../../database/data-source.js';
import { RecurringJob } from '../../database/recurring-job.js';
import { minuteOf, MINUTES_OF_DAY } from '../query/open.js';
import { ElasticsearchSearcher } from '../elasticsearch/searcher.js';
import { noTimeUsed } from '../elasticsearch/protection.js';
import { contains } from '../body/hours.js';
import { type ElasticsearchQuery } from '../body/elasticsearch-query.js';
import { SEARCH_FIELDS } from '../body/clauses.js';

const JOB = { name: 'opening-hours', intervalSeconds: 3600 };

/** A year of exceptions is in the index (`place-hours.ts`). */
const MIN_KNOWN_DAYS = 183;

/** Places of one run: few enough that other changes of places hardly wait for them. 4 million in half a year. */
const BATCH_SIZE = 1000;

/**
 * The index has the exceptions of opening hours, such as holidays, for a year. Each hour, one replica adds places to the outbox whose
 * hours are known for less than half a year.
 */
@Injectable()
export class HoursRenewal implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly job: RecurringJob;
  /**
   * The next run begins after this identifier. Each run finds places with school holidays again, because these are known only for
   * some months. Without it, all others would wait behind them.
   */
  private lastId = '';

  constructor(
    @InjectBackground() private readonly database: DataSource,
    private readonly searcher: ElasticsearchSearcher,
  ) {
    this.job = new RecurringJob(database, { ...JOB, compute: () => this.run() });
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.job.stop();
  }

  /** @returns the number of places that will be indexed again */
  async run(now = new Date()): Promise<number> {
    const until = minuteOf(now) + MIN_KNOWN_DAYS * MINUTES_OF_DAY;
    const ids = await this.searcher.run(expiringHoursQuery(until, this.lastId), { timeUsed: noTimeUsed() });
    if (ids.length > 0) {
      await this.database.query('INSERT INTO place_changes (place_id) SELECT unnest($1::text[])', [ids]);
    }
    this.lastId = ids.length < BATCH_SIZE ? '' : (ids.at(-1) ?? '');
    return ids.length;
  }
}

/** The ids of places whose hours are known, but not until this minute. Those after `lastId`. */
function expiringHoursQuery(until: number, lastId: string): ElasticsearchQuery<string[]> {
  const filter = [{ exists: { field: SEARCH_FIELDS.openKnown } }];
  const query = { bool: { filter, must_not: [contains(SEARCH_FIELDS.openKnown, until)] } };
  const order = { sort: [{ id: { order: 'asc' } }], search_after: [lastId] };
  const body = { query, ...order, size: BATCH_SIZE, track_total_hits: false, _source: ['id'] };
  const read: ElasticsearchQuery<string[]>['read'] = ({ hits: { hits } }) =>
    hits.flatMap(({ _source: document }) => (document ? [document.id] : []));
  return { body, read, cost: 1 };
}
