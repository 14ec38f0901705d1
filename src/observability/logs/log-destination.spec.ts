import fs, { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logDestination, pendingBytes } from './log-destination.js';
import { createLogger } from './logger.js';

describe('a log that cannot be written', () => {
  const write = fs.writeSync as (...given: unknown[]) => number;
  const folder = mkdtempSync(join(tmpdir(), 'log-'));
  const path = join(folder, 'service.log');
  let file: number;
  let full: boolean;

  beforeEach(() => {
    file = openSync(path, 'w');
    full = false;
    jest.spyOn(fs, 'writeSync').mockImplementation((...given: unknown[]) => {
      if (full && given[0] === file) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      return write(...given);
    });
  });

  afterEach(() => {
    jest.restoreAllMocks();
    closeSync(file);
  });

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const lines = () => readFileSync(path, 'utf8').split('\n').filter(Boolean);

  it('stops nobody, and has what there was room for once it can be written again', () => {
    const logger = createLogger({ LOG_LEVEL: 'info' }, logDestination(file));
    logger.info('before');
    full = true;
    for (const message of ['meanwhile', 'later'])
      expect(() => {
        logger.info(message);
      }).not.toThrow();
    full = false;
    logger.info('after');
    const said = lines().map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(said).toEqual(['before', 'meanwhile', 'later', 'after']);
  });

  it('takes no more memory than it may, and still comes back', () => {
    const logger = createLogger({ LOG_LEVEL: 'info' }, logDestination(file));
    full = true;
    const long = 'x'.repeat(10_000);
    for (let written = 0; written < 3 * pendingBytes; written += long.length) logger.info(long);
    full = false;
    // There is no room for this one, but it makes some.
    logger.info(long);
    logger.info('after');
    expect(readFileSync(path).length).toBeLessThanOrEqual(pendingBytes + 1000);
    expect(lines().at(-1)).toContain('"msg":"after"');
    for (const line of lines()) expect(() => JSON.parse(line) as unknown).not.toThrow();
  });

  // Linux has a device for it.
  (fs.existsSync('/dev/full') ? it : it.skip)('stops nobody when the system refuses each write', () => {
    const logger = createLogger({ LOG_LEVEL: 'info' }, logDestination('/dev/full'));
    expect(() => {
      for (let line = 0; line < 1000; line += 1) logger.info('nobody reads this');
    }).not.toThrow();
  });
});
