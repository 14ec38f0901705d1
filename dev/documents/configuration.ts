import { z } from 'zod';
import { readEnvironment } from '../../src/config/environment.js';
import { settingGroups } from '../../src/config/settings.js';
import { markdownTable } from '../markdown-table.js';

/** What JSON Schema says of a setting, and `takes` of its metadata. */
interface Setting {
  description?: string;
  takes?: string;
  enum?: string[];
}

/** The settings without a default. */
const required = { DATABASE_URL: 'postgres://host/database', ELASTICSEARCH_URL: 'http://host:9200' };

/** A heading and a table for each group of settings. */
export function configurationTables(): string {
  const defaults: Record<string, unknown> = readEnvironment(required);
  return settingGroups.map(({ title, settings }) => `## ${title}\n\n${groupTable(settings, defaults)}`).join('\n\n');
}

function groupTable(settings: z.ZodRawShape, defaults: Record<string, unknown>): string {
  const { properties = {} } = z.toJSONSchema(z.object(settings), { io: 'input', unrepresentable: 'any' });
  const rows = Object.entries(properties as Record<string, Setting>).map(([name, setting]) => [
    `\`${name}\``,
    name in required ? 'required' : formatDefault(defaults[name]),
    setting.takes ?? (setting.enum ?? []).map((word) => `\`${word}\``).join(', '),
    setting.description ?? '',
  ]);
  return markdownTable(['Variable', 'Default', 'Values', 'Meaning'], rows);
}

function formatDefault(value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'none';
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}
