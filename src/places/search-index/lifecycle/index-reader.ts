import { Client } from '@elastic/elasticsearch';
import { Injectable } from '@nestjs/common';
import { type PlaceDocument } from '../mapping/place-document.js';

/** A document as the index holds it. */
export interface HeldDocument {
  id: string;
  content: PlaceDocument;
  /** The number of its state, which only a higher one overwrites. */
  version: number;
}

const batchSize = 1000;

/** Reads whole documents back from an index, to compare them. */
@Injectable()
export class IndexReader {
  constructor(private readonly client: Client) {}

  /** All documents of an index as it is now, in the order of their identifiers' code points. */
  async *all(index: string): AsyncGenerator<HeldDocument, undefined> {
    let view = (await this.client.openPointInTime({ index, keep_alive: '5m' })).id;
    try {
      let position = {};
      for (;;) {
        const { hits, pit_id } = await this.client.search<PlaceDocument>({
          pit: { id: view, keep_alive: '5m' },
          size: batchSize,
          sort: [{ id: 'asc' }],
          version: true,
          track_total_hits: false,
          allow_partial_search_results: false,
          ...position,
        });
        view = pit_id ?? view;
        for (const { _id, _source, _version } of hits.hits) {
          if (_id !== undefined && _source) yield { id: _id, content: _source, version: Number(_version) };
        }
        const last = hits.hits.at(-1);
        if (!last?.sort) return undefined;
        position = { search_after: last.sort };
      }
    } finally {
      await this.client.closePointInTime({ id: view }).catch(() => undefined);
    }
  }

  /** What the index holds of these places at this moment, searchable already or not. */
  async byId(index: string, ids: readonly string[]): Promise<Map<string, HeldDocument>> {
    const { docs } = await this.client.mget<PlaceDocument>({ index, ids: [...ids] });
    return new Map(
      docs.flatMap((doc) =>
        'found' in doc && doc.found && doc._source !== undefined
          ? [[doc._id, { id: doc._id, content: doc._source, version: Number(doc._version) }]]
          : [],
      ),
    );
  }
}
