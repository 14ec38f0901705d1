import { CommandLine } from './command-line.js';
import { stopDependents } from './dependents.js';

/** Starts a command line before the tests of a suite, runs these commands, and removes all of it after the tests. */
export function useCommandLine(...commands: string[][]): CommandLine {
  const commandLine = new CommandLine();
  beforeAll(async () => {
    await commandLine.start();
    for (const command of commands) expect(await commandLine.run(command)).toMatchObject({ status: 0 });
  }, 60_000);
  afterAll(async () => {
    await stopDependents(commandLine);
    await commandLine.stop();
  });
  return commandLine;
}
