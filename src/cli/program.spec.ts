import { PassThrough } from 'node:stream';
import { type Command } from 'commander';
import { createProgram, isGroup, runProgram } from './program.js';
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

describe('the command line', () => {
  const commands = leavesOf(createProgram(terminalWith(false).terminal, () => Promise.resolve()));

  it.each([[], ...commands].map((names) => [names.join(' ')]))('has an example in its help: %s', async (names) => {
    const { output } = await run([...names.split(' ').filter(Boolean), '--help']);
    const [, example] = /\nExamples?:\n {2}(.*)/.exec(output) ?? [];
    expect(example).toMatch(new RegExp(`(?:^|\\| )${names || 'import places'}\\b`));
  });

  it.each(commands.map((names) => [names.join(' ')]))('prints JSON for scripts: %s', async (names) => {
    const { output } = await run([...names.split(' '), '--help']);
    expect(output).toMatch(/^ +--json /m);
  });

  const reading = ['list', 'show', 'status', 'doctor'];
  const writing = commands.filter((names) => !reading.includes(names.at(-1) ?? ''));
  it.each(writing.map((names) => [names.join(' ')]))('says in the audit log who runs it: %s', async (names) => {
    const { output } = await run([...names.split(' '), '--help']);
    expect(output).toMatch(/^ +--operator <name> /m);
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

  // The option of `import` names columns.
  it.each(commands.map((names) => [names.join(' ')]).filter(([names]) => names !== 'import'))(
    'takes the identifier of a record as an argument: %s',
    async (names) => {
      const { output } = await run([...names.split(' '), '--help']);
      const [option] = /^ +--id\b.*$/m.exec(output) ?? [];
      const isNew = names.endsWith(' create');
      expect(option?.replace(/ +/g, ' ')).toBe(isNew ? ' --id <id> identifier (default: random)' : undefined);
    },
  );

  it('has colours only on a terminal with colours', async () => {
    const escape = '\u001b[';
    for (const args of [['--help'], ['improt']]) {
      const [plain, coloured] = [await run(args), await run(args, true)];
      expect(plain.output + plain.messages).not.toContain(escape);
      expect(coloured.output + coloured.messages).toContain(escape);
    }
  });
});
