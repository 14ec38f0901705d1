import { Client } from '@elastic/elasticsearch';
import express from 'express';
import { Pool } from 'pg';
import { pino } from 'pino';
import { placeRoutes } from './express/place-routes.js';
import { Tokens } from './express/tokens.js';
import { userRoutes } from './express/user-routes.js';

/**
 * The API that a team writes in an afternoon: the same endpoints by hand with Express, the client of Elasticsearch and
 * `pg`. It looks tokens up and logs each request. It supports neither XML nor `fl`, and validates no parameters.
 */
const { PORT, DATABASE_URL, ELASTICSEARCH_URL = '', ELASTICSEARCH_INDEX = '' } = process.env;
const pool = new Pool({ connectionString: DATABASE_URL, max: 10 });
const tokens = new Tokens(pool);
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

app.use(async (request, response, next) => {
  const access = await tokens.find(request.headers.authorization?.slice('Bearer '.length) ?? '');
  if (!access) response.status(401).json({ status: 401, title: 'Unauthorized' });
  else if (request.path.endsWith('/verify') && !access.trusted)
    response.status(403).json({ status: 403, title: 'Forbidden' });
  else next();
});

placeRoutes(app, new Client({ node: ELASTICSEARCH_URL }), ELASTICSEARCH_INDEX);
userRoutes(app, pool);

app.listen(Number(PORT), '127.0.0.1');
