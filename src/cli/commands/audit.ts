import { type Command } from 'commander';
import { type AuditAction, type AuditEntry, AuditLog, auditActions } from '../../audit/audit-log.js';
import { type RunInContext, type CommandContext } from '../command-context.js';
import { optionOf } from '../choices.js';
import { formatTable } from '../table.js';
import { parseDuration } from './duration.js';
import { parseLimit } from './limit.js';

interface ListOptions {
  actor?: string;
  action?: AuditAction;
  subject?: string;
  since?: number;
  limit: number;
  json: boolean;
}

const help = `
Examples:
  audit list --since 7d
  audit list --action sign-in.failed --subject user:maria
  audit list --actor operator:ana --json`;

/** `audit list` */
export function addAudit(program: Command, run: RunInContext): void {
  const commands = program.command('audit').description('Shows who did what: administration and sign-ins.');
  commands
    .command('list')
    .description('Lists the entries of the audit log, the newest first.')
    .option('--actor <actor>', 'who: operator:NAME, client:ID, user:ID or browser')
    .addOption(optionOf('--action <action>', 'what', auditActions))
    .option('--subject <subject>', 'to whom: client:ID, user:ID, place:ID or import:ID')
    .option('--since <time>', 'not older than this, such as 30m, 24h or 7d', parseDuration)
    .option('--limit <number>', 'how many entries at most', parseLimit, 100)
    .option('--json', 'print JSON', false)
    .addHelpText('after', help)
    .action((options: ListOptions) => run((context) => list(context, options), { onlyReads: true }));
}

async function list({ app, terminal }: CommandContext, { since, json, ...options }: ListOptions): Promise<void> {
  const from = since === undefined ? {} : { since: new Date(Date.now() - since * 1000) };
  const entries = await app.get(AuditLog).find({ ...options, ...from });
  if (json) terminal.print(JSON.stringify(entries, null, 2));
  else if (entries.length === 0) terminal.log('No entries match.');
  else terminal.print(formatTable([['WHEN', 'WHO', 'WHAT', 'TO WHOM', 'DETAILS'], ...entries.map(cellsOf)]));
}

function cellsOf({ created, actor, action, subject, details = {} }: AuditEntry): string[] {
  const shown = Object.keys(details).length === 0 ? '' : JSON.stringify(details);
  return [created.toISOString(), actor, action, subject ?? '', shown];
}
