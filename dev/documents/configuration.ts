import { z } from 'zod';
import { environmentSchema, readEnvironment } from '../../src/config/environment.js';
import { tableOf } from './table.js';

interface Variable {
  description?: string;
  takes?: string;
  enum?: string[];
}

/** Without these the service does not start, so they have no default. */
const needed = { DATABASE_URL: 'postgres://host/database', ELASTICSEARCH_URL: 'http://host:9200' };

/** Every variable of the environment, as the schema that reads it says. */
export function configurationTable(): string {
  const { properties = {} } = z.toJSONSchema(environmentSchema, { io: 'input', unrepresentable: 'any' });
  const defaults: Record<string, unknown> = readEnvironment(needed);
  const rows = Object.entries(properties as Record<string, Variable>).map(([name, variable]) => [
    `\`${name}\``,
    name in needed ? 'needed' : shown(defaults[name]),
    variable.takes ?? (variable.enum ?? []).map((word) => `\`${word}\``).join(', '),
    variable.description ?? '',
  ]);
  return tableOf(['Variable', 'Default', 'Takes', 'Meaning'], rows);
}

function shown(value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'none';
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}
