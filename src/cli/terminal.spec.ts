import { PassThrough } from 'node:stream';
import { formatTable, Terminal } from './terminal.js';

/** Clears the screen, moves to its start, reverses what follows, ends a line. */
const hostile = 'a\u001b[2J\u009b1;1Hb\u202ec\u2028d\u200be\rf\u007fg\u{e0041}';
const harmless = String.raw`a\u001b[2J\u009b1;1Hb\u202ec\u2028d\u200be\u000df\u007fg\udb40\udc41`;

function terminalWith(options: { hasColors?: () => boolean } = {}) {
  const output = Object.assign(new PassThrough(), options);
  const messages = Object.assign(new PassThrough(), options);
  const read = () => [output, messages].map((stream) => String(stream.read() ?? ''));
  return { terminal: new Terminal(new PassThrough(), output, messages), read };
}

describe('Terminal', () => {
  it('escapes control characters in all that it prints', async () => {
    const { terminal, read } = terminalWith();
    terminal.print(hostile);
    terminal.print(JSON.stringify({ name: hostile }));
    terminal.print(formatTable([['NAME'], [`${hostile}\nOK`]]));
    async function* lines() {
      yield await Promise.resolve(`${JSON.stringify(hostile)}\n`);
    }
    await terminal.printAll(lines(), new AbortController().signal);
    terminal.log(hostile);
    terminal.logFailure(hostile);
    const json = harmless.replace(String.raw`\u000d`, String.raw`\r`);
    expect(read()).toEqual([
      [harmless, `{"name":"${json}"}`, 'NAME', `${harmless}\\u000aOK`, `"${json}"`, ''].join('\n'),
      `${harmless}\n${harmless}\n`,
    ]);
    expect(JSON.parse(`"${json}"`)).toBe(hostile);
  });

  it('indents further lines of a message', () => {
    const { terminal, read } = terminalWith();
    terminal.log('PostgreSQL: no\nOK  all is well\n\n    at line 1');
    expect(read()).toEqual(['', 'PostgreSQL: no\n  OK  all is well\n\n    at line 1\n']);
  });

  it('keeps its own colours, and the names of all languages', () => {
    const { terminal, read } = terminalWith({ hasColors: () => true });
    terminal.logFailure('no\u001b[0m');
    terminal.print('می‌خواهم 👩‍🚀 ação');
    expect(read()).toEqual(['می‌خواهم 👩‍🚀 ação\n', '\u001b[31mno\\u001b[0m\u001b[39m\n']);
  });
});
