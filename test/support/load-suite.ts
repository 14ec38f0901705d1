import { appendFileSync } from 'node:fs';

/** Loads a test file as a `describe` of a group (dev/test-groups.ts), and reports how long it takes. */
export function loadSuite(name: string, load: () => unknown): void {
  describe(name, () => {
    const loaded = clocks();
    try {
      load();
    } catch (error) {
      it('loads', () => {
        expect(error).toBeUndefined();
      });
    }
    const { ms: loadMs, processorMs: loadProcessorMs } = loaded();
    let ran: typeof loaded;
    beforeAll(() => {
      ran = clocks();
    });
    afterAll(() => {
      jest.restoreAllMocks();
      jest.useRealTimers();
      const times = process.env.SUITE_TIMES;
      const { ms: runMs, processorMs } = ran();
      const line = { name, loadMs, runMs, processorMs: processorMs + loadProcessorMs };
      if (times !== undefined) appendFileSync(times, `${JSON.stringify(line)}\n`);
    });
  });
}

/** Reads, later, what has passed since: the time, and the processor time of this process. */
function clocks(): () => { ms: number; processorMs: number } {
  const [began, used] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(used);
    return { ms: performance.now() - began, processorMs: (user + system) / 1000 };
  };
}
