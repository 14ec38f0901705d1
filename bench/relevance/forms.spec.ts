import { Random } from '../../test/support/random.js';
import { editDistance } from '../../src/places/words/words.js';
import { withOneError, withTwoErrors } from './forms.js';

const random = new Random(1);

/** A form of a text, many times: each time another error is drawn. */
const formsOf = (write: typeof withOneError, text: string): string[] =>
  Array.from({ length: 100 }, () => write(text, random) ?? 'no form');

/** The number of typing errors by which each word differs. */
const errorsOf = (text: string, form: string): number[] => {
  const words = form.split(' ');
  return text.split(' ').map((word, at) => editDistance(word, words[at] ?? ''));
};

describe('withOneError', () => {
  it('changes one word of five letters or more', () => {
    const forms = formsOf(withOneError, 'the bakery');
    expect(new Set(forms).size).toBeGreaterThan(20);
    expect(forms.map((form) => errorsOf('the bakery', form))).toEqual(forms.map(() => [0, 1]));
  });

  it('needs such a word', () => {
    expect(withOneError('the cafe', random)).toBeUndefined();
  });
});

describe('withTwoErrors', () => {
  it('changes two words of five letters or more', () => {
    const forms = formsOf(withTwoErrors, 'little old bakery');
    expect(forms.map((form) => errorsOf('little old bakery', form))).toEqual(forms.map(() => [1, 0, 1]));
  });

  it('changes both halves of a single long word', () => {
    const forms = formsOf(withTwoErrors, 'the cathedral');
    expect(forms.map((form) => errorsOf('the cathedral', form))).toEqual(forms.map(() => [0, 2]));
    expect(forms.filter((form) => form.startsWith('the cath') || form.endsWith('thedral'))).toEqual([]);
  });

  it.each(['bakery', 'the old cafe'])('leaves out %s', (name) => {
    expect(withTwoErrors(name, random)).toBeUndefined();
  });
});
