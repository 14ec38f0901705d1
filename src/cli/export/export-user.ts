import { type EntityManager } from 'typeorm';
import { recordLine } from './exporters.js';

/** The parts of an export of a person. Each statement returns one JSON value for the user $1. */
const parts: Readonly<Record<string, string>> = {
  user: `SELECT ${recordLine('users')} AS part FROM users WHERE id = $1`,
  reviews: listOf(recordLine('reviews'), 'reviews WHERE user_id = $1', 'id'),
  checkins: listOf(recordLine('checkins'), 'checkins WHERE user_id = $1', 'id'),
  follows: listOf(
    recordLine('follows'),
    'follows WHERE follower_id = $1 OR following_id = $1',
    'follower_id, following_id',
  ),
  sessions: listOf(
    "json_build_object('created', created, 'expires', expires, 'browser', browser)",
    'sessions WHERE user_id = $1',
    'created',
  ),
  consents: listOf(
    "json_build_object('client', client_id, 'created', created, 'used', used, 'expires', expires, 'revoked', revoked)",
    'token_families WHERE user_id = $1',
    'created',
  ),
  tokens: listOf(
    "json_build_object('client', client_id, 'scope', scope, 'created', created, 'expires', expires, 'revoked', revoked)",
    'access_tokens WHERE user_id = $1',
    'created',
  ),
  audit: listOf(
    "json_build_object('created', created, 'actor', actor, 'action', action, 'details', details)",
    "audit_log WHERE subject = 'user:' || $1 OR actor = 'user:' || $1",
    'audit_log.id',
  ),
};

/** Everything that is stored about a user, without hashes. @returns undefined if no such user exists */
export async function exportUser(manager: EntityManager, id: string): Promise<Record<string, unknown> | undefined> {
  const exported: Record<string, unknown> = {};
  for (const [name, statement] of Object.entries(parts)) {
    const [row] = await manager.query<{ part: unknown }[]>(statement, [id]);
    if (!row) return undefined;
    exported[name] = row.part;
  }
  return exported;
}

function listOf(value: string, rows: string, order: string): string {
  return `SELECT COALESCE(json_agg(json_strip_nulls(${value}) ORDER BY ${order}), '[]') AS part FROM ${rows}`;
}
