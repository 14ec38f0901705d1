import { changeAndRecord, type TransactionStores } from '../audit.js';
import { type CommandContext } from '../command-context.js';
import { CommandError } from '../command-error.js';
import { type CommandRow } from '../command-table.js';

interface Subject {
  noun: 'client' | 'user';
  /** An identifier for the help. */
  example: string;
  /** The descriptions of the two commands. */
  disable: string;
  enable: string;
  /** @throws CommandError if there is none of this identifier */
  check: (context: CommandContext, id: string) => Promise<unknown>;
  store: (stores: TransactionStores) => Readonly<Record<'disable' | 'enable', (id: string) => Promise<boolean>>>;
}

/** `disable` and `enable` */
export function disableAndEnable({ noun, example, check, store, ...descriptions }: Subject): CommandRow[] {
  const title = noun === 'client' ? 'Client' : 'User';
  return (['disable', 'enable'] as const).map((action) => ({
    name: `${action} <id>`,
    description: descriptions[action],
    examples: [`${noun}s ${action} ${example}`],
    work: async (context: CommandContext, id: string) => {
      const disabled = action === 'disable';
      await check(context, id);
      await changeAndRecord(
        context,
        async (stores) => {
          const isChanged = await store(stores)[action](id);
          if (!isChanged) throw new CommandError(`${title} ${id} is ${disabled ? 'already' : 'not'} disabled.`);
        },
        () => [`${noun}.${action}`, `${noun}:${id}`],
      );
      context.print({ id, disabled }, `${disabled ? 'Disabled' : 'Enabled'} ${id}`);
    },
  }));
}
