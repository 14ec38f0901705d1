import { createHash } from 'node:crypto';
import { Client } from '@elastic/elasticsearch';
import express, { type Request, type Response } from 'express';
import { LRUCache } from 'lru-cache';
import { Pool } from 'pg';
import { pino } from 'pino';
import { type PlaceRecord } from '../../../src/places/place.js';
import { plainBody, plainSuggestBody, questionOf } from './plain.js';

/**
 * The API that a team writes in an afternoon: the same endpoints by hand with Express, the client of Elasticsearch and
 * `pg`. It looks tokens up and logs each request. It supports neither XML nor `fl`, and validates no parameters.
 */
const { PORT, DATABASE_URL, ELASTICSEARCH_URL = '', ELASTICSEARCH_INDEX: index = '' } = process.env;
const pool = new Pool({ connectionString: DATABASE_URL, max: 10 });
const client = new Client({ node: ELASTICSEARCH_URL });
const log = pino();
const app = express();
app.disable('x-powered-by');

app.use((request, response, next) => {
  const began = performance.now();
  response.on('finish', () => {
    const { method, originalUrl } = request;
    log.info({ method, url: originalUrl, status: response.statusCode, ms: performance.now() - began }, 'request');
  });
  next();
});

const validToken = `
  SELECT 1 FROM access_tokens token JOIN clients ON clients.id = token.client_id
  WHERE token.digest = $1 AND token.revoked IS NULL AND token.expires > now() AND clients.disabled IS NULL`;
const knownTokens = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 });

app.use(async (request, response, next) => {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
  if (knownTokens.get(token) === undefined) {
    const { rowCount } = await pool.query(validToken, [createHash('sha256').update(token).digest()]);
    if (rowCount === 0) return void response.status(401).json({ status: 401, title: 'Unauthorized' });
    knownTokens.set(token, true);
  }
  next();
});

interface Buckets {
  readonly buckets: readonly { readonly key: string; readonly doc_count: number }[];
}

app.get('/v2/places', async (request, response) => {
  const question = questionOf(new URLSearchParams(request.url.split('?')[1]));
  const result = await client.search<PlaceRecord, Record<string, Buckets>>({ index, ...plainBody(question) });
  const { total, hits } = result.hits;
  const found = typeof total === 'object' ? total.value : (total ?? 0);
  const from = base(request);
  const isByDistance = question.sort[0]?.field === 'distance';
  const facets = question.facets.map((field) => {
    const buckets = result.aggregations?.[field]?.buckets ?? [];
    return { field, buckets: buckets.map(({ key, doc_count }) => ({ value: key, found: doc_count })) };
  });
  response.json({
    results: {
      header: header(request, found, question),
      ...(facets.length > 0 && { facets }),
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

function place(record: PlaceRecord, from: string, distance?: number): object {
  const { id, name, phones, urlService, address, location, categories, statistics } = record;
  return {
    id,
    link: link(from, 'places', id),
    ...{ name, phones, urlService, address },
    location: location && { ...location, ...(distance !== undefined && { distance: String(Math.round(distance)) }) },
    categories: categories.map((category) => ({ ...category, link: link(from, 'categories', category.id) })),
    statistics,
  };
}

type Row = Record<string, string | number | Date | null>;

const userColumns = `u.id, u.name, u.birth::text, u.gender, u.photo_small, u.photo_medium, u.photo_large, u.photo_original,
  u.reviews, u.places, u.photos, u.checkins`;

app.get('/v2/users/:id', async (request, response) => {
  const { rows } = await pool.query<Row>(`SELECT ${userColumns} FROM users u WHERE u.id = $1`, [request.params.id]);
  const [row] = rows;
  if (row) response.json({ user: user(row, base(request), true) });
  else missing(response);
});

/** Answers with a list. @param statement returns one row for an empty list, and none for an unknown user */
async function list(
  request: Request<{ id: string }>,
  response: Response,
  statement: string,
  view: (rows: Row[], header: object) => object,
): Promise<void> {
  const page = { rows: Number(request.query.rows ?? 10), start: Number(request.query.start ?? 0) };
  const { rows } = await pool.query<Row>(statement, [request.params.id, page.rows, page.start]);
  const [first] = rows;
  if (first) response.json(view(first.id === null ? [] : rows, header(request, Number(first.found), page)));
  else missing(response);
}

const followers = `
  SELECT (SELECT count(*)::int FROM follows WHERE following_id = $1) AS found, page.*
  FROM users owner
  LEFT JOIN LATERAL (
    SELECT ${userColumns}
    FROM follows f JOIN users u ON u.id = f.follower_id
    WHERE f.following_id = owner.id
    ORDER BY f.created DESC, f.follower_id LIMIT $2 OFFSET $3
  ) page ON true
  WHERE owner.id = $1`;

app.get('/v2/users/:id/followers', (request, response) =>
  list(request, response, followers, (rows, header) => ({
    userResults: { header, users: rows.map((row) => user(row, base(request), false)) },
  })),
);

const reviews = `
  SELECT (SELECT count(*)::int FROM reviews WHERE user_id = $1) AS found, page.*,
    owner.name AS author_name, COALESCE(owner.photo_medium, owner.photo_small, owner.photo_large) AS author_photo
  FROM users owner
  LEFT JOIN LATERAL (
    SELECT a.id, a.source, a.created, a.text, a.rating, a.thumbs_up, a.place_id, p.name AS place_name
    FROM reviews a JOIN places p ON p.id = a.place_id
    WHERE a.user_id = owner.id
    ORDER BY a.created DESC, a.id LIMIT $2 OFFSET $3
  ) page ON true
  WHERE owner.id = $1`;

app.get('/v2/users/:id/places/reviews', (request, response) =>
  list(request, response, reviews, (rows, header) => ({
    reviewResults: { header, reviews: rows.map((row) => review(row, request)) },
  })),
);

function user(row: Row, from: string, isWhole: boolean): object {
  const [year, month, day] = String(row.birth).split('-');
  return {
    id: row.id,
    link: link(from, 'users', String(row.id)),
    name: row.name,
    birth: `${day}-${month}-${year}`,
    gender: row.gender,
    photos: {
      ...{ small: row.photo_small, medium: row.photo_medium, large: row.photo_large },
      ...(isWhole && { original: row.photo_original }),
    },
    statistics: { reviews: row.reviews, places: row.places, photos: row.photos, checkins: row.checkins },
  };
}

function review(row: Row, request: Request<{ id: string }>): object {
  const { id } = request.params;
  const from = base(request);
  const uri = `${from}/v2/places/${encodeURIComponent(String(row.place_id))}`;
  return {
    id: row.id,
    link: link(from, 'reviews', String(row.id)),
    ...{ text: row.text, source: row.source },
    statistics: { rating: String(row.rating), thumbsUp: String(row.thumbs_up) },
    creation: {
      author: { id, link: link(from, 'users', id), name: row.author_name, photo: row.author_photo },
      created: (row.created as Date).getTime(),
    },
    place: { id: row.place_id, name: row.place_name, link: { rel: '/linkrels/search/getByPlaceId', uri } },
  };
}

type Asked = Pick<Request, 'protocol' | 'headers' | 'path' | 'url'>;

/** The address that links begin with. */
function base(request: Pick<Asked, 'protocol' | 'headers'>): string {
  return `${request.protocol}://${request.headers.host ?? ''}`;
}

function link(from: string, kind: string, id: string): object {
  return { rel: 'self', uri: `${from}/v2/${kind}/${encodeURIComponent(id)}` };
}

/** The header of a list, with links to the pages beside this one. */
function header(request: Asked, found: number, { rows, start }: { rows: number; start: number }): object {
  const page = (from: number): string => {
    const query = new URLSearchParams(request.url.split('?')[1]);
    query.set('rows', String(rows));
    query.set('start', String(from));
    return `${base(request)}${request.path}?${query.toString()}`;
  };
  return {
    ...{ found, rows, start },
    ...(start + rows < found && { next: page(start + rows) }),
    ...(start > 0 && { previous: page(Math.max(0, start - rows)) }),
  };
}

function missing(response: Response): void {
  response.status(404).json({ status: 404, title: 'Not found' });
}

app.listen(Number(PORT), '127.0.0.1');
