import { type Command } from 'commander';
import { AccountsService } from '../../users/accounts.service.js';
import { audited } from '../audit.js';
import { CommandError } from '../command-error.js';
import { type RunInContext, type CommandContext } from '../command-context.js';
import { noSuchUser } from './no-such-user.js';
import { addUserCreate } from './user-create.js';
import { addUserDelete } from './user-delete.js';
import { addUserDetails } from './user-details.js';

/** `users list|show|create|set-password|disable|enable|delete|export` */
export function addUsers(program: Command, run: RunInContext): void {
  const users = program.command('users').description('Manages users.');
  addUserDetails(users, run);
  addUserCreate(users, run);
  users
    .command('disable')
    .description('Disables a user, who can no longer sign in, and revokes the tokens of the user.')
    .argument('<id>')
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  users disable maria')
    .action((id: string, { json }: { json: boolean }) => run((context) => disable(context, id, json)));
  users
    .command('enable')
    .description('Lets a disabled user sign in again. Old tokens stay revoked.')
    .argument('<id>')
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  users enable maria')
    .action((id: string, { json }: { json: boolean }) => run((context) => enable(context, id, json)));
  addUserDelete(users, run);
}

async function disable(context: CommandContext, id: string, json: boolean): Promise<void> {
  const { app, terminal } = context;
  await audited(
    context,
    async ({ accounts }) => {
      if (!(await accounts.disable(id))) throw await unchanged(app, id, 'is already disabled');
    },
    () => ['user.disable', `user:${id}`],
  );
  terminal.print(json ? JSON.stringify({ id, disabled: true }, null, 2) : `Disabled ${id}`);
}

async function enable(context: CommandContext, id: string, json: boolean): Promise<void> {
  const { app, terminal } = context;
  await audited(
    context,
    async ({ accounts }) => {
      if (!(await accounts.enable(id))) throw await unchanged(app, id, 'is not disabled');
    },
    () => ['user.enable', `user:${id}`],
  );
  terminal.print(json ? JSON.stringify({ id, disabled: false }, null, 2) : `Enabled ${id}`);
}

async function unchanged(app: CommandContext['app'], id: string, reason: string): Promise<CommandError> {
  const isThere = (await app.get(AccountsService).isDisabled(id)) !== undefined;
  return isThere ? new CommandError(`User ${id} ${reason}.`) : noSuchUser(id);
}
