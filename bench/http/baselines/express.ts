import express, { type Request, type Response } from 'express';
import { Pool } from 'pg';
import * as sql from './queries.js';

/**
 * The same endpoints written by hand with Express. Tokens are in a map, and a response takes one statement. It supports
 * neither XML nor `fl`, and validates no parameters.
 */
const tokens = new Map(Object.entries(JSON.parse(process.env.TOKENS ?? '{}') as Record<string, 'any' | 'trusted'>));
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = express();
app.disable('x-powered-by');

type Row = Record<string, string | number | Date | null>;

app.use((request, response, next) => {
  const kind = tokens.get(request.headers.authorization?.slice('Bearer '.length) ?? '');
  if (kind === undefined) {
    response.status(401).json({ status: 401, title: 'Unauthorized' });
    return;
  }
  if (request.path.endsWith('/verify') && kind !== 'trusted') {
    response.status(403).json({ status: 403, title: 'Forbidden' });
    return;
  }
  next();
});

app.get('/v2/users/:id', async (request, response) => {
  const { rows } = await pool.query<Row>(sql.oneUser, [request.params.id]);
  const [row] = rows;
  if (row) response.json({ user: user(row, base(request), true) });
  else missing(response);
});

app.get('/v2/users/:email/verify', async (request, response) => {
  const { rowCount } = await pool.query(sql.oneEmail, [request.params.email]);
  if (rowCount === 0) missing(response);
  else response.json({ exists: true });
});

app.get('/v2/users/:id/followers', async (request, response) => {
  await list(request, response, sql.followers, (rows, header) => ({
    userResults: { header, users: rows.map((row) => user(row, base(request), false)) },
  }));
});

app.get('/v2/users/:id/places/checkins', async (request, response) => {
  await list(request, response, sql.checkins, (rows, header) => ({
    checkinResults: { header, checkins: rows.map((row) => activity(row, request)) },
  }));
});

app.get('/v2/users/:id/places/reviews', async (request, response) => {
  await list(request, response, sql.reviews, (rows, header) => ({
    reviewResults: {
      header,
      reviews: rows.map((row) => ({
        id: row.id,
        link: link(base(request), 'reviews', String(row.id)),
        text: row.text,
        ...activity(row, request, { rating: String(row.rating), thumbsUp: String(row.thumbs_up) }),
      })),
    },
  }));
});

async function list(
  request: Request<{ id: string }>,
  response: Response,
  statement: string,
  view: (rows: Row[], header: object) => object,
): Promise<void> {
  const rows = Number(request.query.rows ?? 10);
  const start = Number(request.query.start ?? 0);
  const result = await pool.query<Row>(statement, [request.params.id, rows, start]);
  const [first] = result.rows;
  if (!first) {
    missing(response);
    return;
  }
  const found = Number(first.found);
  const page = (from: number): string => `${base(request)}${request.path}?rows=${rows}&start=${from}`;
  const header = {
    found,
    rows,
    start,
    ...(start + rows < found && { next: page(start + rows) }),
    ...(start > 0 && { previous: page(Math.max(0, start - rows)) }),
  };
  response.json(view(first.id === null ? [] : result.rows, header));
}

function user(row: Row, from: string, isWhole: boolean): object {
  const [year, month, day] = String(row.birth).split('-');
  return {
    id: row.id,
    link: link(from, 'users', String(row.id)),
    name: row.name,
    birth: `${day}-${month}-${year}`,
    gender: row.gender,
    photos: {
      small: row.photo_small,
      medium: row.photo_medium,
      large: row.photo_large,
      ...(isWhole && { original: row.photo_original }),
    },
    statistics: { reviews: row.reviews, places: row.places, photos: row.photos, checkins: row.checkins },
  };
}

function activity(row: Row, request: Request<{ id: string }>, statistics?: object): object {
  const { id } = request.params;
  const from = base(request);
  return {
    source: row.source,
    ...(statistics && { statistics }),
    creation: {
      author: { id, link: link(from, 'users', id), name: row.author_name, photo: row.author_photo },
      created: (row.created as Date).getTime(),
    },
    place: {
      id: row.place_id,
      name: row.place_name,
      link: {
        rel: '/linkrels/search/getByPlaceId',
        uri: `${from}/v2/places/${encodeURIComponent(String(row.place_id))}`,
      },
    },
  };
}

function link(from: string, kind: string, id: string): object {
  return { rel: 'self', uri: `${from}/v2/${kind}/${encodeURIComponent(id)}` };
}

function base(request: Request): string {
  return `${request.protocol}://${request.headers.host ?? ''}`;
}

function missing(response: Response): void {
  response.status(404).json({ status: 404, title: 'Not found' });
}

app.listen(Number(process.env.PORT), '127.0.0.1');
