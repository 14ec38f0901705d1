import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** Writes `working`, and `done` some time after an interruption. */
const program = (restMs: number) => `
  const { interruptible } = require('./src/cli/command-error.ts');
  const work = async (interrupted) => {
    process.stdout.write('working ');
    const alive = setInterval(() => undefined, 1000);
    await new Promise((resolve) => interrupted.addEventListener('abort', resolve));
    await new Promise((resolve) => setTimeout(resolve, ${restMs}));
    clearInterval(alive);
  };
  interruptible(work).then(async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    process.stdout.write('done');
  });`;

async function start(restMs: number) {
  const child = spawn(process.execPath, ['--import', 'tsx', '--eval', program(restMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close') as Promise<[number | null, string | null]>;
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child.stdout, 'data');
  const end = async () => {
    const [code, signal] = await closed;
    return { output, code, signal };
  };
  return { child, end };
}

describe('interruptible', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('finishes if one %s arrives several times', async (signal) => {
    const { child, end } = await start(300);
    for (const pauseMs of [10, 50, 0]) {
      child.kill(signal);
      await delay(pauseMs);
    }
    expect(await end()).toEqual({ output: 'working done', code: 0, signal: null });
  });

  it('finishes if repeats arrive after its work', async () => {
    const { child, end } = await start(0);
    child.kill('SIGINT');
    await delay(50);
    child.kill('SIGINT');
    expect(await end()).toEqual({ output: 'working done', code: 0, signal: null });
  });

  it('ends at once on a second, later signal', async () => {
    const { child, end } = await start(60_000);
    // On a busy machine, two signals may arrive together, and count as one.
    while (child.kill('SIGINT')) await delay(700);
    expect(await end()).toEqual({ output: 'working ', code: 130, signal: null });
  });
});
