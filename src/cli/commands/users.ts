import { type Command } from 'commander';
import { AccountsService } from '../../users/accounts.service.js';
import { audit } from '../audit.js';
import { CommandError } from '../command-error.js';
import { type RunInContext, type CommandContext } from '../command-context.js';
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
    .action((id: string) => run((context) => disable(context, id)));
  users
    .command('enable')
    .description('Lets a disabled user sign in again. Old tokens stay revoked.')
    .argument('<id>')
    .action((id: string) => run((context) => enable(context, id)));
  addUserDelete(users, run);
}

async function disable(context: CommandContext, id: string): Promise<void> {
  const { app, terminal } = context;
  if (!(await app.get(AccountsService).disable(id)))
    throw new CommandError(`User ${id} does not exist or is already disabled.`);
  await audit(context, 'user.disable', `user:${id}`);
  terminal.print(`Disabled ${id}`);
}

async function enable(context: CommandContext, id: string): Promise<void> {
  const { app, terminal } = context;
  if (!(await app.get(AccountsService).enable(id)))
    throw new CommandError(`User ${id} does not exist or is not disabled.`);
  await audit(context, 'user.enable', `user:${id}`);
  terminal.print(`Enabled ${id}`);
}
