import { type Command } from 'commander';
import { AccountsService } from '../../users/accounts.service.js';
import { CommandError } from '../command-error.js';
import { type RunInSession, type Session } from '../session.js';

/** `users disable|enable` */
export function addUsers(program: Command, run: RunInSession): void {
  const users = program.command('users').description('Disables and enables users.');
  users
    .command('disable')
    .description('Disables a user, who can no longer sign in, and revokes the tokens of the user.')
    .argument('<id>')
    .action((id: string) => run((session) => disable(session, id)));
  users
    .command('enable')
    .description('Lets a disabled user sign in again. Old tokens stay revoked.')
    .argument('<id>')
    .action((id: string) => run((session) => enable(session, id)));
}

async function disable({ app, terminal }: Session, id: string): Promise<void> {
  if (!(await app.get(AccountsService).disable(id)))
    throw new CommandError(`User ${id} does not exist or is already disabled.`);
  terminal.print(`Disabled ${id}`);
}

async function enable({ app, terminal }: Session, id: string): Promise<void> {
  if (!(await app.get(AccountsService).enable(id)))
    throw new CommandError(`User ${id} does not exist or is not disabled.`);
  terminal.print(`Enabled ${id}`);
}
