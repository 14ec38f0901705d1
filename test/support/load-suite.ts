import { appendFileSync } from 'node:fs';

/** Loads a test file as a `describe` of a group (dev/test-groups.ts), and reports how long it takes. */
export function loadSuite(name: string, load: () => unknown): void {
  describe(name, () => {
    let started = 0;
    beforeAll(() => {
      started = performance.now();
    });
    const before = performance.now();
    try {
      load();
    } catch (error) {
      it('loads', () => {
        expect(error).toBeUndefined();
      });
    }
    const loadMs = performance.now() - before;
    afterAll(() => {
      jest.restoreAllMocks();
      jest.useRealTimers();
      const times = process.env.SUITE_TIMES;
      if (times !== undefined)
        appendFileSync(times, `${JSON.stringify({ name, loadMs, runMs: performance.now() - started })}\n`);
    });
  });
}
