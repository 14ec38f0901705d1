import { Random } from '../../src/demonstration/island/random.js';
import { withOneError, withTwoErrors } from './forms.js';

const random = new Random(1);

describe('withOneError', () => {
  it('changes one word of five letters or more', () => {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const [first, second] = withOneError('the bakery', random)?.split(' ') ?? [];
      expect(first).toBe('the');
      expect(second).not.toBe('bakery');
    }
  });

  it('needs such a word', () => {
    expect(withOneError('the cafe', random)).toBeUndefined();
  });
});

describe('withTwoErrors', () => {
  it('changes two words of five letters or more', () => {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const [first, , third] = withTwoErrors('little old bakery', random)?.split(' ') ?? [];
      expect(first).not.toBe('little');
      expect(third).not.toBe('bakery');
    }
  });

  it('changes both halves of a single long word', () => {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const text = withTwoErrors('the cathedral', random) ?? '';
      expect(text.startsWith('the cath')).toBe(false);
      expect(text.endsWith('thedral')).toBe(false);
    }
  });

  it.each(['bakery', 'the old cafe'])('leaves out %s', (name) => {
    expect(withTwoErrors(name, random)).toBeUndefined();
  });
});
