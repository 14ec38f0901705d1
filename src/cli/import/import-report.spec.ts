import { PassThrough } from 'node:stream';
import { Terminal } from '../terminal.js';
import { createProgress, FileCounts } from './import-report.js';
import { openInputFile, type InputFile } from './input-file.js';

const seconds = (now: number): void => {
  jest.spyOn(performance, 'now').mockReturnValue(now * 1000);
};

function progressAfter(read: Partial<InputFile>, lines: number, isTTY: boolean): string {
  seconds(0);
  const messages = Object.assign(new PassThrough(), { isTTY });
  const terminal = new Terminal(new PassThrough(), new PassThrough(), messages);
  const source = { ...openInputFile('-', terminal.input), name: 'places.ndjson', ...read };
  const fileCounts = new FileCounts();
  const progress = createProgress(source, fileCounts, terminal);
  fileCounts.add({ read: lines, rejected: 0, created: lines });
  seconds(4.9);
  progress.update();
  seconds(10);
  progress.update();
  seconds(11);
  progress.update();
  progress.stop();
  return String(messages.read() ?? '');
}
describe('progress', () => {
  afterEach(() => jest.restoreAllMocks());

  it('is a line every five seconds without a terminal', () => {
    const written = progressAfter({ size: 1000, bytesRead: 250 }, 20_000, false);
    expect(written).toBe('places.ndjson: 25%, 20,000 lines, 2,000 lines/s, 30 s left\n');
  });

  it('shows no time left if the size is unknown', () => {
    expect(progressAfter({}, 20_000, false)).toBe('places.ndjson: 20,000 lines, 2,000 lines/s\n');
  });

  it('is a bar on a terminal', () => {
    const drawn = progressAfter({ size: 1000, bytesRead: 0 }, 0, true);
    expect(drawn).toContain('places.ndjson ------------------------ 0% 0 lines, 0 lines/s');
  });
});
