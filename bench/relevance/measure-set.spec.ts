import { join } from 'node:path';
import { measureSet } from './measure-set.js';
import { PLACE_SETS, placesOf } from './places.js';
import { readQuestions } from './questions.js';

const set = PLACE_SETS.find(({ name }) => name === 'brazil');

describe('measureSet', () => {
  it('reports the halves apart, and prints no miss of a question that is held out', async () => {
    if (!set) throw new Error('The set is missing.');
    const { questions } = readQuestions(join(__dirname, 'questions/brazil.txt'), placesOf(set));
    const asked = Object.values(questions).flat();
    const ofHalf = (wanted: string) => asked.filter(({ half }) => half === wanted).map(({ q }) => q);
    const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    const service = () => Promise.resolve({ places: [], header: {} });
    const options = { forms: [], asks: true, generates: false, seed: 1, searches: 1, misses: true };
    const { questions: results } = await measureSet(set, { service }, options);
    const printed = written.mock.calls.map(([text]) => /"(.*?)"/u.exec(String(text))?.[1]);
    expect(printed).toEqual(ofHalf('read'));
    const counts = ['read', 'held out'].map((half) =>
      results.filter((one) => one.half === half).reduce((sum, one) => sum + one.service.questions, 0),
    );
    expect(counts).toEqual([ofHalf('read').length, ofHalf('held out').length]);
  });
});
