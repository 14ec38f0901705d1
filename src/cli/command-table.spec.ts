import { didYouMean, choiceOf } from './command-table.js';

const kinds = ['categories', 'places', 'users', 'follows', 'checkins', 'reviews'];
describe('a mistake in a value', () => {
  it.each([
    ['plcaes', ' Did you mean places?'],
    ['place', ' Did you mean places?'],
    ['Places', ' Did you mean places?'],
    ['check-ins', ' Did you mean checkins?'],
    ['venues', ''],
    ['', ''],
  ])('%s', (typed, suggestion) => {
    expect(didYouMean(typed, kinds)).toBe(suggestion);
  });

  it('names what is allowed', () => {
    expect(() => choiceOf(kinds, 'plcaes')).toThrow(
      'Allowed: categories, places, users, follows, checkins, reviews. Did you mean places?',
    );
    expect(choiceOf(kinds, 'places')).toBe('places');
    expect(didYouMean('x', [])).toBe('');
  });
});
