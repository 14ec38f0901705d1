import { Client } from '@elastic/elasticsearch';
import { Injectable } from '@nestjs/common';
import { type StoredPlace } from '../mapping/place-document.js';

/** A document in the index. */
export interface IndexedDocument {
  id: string;
  content: StoredPlace;
  /** The external version. Only a state of the same version or a higher one overwrites the document. */
  version: number;
}

const batchSize = 1000;
const keepAlive = '5m';

/** Reads whole documents from an index, to compare them with PostgreSQL. */
@Injectable()
export class IndexReader {
  constructor(private readonly client: Client) {}

  /** All documents of a point in time, by identifier in the order of code points. */
  async *all(index: string): AsyncGenerator<IndexedDocument, undefined> {
    let pointInTime = (await this.client.openPointInTime({ index, keep_alive: keepAlive })).id;
    try {
      let position = {};
      for (;;) {
        const { hits, pit_id } = await this.client.search<StoredPlace>({
          pit: { id: pointInTime, keep_alive: keepAlive },
          size: batchSize,
          sort: [{ id: 'asc' }],
          version: true,
          track_total_hits: false,
          allow_partial_search_results: false,
          ...position,
        });
        pointInTime = pit_id ?? pointInTime;
        for (const { _id, _source, _version } of hits.hits) {
          if (_id !== undefined && _source) yield { id: _id, content: _source, version: Number(_version) };
        }
        const last = hits.hits.at(-1);
        if (!last?.sort) return undefined;
        position = { search_after: last.sort };
      }
    } finally {
      await this.client.closePointInTime({ id: pointInTime }).catch(() => undefined);
    }
  }

  /** The current documents of these places by identifier, refreshed or not. */
  async byId(index: string, ids: readonly string[]): Promise<Map<string, IndexedDocument>> {
    const { docs } = await this.client.mget<StoredPlace>({ index, ids: [...ids] });
    return new Map(
      docs.flatMap((doc) =>
        'found' in doc && doc.found && doc._source !== undefined
          ? [[doc._id, { id: doc._id, content: doc._source, version: Number(doc._version) }]]
          : [],
      ),
    );
  }
}
