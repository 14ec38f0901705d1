import fs, { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logDestination, pendingBytes, createLogger } from './logger.js';

describe('a log on a full disk', () => {
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

  it('throws nothing, and writes the buffered lines once there is space', () => {
    const logger = createLogger({ LOG_LEVEL: 'info' }, logDestination(file));
    logger.info('before');
    full = true;
    for (const message of ['meanwhile', 'later'])
      expect(() => {
        logger.info(message);
      }).not.toThrow();
    full = false;
    logger.info('after');
    const messages = lines().map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(messages).toEqual(['before', 'meanwhile', 'later', 'after']);
  });

  it('limits its buffer, and recovers', () => {
    const logger = createLogger({ LOG_LEVEL: 'info' }, logDestination(file));
    full = true;
    const long = 'x'.repeat(10_000);
    for (let written = 0; written < 3 * pendingBytes; written += long.length) logger.info(long);
    full = false;
    // This line is dropped, but flushes the buffer.
    logger.info(long);
    logger.info('after');
    expect(readFileSync(path).length).toBeLessThanOrEqual(pendingBytes + 1000);
    expect(lines().at(-1)).toContain('"msg":"after"');
    for (const line of lines()) expect(() => JSON.parse(line) as unknown).not.toThrow();
  });

  // Linux only.
  (fs.existsSync('/dev/full') ? it : it.skip)('throws nothing when every write fails', () => {
    const logger = createLogger({ LOG_LEVEL: 'info' }, logDestination('/dev/full'));
    expect(() => {
      for (let line = 0; line < 1000; line += 1) logger.info('nobody reads this');
    }).not.toThrow();
  });
});
