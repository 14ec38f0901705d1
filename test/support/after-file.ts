/** What stops after all tests of a file. */
const tasks: (() => Promise<void>)[] = [];

/** Runs a task after all tests of the test file, from any of its suites. */
export function afterFile(task: () => Promise<void>): void {
  tasks.push(task);
}

afterAll(async () => {
  for (const task of tasks.splice(0)) await task();
});
