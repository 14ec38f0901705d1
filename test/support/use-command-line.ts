import { CommandLine } from './command-line.js';

/** Starts a command line before the tests of a suite, runs these commands, and removes all of it after the tests. */
export function useCommandLine(...commands: string[][]): CommandLine {
  const commandLine = new CommandLine();
  beforeAll(async () => {
    await commandLine.start();
    for (const command of commands) expect(await commandLine.run(command)).toMatchObject({ status: 0 });
  }, 60_000);
  afterAll(() => commandLine.stop());
  return commandLine;
}
