import { Readable } from 'node:stream';
import { FileReport, Progress, ReasonCounts } from './import-report.js';
import { openInputFile, type InputFile } from './input-file.js';

const seconds = (now: number): void => {
  jest.spyOn(performance, 'now').mockReturnValue(now * 1000);
};

function progressAfter(read: Partial<InputFile>, lines: number, rejected = 0): string[] {
  seconds(0);
  const messages: string[] = [];
  const source = { ...openInputFile('-', Readable.from([])), name: 'places.ndjson', ...read };
  const report = new FileReport('places.ndjson');
  const progress = new Progress(source, report, { log: (message) => void messages.push(message) });
  report.add({ read: lines, rejected, created: lines });
  for (const now of [4.9, 10, 11]) {
    seconds(now);
    progress.update();
  }
  return messages;
}
describe('progress', () => {
  afterEach(() => jest.restoreAllMocks());

  it('is a line every five seconds', () => {
    const written = progressAfter({ size: 1000, bytesRead: 250 }, 20_000);
    expect(written).toEqual(['places.ndjson: 25%, 20,000 lines, 2,000 lines/s, 30 s left']);
  });

  it('shows no time left if the size is unknown', () => {
    expect(progressAfter({}, 20_000)).toEqual(['places.ndjson: 20,000 lines, 2,000 lines/s']);
  });

  it('has the count of rejected lines, whose reasons come at the end', () => {
    const written = progressAfter({}, 20_000, 1500);
    expect(written).toEqual(['places.ndjson: 20,000 lines, 1,500 rejected, 2,000 lines/s']);
  });
});

describe('reasons', () => {
  const countsOf = (...reasons: readonly (readonly [reason: string, number: number, feature?: number])[]) => {
    const counts = new ReasonCounts();
    for (const [reason, number, feature] of reasons) counts.add(reason, { number, ...(feature && { feature }) });
    return counts;
  };

  it('are one line for each, by the line that has it if it is alone', () => {
    const counts = countsOf(['id: "a b" has a space', 2], ['name: is missing', 3], ['id: "c d" has a space', 5]);
    expect(counts.listOf('a.csv')).toEqual([
      'a.csv: rejected: 2 × such as id: "a b" has a space (lines 2, 5)',
      'a.csv:3: name: is missing',
    ]);
  });

  it('are one line with a count if they are equal, or differ only in the values that they quote', () => {
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
