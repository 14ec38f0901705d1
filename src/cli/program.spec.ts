import { PassThrough } from 'node:stream';
import { type Command } from 'commander';
import { createProgram, isGroup, namesIn, runProgram } from './program.js';
import { Terminal } from './terminal.js';

function terminalWith(colors: boolean) {
  const stream = () => Object.assign(new PassThrough(), { hasColors: () => colors });
  const [output, messages] = [stream(), stream()];
  const written = (stream: PassThrough) => String(stream.read() ?? '');
  return {
    terminal: new Terminal(new PassThrough(), output, messages),
    output: () => written(output),
    messages: () => written(messages),
  };
}

function leavesOf(command: Command, names: readonly string[] = []): string[][] {
  const below = command.commands.flatMap((child) => leavesOf(child, [...names, child.name()]));
  return isGroup(command) ? below : [[...names], ...below];
}

async function run(args: readonly string[], colors = false) {
  const { terminal, ...read } = terminalWith(colors);
  const status = await runProgram(args, {}, terminal);
  return { status, output: read.output(), messages: read.messages() };
}

/** All commands, `clients create`, and the output of their `--help`. */
async function helpOfAll(): Promise<[names: string, output: string][]> {
  const program = await createProgram(terminalWith(false).terminal, () => Promise.resolve());
  const all = leavesOf(program).map((names) => names.join(' '));
  expect(all).toContain('clients create');
  return Promise.all(all.map(async (names) => [names, (await run([...names.split(' '), '--help'])).output]));
}

describe('the command line', () => {
  it('has an example in the help of each command', async () => {
    const { output } = await run(['--help']);
    const helps = [['import places', output] as const, ...(await helpOfAll())];
    const wrong = helps.filter(([names, help]) => {
      const [, example = ''] = /\nExamples?:\n {2}(.*)/.exec(help) ?? [];
      return !new RegExp(`(?:^|\\| )${names}\\b`).test(example);
    });
    expect(wrong).toEqual([]);
  });

  it('prints JSON for scripts, and says in the audit log who runs a command that writes', async () => {
    const reading = ['list', 'show', 'status', 'doctor'];
    const lacking = (await helpOfAll()).flatMap(([names, help]) => {
      const needed = ['--json', ...(reading.includes(names.split(' ').at(-1) ?? '') ? [] : ['--operator <name>'])];
      return needed.filter((option) => !new RegExp(`^ +${option} `, 'm').test(help)).map((option) => [names, option]);
    });
    expect(lacking).toEqual([]);
  });

  it('loads only the command that is named', async () => {
    const { terminal } = terminalWith(false);
    const loaded = async (...args: string[]) => {
      const { commands } = await createProgram(terminal, () => Promise.resolve(), namesIn(args));
      expect(commands.map((one) => one.name())).toContain('import');
      const hasMore = (one: Command) => one.options.some(({ long }) => long === '--json') || isGroup(one);
      return commands.filter(hasMore).map((one) => one.name());
    };
    expect(await loaded('clients', 'list')).toEqual(['clients']);
    expect(await loaded('help', 'clients')).toEqual(['clients']);
    for (const first of ['--version', '--help', 'help', 'improt']) expect(await loaded(first)).toEqual([]);
  });

  it.each([
    ['improt places x', /^error: .* 'improt'\n\(Did you mean import\?\)\nHelp: --help\n$/],
    ['clients lst', /^error: .* 'lst'\n\(Did you mean list\?\)\nHelp: clients --help\n$/],
    ['client show x', /^error: .* 'client'\n\(Did you mean clients\?\)\nHelp: --help\n$/],
    ['import places --dryrun x', /^error: .* '--dryrun'\n\(Did you mean --dry-run\?\)\nHelp: import --help\n$/],
    [
      'import plcaes x',
      /^error: .*'plcaes' is invalid .*Allowed choices are categories, places, .*\nHelp: import --help\n$/,
    ],
    ['import undo x', /'x' is invalid.* It must be a number of `import list`\.\nHelp: import undo --help\n$/],
    ['import undo', /^error: missing required argument 'id'\nHelp: import undo --help\n$/],
    ['import undo 1 --strict', /^error: unknown option '--strict'\n.*Help: import undo --help\n$/],
    ['import places --format osn x', /Allowed choices are overture, .*\nHelp: import --help\n$/],
    ['audit list --action client.udpate', /Allowed choices are sign-in, .*\nHelp: audit list --help\n$/],
    ['migrate --operator a:b', /'a:b' is invalid. It must be a name of 1 to 100 letters/],
    ['clients create --name N --grants pasword', /Allowed: client_credentials, .*\nHelp: clients create --help\n$/],
  ])('says what to type instead: %s', async (line, messages) => {
    const result = await run(line.split(' '));
    expect(result).toEqual({ status: 2, output: '', messages: expect.stringMatching(messages) as string });
  });

  it.each([
    ['help', ''],
    ['help clients', 'clients'],
    ['clients help create', 'clients create'],
  ])('prints the same help for `help` as for --help: %s', async (line, names) => {
    const usual = await run([...names.split(' ').filter(Boolean), '--help']);
    expect(await run(line.split(' '))).toEqual(usual);
    expect(usual).toMatchObject({ status: 0, messages: '' });
    expect(usual.output).toContain(`Usage: cli ${names}`);
  });

  it('takes the identifier of a record as an argument', async () => {
    const helps = await helpOfAll();
    const withId = helps.flatMap(([names, help]) => {
      const [option] = /^ +--id\b.*$/m.exec(help) ?? [];
      // The option of `import` names columns.
      return option === undefined || names === 'import' ? [] : [[names.split(' ').at(-1), option.replace(/ +/g, ' ')]];
    });
    expect(new Set(withId.flat())).toEqual(new Set(['create', ' --id <id> identifier (default: random)']));
    expect(withId).toHaveLength(helps.filter(([names]) => names.endsWith(' create')).length);
  });

  it('has colours only on a terminal with colours', async () => {
    const escape = '\u001b[';
    expect((await run(['improt'])).messages).not.toContain(escape);
    expect((await run(['improt'], true)).messages).toContain(escape);
  });
});
