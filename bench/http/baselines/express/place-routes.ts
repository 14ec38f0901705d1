import { type Client } from '@elastic/elasticsearch';
import { type Express } from 'express';
import { type PlaceRecord } from '../../../../src/places/place.js';
import { plainBody, plainSuggestBody } from '../plain/body.js';
import { questionOf } from '../plain/question.js';
import { base, header, link, missing } from './responses.js';

interface Buckets {
  readonly buckets: readonly { readonly key: string; readonly doc_count: number }[];
}

/** Searches and type-ahead, with a plain body and the whole document of each hit. */
export function placeRoutes(app: Express, client: Client, index: string): void {
  app.get('/v2/places', async (request, response) => {
    const question = questionOf(new URLSearchParams(request.url.split('?')[1]));
    const result = await client.search<PlaceRecord, Record<string, Buckets>>({ index, ...plainBody(question) });
    const { total, hits } = result.hits;
    const found = typeof total === 'object' ? total.value : (total ?? 0);
    const from = base(request);
    const isByDistance = question.sort[0]?.field === 'distance';
    response.json({
      results: {
        header: header(request, found, question),
        ...(question.facets.length > 0 && {
          facets: question.facets.map((field) => ({
            field,
            buckets: (result.aggregations?.[field]?.buckets ?? []).map(({ key, doc_count }) => ({
              value: key,
              found: doc_count,
            })),
          })),
        }),
        places: hits.flatMap(({ _source, sort }) =>
          _source ? place(_source, from, isByDistance ? Number(sort?.[0]) : undefined) : [],
        ),
      },
    });
  });

  app.get('/v2/places/suggest', async (request, response) => {
    const parameters = new URLSearchParams(request.url.split('?')[1]);
    const body = plainSuggestBody(parameters.get('q') ?? '', Number(parameters.get('rows') ?? 10));
    const { hits } = await client.search<PlaceRecord>({ index, ...body });
    const suggestions = hits.hits.flatMap(({ _source }) =>
      _source
        ? { text: _source.name, type: 'place', id: _source.id, link: link(base(request), 'places', _source.id) }
        : [],
    );
    response.json({ suggestions });
  });

  app.get('/v2/places/:id', async (request, response) => {
    const found = await client.get<PlaceRecord>({ index, id: request.params.id }, { ignore: [404] });
    if (found._source) response.json({ place: place(found._source, base(request)) });
    else missing(response);
  });
}

function place(record: PlaceRecord, from: string, distance?: number): object {
  const { id, name, phones, urlService, address, location, categories, statistics } = record;
  return {
    id,
    link: link(from, 'places', id),
    name,
    phones,
    urlService,
    address,
    location: location && { ...location, ...(distance !== undefined && { distance: String(Math.round(distance)) }) },
    categories: categories.map((category) => ({ ...category, link: link(from, 'categories', category.id) })),
    statistics,
  };
}
