import { userInfo } from 'node:os';
import { Option } from 'commander';
import { type EntityManager } from 'typeorm';
import { type AuditAction, AuditLog, auditActions } from '../audit/audit-log.js';
import { ClientStore } from '../auth/client-store.js';
import { TokenAdministration } from '../auth/token-administration.js';
import { TokenStore } from '../auth/token-store.js';
import { AccountsService } from '../users/accounts.service.js';
import { UserAdministration } from '../users/user-administration.service.js';
import { type CommandContext } from './command-context.js';
import { type CommandGroup, parseDuration, parseLimit, printList } from './command-table.js';

/** What the operator has done: action, subject, details. */
export type Action = [action: AuditAction, subject?: string | undefined, details?: Readonly<Record<string, unknown>>];

/** Stores that change rows in one transaction. */
export interface TransactionStores {
  manager: EntityManager;
  accounts: AccountsService;
  clients: ClientStore;
  tokenAdministration: TokenAdministration;
  tokens: TokenStore;
  users: UserAdministration;
}

/** Records what the operator has done. */
export async function recordAction(context: CommandContext, ...action: Action): Promise<void> {
  await record(context, action);
  log(context, action);
}

/**
 * Changes something and records it, in one transaction. A command that fails or is killed leaves neither: without its entry,
 * nobody could prove a deletion, and a new secret that was never printed would be in force.
 *
 * @param change throws to undo the change
 */
export async function changeAndRecord<T>(
  context: CommandContext,
  change: (stores: TransactionStores) => Promise<T>,
  describe: (result: T) => Action,
): Promise<T> {
  const result = await context.database.transaction(async (manager) => {
    const changed = await change(storesOf(context, manager));
    await record(context, describe(changed), manager);
    return changed;
  });
  log(context, describe(result));
  return result;
}

/** The stores over a transaction. */
export function storesOf({ app }: CommandContext, manager: EntityManager): TransactionStores {
  return {
    manager,
    accounts: new AccountsService(manager),
    clients: new ClientStore(manager),
    tokenAdministration: new TokenAdministration(manager),
    tokens: app.get(TokenStore).within(manager),
    users: new UserAdministration(manager),
  };
}

async function record(context: CommandContext, action: Action, manager?: EntityManager): Promise<void> {
  await context.app.get(AuditLog).record(eventOf(context, action), manager);
}

/** The log of a job. At a terminal, and in development, the message of the command says enough. */
function log(context: CommandContext, action: Action): void {
  const { environment, terminal } = context;
  if (environment.NODE_ENV !== 'production' || terminal.isInteractive) return;
  const line = { time: new Date().toISOString(), audit: eventOf(context, action), msg: `Audit: ${action[0]}` };
  terminal.log(JSON.stringify(line));
}

/** Who runs the command. */
export function operatorOf({ environment }: CommandContext): string {
  return environment.OPERATOR ?? systemUser();
}

function eventOf(context: CommandContext, [action, subject, details]: Action) {
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
}

export const command: CommandGroup = {
  usesIndex: false,
  commands: [
    {
      name: 'list',
      description: 'Lists the entries of the audit log, the newest first.',
      options: (command) =>
        command
          .option('--actor <actor>', 'who: operator:NAME, client:ID, user:ID or browser')
          .addOption(new Option('--action <action>', 'what').choices(auditActions))
          .option('--subject <subject>', 'to whom: client:ID, user:ID, place:ID, source:NAME or import:ID')
          .option('--since <time>', 'not older than this, such as 30m, 24h or 7d', parseDuration)
          .option('--limit <number>', 'how many entries at most', parseLimit, 100),
      examples: [
        'audit list --since 7d',
        'audit list --action sign-in.failed --subject user:maria',
        'audit list --actor operator:ana --json',
      ],
      work: list,
    },
  ],
};

async function list(context: CommandContext, { since, ...options }: ListOptions): Promise<void> {
  const from = since === undefined ? {} : { since: new Date(Date.now() - since * 1000) };
  const entries = await context.app.get(AuditLog).find({ ...options, ...from });
  printList(context, entries, ['created', 'actor', 'action', 'subject', 'details'], 'No entries match.');
}
