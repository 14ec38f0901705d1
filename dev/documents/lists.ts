import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { readEnvironment } from '../../src/config/environment.js';
import { settingGroups } from '../../src/config/settings.js';
import { type ProblemCode, problems } from '../../src/http/problems.js';

/** A setting in JSON Schema, with `takes` of its metadata. */
interface Setting {
  description?: string;
  takes?: string;
  enum?: string[];
}

/** The settings without a default. */
const required = { DATABASE_URL: 'postgres://host/database', ELASTICSEARCH_URL: 'http://host:9200' };

/** A heading and a list for each group of settings. */
export function settingLists(): string {
  const defaults: Record<string, unknown> = readEnvironment(required);
  return settingGroups.map(({ title, settings }) => `## ${title}\n\n${groupList(settings, defaults)}`).join('\n\n');
}

function groupList(settings: z.ZodRawShape, defaults: Record<string, unknown>): string {
  const { properties = {} } = z.toJSONSchema(z.object(settings), { io: 'input', unrepresentable: 'any' });
  const items = Object.entries(properties as Record<string, Setting>).map(([name, setting]) => {
    const values = setting.takes ?? (setting.enum ?? []).map((word) => `\`${word}\``).join(', ');
    const standard = name in required ? 'required; ' : formatDefault(defaults[name]);
    return `- \`${name}\` (${standard}${values}): ${setting.description ?? ''}`;
  });
  return items.join('\n');
}

/** @returns nothing for a setting that is off by default */
function formatDefault(value: unknown): string {
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) return '';
  // A quota.
  if (typeof value === 'object' && 'requests' in value && 'seconds' in value)
    return `default \`${String(value.requests)}/${String(value.seconds)}\`; `;
  return `default \`${typeof value === 'string' ? value : JSON.stringify(value)}\`; `;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, { get?: { security?: Record<string, unknown>[]; summary: string } }>>;
}

/** The endpoints of the OpenAPI document that need a token, without the addresses under `/v2/users/me`. */
export function endpointList(): string {
  const { paths } = JSON.parse(readFileSync('test/golden/openapi.json', 'utf8')) as OpenApi;
  const rows = Object.entries(paths).flatMap(([path, { get }]) => {
    const kinds = (get?.security ?? []).flatMap(Object.keys).filter((scheme) => scheme !== 'bearer');
    if (!get || kinds.length === 0 || path.startsWith('/v2/users/me')) return [];
    return [`- \`${path}\` (${kinds.join(' or ')}): ${get.summary}.`];
  });
  return rows.join('\n');
}

/** All problems of the service by their titles. `/docs/problems` says when they occur, and what to do. */
export function problemList(): string {
  const rows = (Object.keys(problems) as ProblemCode[])
    .sort((a, b) => problems[a].status - problems[b].status)
    .map((code) => `- ${problems[code].status} \`${code}\`: ${problems[code].title}.`);
  return rows.join('\n');
}
