import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { readEnvironment } from '../../src/config/environment.js';
import { settingGroups } from '../../src/config/settings.js';

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

function propertiesOf(settings: z.ZodRawShape): [string, Setting][] {
  const { properties = {} } = z.toJSONSchema(z.object(settings), { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties as Record<string, Setting>);
}

function groupList(settings: z.ZodRawShape, defaults: Record<string, unknown>): string {
  const items = propertiesOf(settings).map(([name, setting]) => {
    // Of a switch, the default says what it takes.
    const words = (setting.enum ?? []).filter((word) => word !== 'true' && word !== 'false');
    const values = setting.takes ?? words.map((word) => `\`${word}\``).join(', ');
    const value = formatDefault(defaults[name]);
    const standard = name in required ? 'required' : value && `default \`${value}\``;
    return `- \`${name}\` (${[standard, values].filter(Boolean).join('; ')}): ${setting.description ?? ''}`;
  });
  return items.join('\n');
}

/** @returns nothing for a setting that is off by default */
function formatDefault(value: unknown): string {
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) return '';
  if (Array.isArray(value)) return value.join(',');
  // Quotas.
  if (typeof value === 'object')
    return Object.entries(value)
      .map((entry) => entry.join('='))
      .join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The addresses of docker-compose.stores.yml. */
const stores: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://postgres:local-only@127.0.0.1:5432/place_directory',
  ELASTICSEARCH_URL: 'http://127.0.0.1:9200',
};

/** The variables of docker-compose.yml that are no settings of the service. */
const composeVariables: Readonly<Record<string, string>> = {
  PUBLISH_ADDRESS: '127.0.0.1',
  POSTGRES_PASSWORD: 'local-only',
};

/** `.env.example`: every setting as a comment with its default, so that a copy changes nothing. */
export function environmentExample(): string {
  const defaults: Record<string, unknown> = readEnvironment(required);
  const groups = settingGroups.map(({ title, settings }) => {
    const lines = propertiesOf(settings).map(([name, { description = '' }]) => {
      const text = description.replaceAll(/\[(.*?)\]\(.*?\)/g, '$1');
      return `# ${text}\n#${name}=${stores[name] ?? formatDefault(defaults[name])}`;
    });
    return `## ${title}\n\n${lines.join('\n\n')}\n`;
  });
  const compose = Object.entries(composeVariables).map(([name, value]) => `#${name}=${value}\n`);
  return [exampleHeader, ...groups, `## Configure docker compose (docker-compose.yml)\n\n${compose.join('')}`].join(
    '\n',
  );
}

const exampleHeader = `# Made by npm run generate -- documents. Copy this file to .env, and take away the # of what you change.
# npm start, start:dev, start:debug, npm run cli and docker compose read .env. Variables that are set already win.
# The image, start:prod and the tests do not read it. docs/operations/configuration.md has the allowed values.
# The two addresses are those of docker-compose.stores.yml: without them, npm start finds or starts the servers.
`;

interface OpenApi {
  readonly paths: Readonly<Record<string, { get?: { security?: Record<string, unknown>[]; summary: string } }>>;
}

/** The tokens that most endpoints take: the list leaves them out. */
const usualKinds = 'application or user';

/** The endpoints of the OpenAPI document that need a token, without the addresses under `/v2/users/me`. */
export function endpointList(): string {
  const { paths } = JSON.parse(readFileSync('test/golden/openapi.json', 'utf8')) as OpenApi;
  const rows = Object.entries(paths).flatMap(([path, { get }]) => {
    const kinds = (get?.security ?? []).flatMap(Object.keys).filter((scheme) => scheme !== 'bearer');
    if (!get || kinds.length === 0 || path.startsWith('/v2/users/me')) return [];
    const needs = kinds.join(' or ');
    return [`- \`${path}\`${needs === usualKinds ? '' : ` (${needs})`}: ${get.summary}.`];
  });
  return rows.join('\n');
}
