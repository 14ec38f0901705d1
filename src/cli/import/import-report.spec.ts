import { PassThrough } from 'node:stream';
import { Terminal } from '../terminal.js';
import { FileReport, Progress, ReasonCounts } from './import-report.js';
import { openInputFile, type InputFile } from './input-file.js';

const seconds = (now: number): void => {
  jest.spyOn(performance, 'now').mockReturnValue(now * 1000);
};

function progressAfter(read: Partial<InputFile>, lines: number, isTTY: boolean, rejected = 0): string {
  seconds(0);
  const messages = Object.assign(new PassThrough(), { isTTY });
  const terminal = new Terminal(new PassThrough(), new PassThrough(), messages);
  const source = { ...openInputFile('-', terminal.input), name: 'places.ndjson', ...read };
  const report = new FileReport('places.ndjson');
  const progress = new Progress(source, report, terminal);
  report.add({ read: lines, rejected, created: lines });
  seconds(4.9);
  progress.update();
  seconds(10);
  progress.update();
  seconds(11);
  progress.update();
  terminal.endProgress();
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

  it('has the count of rejected lines, whose reasons come at the end', () => {
    const written = progressAfter({}, 20_000, false, 1500);
    expect(written).toBe('places.ndjson: 20,000 lines, 1,500 rejected, 2,000 lines/s\n');
  });

  it('is a line that changes on a terminal', () => {
    const drawn = progressAfter({ size: 1000, bytesRead: 250 }, 20_000, true);
    expect(drawn).toContain('\r\u001b[Kplaces.ndjson: 25%, 0 lines, 0 lines/s, 0 s left\r\u001b[K');
    expect(drawn).toMatch(/\r\u001b\[Kplaces\.ndjson: 25%, 20,000 lines, 1,818 lines\/s, 33 s left\r\u001b\[K$/);
  });
});

describe('reasons', () => {
  const countsOf = (...reasons: readonly (readonly [reason: string, number: number, feature?: number])[]) => {
    const counts = new ReasonCounts();
    for (const [reason, number, feature] of reasons) counts.add(reason, { number, ...(feature && { feature }) });
    return counts;
  };

  it('are lines of their own as long as they differ', () => {
    const counts = countsOf(['id: "a b" has a space', 2], ['name: is missing', 3], ['id: "c d" has a space', 5]);
    expect(counts.listOf('a.csv')).toEqual([
      'a.csv:2: id: "a b" has a space',
      'a.csv:5: id: "c d" has a space',
      'a.csv:3: name: is missing',
    ]);
  });

  it('are one line with a count if they are equal, or many differ only in the values that they quote', () => {
    const equal = countsOf(...[2, 3].map((line) => ['name: is missing', line] as const));
    expect(equal.listOf('a.csv')).toEqual(['a.csv: rejected: 2 × name: is missing (lines 2, 3)']);
    expect(equal.list()).toEqual(['2 × name: is missing (lines 2, 3)']);
    const similar = countsOf(
      ...[2, 3, 4, 5, 6, 7].map((line) => [`lat: ${line}0 is "north \\" ${line}"`, line] as const),
    );
    expect(similar.listOf('a.csv')).toEqual([
      'a.csv: rejected: 6 × such as lat: 20 is "north \\" 2" (lines 2, 3, 4, 5, 6, …)',
    ]);
    expect(similar.counted()).toEqual([{ reason: 'lat: 20 is "north \\" 2"', count: 6, lines: [2, 3, 4, 5, 6] }]);
  });

  it('have the numbers of features, which may all be in one line', () => {
    const one = countsOf(['name: is missing', 1, 7]);
    expect(one.listOf('a.geojson')).toEqual(['a.geojson: feature 7: name: is missing']);
    const two = countsOf(['name: is missing', 1, 7], ['name: is missing', 1, 9]);
    expect(two.list()).toEqual(['2 × name: is missing (features 7, 9)']);
    expect(two.counted()).toEqual([{ reason: 'name: is missing', count: 2, lines: [1, 1], features: [7, 9] }]);
  });
});
