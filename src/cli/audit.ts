import { userInfo } from 'node:os';
import { type EntityManager } from 'typeorm';
import { type Command } from 'commander';
import { type AuditAction, AuditLog, type AuditEntry, auditActions } from '../audit/audit-log.js';
import { ClientStore } from '../auth/client-store.js';
import { TokenAdministration } from '../auth/token-administration.js';
import { TokenStore } from '../auth/token-store.js';
import { WorkingCredentials } from '../demonstration/working-credentials.js';
import { AccountsService } from '../users/accounts.service.js';
import { UserAdministration } from '../users/user-administration.service.js';
import { type CommandContext, type RunInContext } from './command-context.js';
import { optionOf, parseDuration, parseLimit } from './arguments.js';
import { formatTable } from './terminal.js';

/** What the operator has done: action, subject, details. */
type Done = [action: AuditAction, subject?: string | undefined, details?: Readonly<Record<string, unknown>>];

/** Stores that change rows in one transaction. */
interface Stores {
  manager: EntityManager;
  accounts: AccountsService;
  clients: ClientStore;
  tokenAdministration: TokenAdministration;
  tokens: TokenStore;
  users: UserAdministration;
}

/** Records what the operator has done. */
export async function audit(context: CommandContext, ...done: Done): Promise<void> {
  await record(context, done);
  log(context, done);
}

/**
 * Changes something and records it, in one transaction. A command that fails or is killed leaves neither: without its entry,
 * nobody could prove a deletion, and a new secret that was never printed would be in force.
 *
 * @param change throws to undo the change
 */
export async function audited<T>(
  context: CommandContext,
  change: (stores: Stores) => Promise<T>,
  describe: (result: T) => Done,
): Promise<T> {
  const result = await context.database.transaction(async (manager) => {
    const changed = await change(storesOf(context, manager));
    await record(context, describe(changed), manager);
    return changed;
  });
  log(context, describe(result));
  await warnOfDemonstration(context, describe(result)[0]);
  return result;
}

/** The check at the start would be too late: the credentials would work until then. */
async function warnOfDemonstration({ app, environment, terminal }: CommandContext, action: AuditAction): Promise<void> {
  if (environment.NODE_ENV !== 'production' || !/^(client|user)\./.test(action)) return;
  for (const { reason, remedies } of await app.get(WorkingCredentials).find()) {
    terminal.log(`Anybody can use this: ${reason}. Run ${remedies.join(', or ')}.`);
  }
}

function storesOf({ app }: CommandContext, manager: EntityManager): Stores {
  return {
    manager,
    accounts: new AccountsService(manager),
    clients: app.get(ClientStore).within(manager),
    tokenAdministration: new TokenAdministration(manager),
    tokens: app.get(TokenStore).within(manager),
    users: new UserAdministration(manager),
  };
}

async function record(context: CommandContext, done: Done, manager?: EntityManager): Promise<void> {
  await context.app.get(AuditLog).record(eventOf(context, done), manager);
}

/** The log of a job. At a terminal, and in development, the message of the command says enough. */
function log(context: CommandContext, done: Done): void {
  const { environment, terminal } = context;
  if (environment.NODE_ENV !== 'production' || terminal.isInteractive) return;
  const [action] = done;
  const line = { time: new Date().toISOString(), audit: eventOf(context, done), msg: `Audit: ${action}` };
  terminal.log(JSON.stringify(line));
}

/** Who runs the command. */
export function operatorOf({ environment }: CommandContext): string {
  return environment.OPERATOR ?? systemUser();
}

function eventOf(context: CommandContext, [action, subject, details]: Done) {
  const actor = `operator:${operatorOf(context)}`;
  return { actor, action, ...(subject !== undefined && { subject }), ...(details && { details }) };
}

/** A container may run as a number without a name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

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
