import { Inject, Injectable } from '@nestjs/common';
import { type Client } from 'pg';
import { type DataSource } from 'typeorm';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { InjectBackground } from '../../database/background.js';
import { LongStatements } from '../../database/statements.js';
import { ReadDatabase } from '../../database/read-database.js';
import { recompute } from '../areas/area-refresh.js';
import { type MapPoint } from './mercator.js';
import { readStreets } from './read-streets.js';
import { type StreetLine, streetLines } from './street.js';

/** Lines that are inserted at once. */
const BATCH = 500;

/** The longest ones of a tile. More are too many to be seen. */
const MAX_LINES = 3000;

const UNITS = 2 ** 32;

interface LineRow {
  readonly name: string;
  readonly length: number;
  readonly line: Buffer;
}

/** An area of the map: fractions of its width, from the west and the north. */
export interface MapArea {
  readonly west: number;
  readonly north: number;
  readonly east: number;
  readonly south: number;
}

/** The table `streets`: lines through the addresses of the table `places` (docs/adr/0050-explore-and-maps.md). */
@Injectable()
export class StreetTable {
  private readonly statements: LongStatements;

  constructor(
    @InjectBackground() private readonly database: DataSource,
    private readonly reads: ReadDatabase,
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'DATABASE_URL'>,
  ) {
    this.statements = new LongStatements(database, environment.DATABASE_URL, 'streets');
  }

  /** Computes the streets, unless no place has changed since the last time. */
  async compute(): Promise<void> {
    await this.statements.with((client) =>
      recompute(client, { table: 'streets', runs: 'street_runs' }, () => fill(client)),
    );
  }

  /** A text that changes when the streets were computed again; undefined if they never were. */
  async version(): Promise<string | undefined> {
    const rows = await this.database.query<{ finished: Date }[]>('SELECT finished FROM street_runs');
    return rows[0]?.finished.toISOString();
  }

  /** The streets of an area that tiles of a zoom level show, the longest ones first. */
  async linesIn({ west, north, east, south }: MapArea, zoom: number): Promise<Omit<StreetLine, 'zoom'>[]> {
    // On the primary: replicas may lack what `version` tells of, and the tiles of a version are cached.
    const rows = await this.reads.queryPrimary<LineRow[]>(
      // The number is part of the text, so that PostgreSQL uses the index of far streets also for a named statement.
      `SELECT name, length, line FROM streets WHERE bounds && box(point($1, $2), point($3, $4)) AND zoom <= ${zoom}
       ORDER BY length DESC, name LIMIT ${MAX_LINES}`,
      [west, north, east, south],
    );
    return rows.map(({ name, length, line }) => ({ name, length, line: decode(line) }));
  }

  /** Cancels the statements, and starts no more of them. */
  stop(): Promise<void> {
    return this.statements.stop();
  }
}

async function fill(client: Client): Promise<void> {
  let batch: StreetLine[] = [];
  for await (const street of readStreets(client)) {
    batch.push(...streetLines(street));
    if (batch.length < BATCH) continue;
    await insert(client, batch);
    batch = [];
  }
  await insert(client, batch);
}

async function insert(client: Client, streets: readonly StreetLine[]): Promise<void> {
  const bounds = streets.map(({ line }) => {
    const [xs, ys] = [line.map(({ x }) => x), line.map(({ y }) => y)];
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  });
  await client.query(
    `INSERT INTO streets (name, length, zoom, line, bounds)
     SELECT name, length, zoom, line, box(point(west, north), point(east, south))
     FROM unnest($1::text[], $2::int[], $3::int[], $4::bytea[], $5::float8[], $6::float8[], $7::float8[], $8::float8[])
       AS lines (name, length, zoom, line, west, north, east, south)`,
    [
      streets.map(({ name }) => name),
      streets.map(({ length }) => length),
      streets.map(({ zoom }) => zoom),
      streets.map(({ line }) => encode(line)),
      ...[0, 1, 2, 3].map((side) => bounds.map((edges) => edges[side])),
    ],
  );
}

function encode(line: readonly MapPoint[]): Buffer {
  const bytes = Buffer.alloc(line.length * 8);
  for (const [at, { x, y }] of line.entries()) {
    bytes.writeUInt32LE(toUnits(x), at * 8);
    bytes.writeUInt32LE(toUnits(y), at * 8 + 4);
  }
  return bytes;
}

/** The eastern edge, at 180°, has no unit of its own. */
function toUnits(fraction: number): number {
  return Math.min(Math.floor(fraction * UNITS), UNITS - 1);
}

function decode(bytes: Buffer): MapPoint[] {
  return Array.from({ length: bytes.length / 8 }, (_, at) => ({
    x: bytes.readUInt32LE(at * 8) / UNITS,
    y: bytes.readUInt32LE(at * 8 + 4) / UNITS,
  }));
}
