import { type Express, type Request, type Response } from 'express';
import { type Pool } from 'pg';
import { base, header, link, missing } from './responses.js';
import * as sql from './queries.js';

type Row = Record<string, string | number | Date | null>;

/** Users and their lists. A response takes one statement. */
export function userRoutes(app: Express, pool: Pool): void {
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

  const list = async (
    request: Request<{ id: string }>,
    response: Response,
    statement: string,
    view: (rows: Row[], header: object) => object,
  ): Promise<void> => {
    const page = { rows: Number(request.query.rows ?? 10), start: Number(request.query.start ?? 0) };
    const result = await pool.query<Row>(statement, [request.params.id, page.rows, page.start]);
    const [first] = result.rows;
    if (first) response.json(view(first.id === null ? [] : result.rows, header(request, Number(first.found), page)));
    else missing(response);
  };

  app.get('/v2/users/:id/followers', (request, response) =>
    list(request, response, sql.followers, (rows, header) => ({
      userResults: { header, users: rows.map((row) => user(row, base(request), false)) },
    })),
  );

  app.get('/v2/users/:id/places/checkins', (request, response) =>
    list(request, response, sql.checkins, (rows, header) => ({
      checkinResults: { header, checkins: rows.map((row) => activity(row, request)) },
    })),
  );

  app.get('/v2/users/:id/places/reviews', (request, response) =>
    list(request, response, sql.reviews, (rows, header) => ({
      reviewResults: {
        header,
        reviews: rows.map((row) => ({
          id: row.id,
          link: link(base(request), 'reviews', String(row.id)),
          text: row.text,
          ...activity(row, request, { rating: String(row.rating), thumbsUp: String(row.thumbs_up) }),
        })),
      },
    })),
  );
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
