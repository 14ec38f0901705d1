import { type Command } from 'commander';
import { deletionProof, UserAdministration } from '../../users/user-administration.service.js';
import { audit, audited } from '../audit.js';
import { CommandError } from '../command-error.js';
import { type RunInContext, type CommandContext } from '../command-context.js';
import { exportUser } from '../export/export-user.js';
import { formatTable } from '../table.js';
import { interruptible } from '../interruption.js';
import { writePrivateFile } from '../private-file.js';
import { noSuchUser } from './no-such-user.js';

const deleteHelp = `
Deletes the record, reviews, check-ins, follows, sessions and tokens, and makes the audit log anonymous. Not reversible. Backups,
exports and logs keep what they have: see docs/operations/administration.md. Run recount to update statistics of places.

Example:
  users delete ana --yes`;

/** `users delete|export` */
export function addUserDelete(users: Command, run: RunInContext): void {
  users
    .command('delete')
    .description('Deletes a user with everything that is stored about the user.')
    .argument('<id>')
    .option('--yes', 'delete; without it the command only says what it would delete', false)
    .option('--json', 'print JSON', false)
    .addHelpText('after', deleteHelp)
    .action((id: string, options: DeleteOptions) => run((context) => deleteUser(context, id, options)));
  users
    .command('export')
    .description('Writes everything that is stored about a user as JSON, except hashes of passwords and tokens.')
    .requiredOption('--id <id>', 'identifier of the user')
    .option('--json', 'accepted, as by the other commands: the output is always JSON', true)
    .option('--output <file>', 'a file that only you can read (default: standard output)')
    .addHelpText('after', '\nExample:\n  users export --id ana --output ana.json')
    .action((options: ExportOptions) => run((context) => writeExport(context, options)));
}

interface DeleteOptions {
  yes: boolean;
  json: boolean;
}

async function deleteUser(context: CommandContext, id: string, { yes, json }: DeleteOptions): Promise<void> {
  const { app, terminal } = context;
  const user = await app.get(UserAdministration).find(id);
  if (!user) throw noSuchUser(id);
  if (!yes) {
    const { stored } = user;
    throw new CommandError(
      `This deletes ${id} with ${stored.reviews} reviews and ${stored.checkins} check-ins for good: add --yes.`,
      2,
    );
  }
  const deleted = await audited(
    context,
    async ({ users }) => {
      const rows = await users.delete(id);
      if (!rows) throw noSuchUser(id);
      return rows;
    },
    () => ['user.delete', undefined, { sha256: deletionProof(id) }],
  );
  if (json) terminal.print(JSON.stringify({ id, deleted }, null, 2));
  else
    terminal.print(formatTable(Object.entries(deleted).map(([table, count]) => [table, count.toLocaleString('en')])));
}

interface ExportOptions {
  id: string;
  output?: string;
}

async function writeExport(context: CommandContext, { id, output }: ExportOptions): Promise<void> {
  const exported = await context.database.transaction('REPEATABLE READ', (manager) => exportUser(manager, id));
  if (!exported) throw noSuchUser(id);
  await audit(context, 'user.export', `user:${id}`);
  const text = JSON.stringify(exported, null, 2);
  if (output === undefined) context.terminal.print(text);
  else await interruptible((signal) => writePrivateFile(output, [`${text}\n`], signal));
}
