import { correctedText } from './corrected-text.js';
import { type PlaceRecord } from '../place.js';
import { type Stage } from './stage.js';

const stage: Stage = {
  ...{ typingErrors: 1, text: '', words: [], omitted: [] },
  variants: { inflections: false, synonyms: [] },
};

const market: PlaceRecord = {
  ...{ id: '1', name: 'Mercado Municipal', names: [{ text: 'City Market' }], phones: [] },
  address: { street: 'Rua da Cantareira', city: 'São Paulo' },
  categories: [{ id: 'c', name: 'Shops', subcategory: { id: 's', name: 'Marketplace' } }],
};

describe('the text with the words that were found', () => {
  it.each([
    ['mercdo municipal', 'mercado municipal'],
    ['Mercdo, Cantarera', 'mercado cantareira'],
    ['ctiy mercado', 'city mercado'],
    ['sao pualo', 'sao paulo'],
    ['maketplace', 'marketplace'],
    // Two errors, where the stage allows one.
    ['mecdo', undefined],
    ['mercado', undefined],
    ['rau mercado', undefined],
  ])('has those of the place: %s', (q, expected) => {
    expect(correctedText(q, { ...stage, words: q.split(' ') }, market)).toBe(expected);
  });

  it('has as many errors as the stage allows', () => {
    expect(
      correctedText('mecdo munncipall', { ...stage, typingErrors: 2, words: ['mecdo', 'munncipall'] }, market),
    ).toBe('mecdo municipal');
  });

  it('keeps words with a role, and is none without errors', () => {
    expect(correctedText('cantarera mercdo', { ...stage, words: ['mercdo'] }, market)).toBe('cantarera mercado');
    expect(correctedText('mercdo', { ...stage, typingErrors: 0, words: ['mercdo'] }, market)).toBeUndefined();
    expect(correctedText('mercdo', { ...stage, words: ['mercdo'] }, undefined)).toBeUndefined();
    const words = { words: ['mercdo'], omitted: ['best', 'in'] };
    expect(correctedText('best mercdo in', { ...stage, ...words }, market)).toBe('mercado');
  });

  it('has the word for a kind that was meant, and the name of an area', () => {
    const spelling = { typed: 'restuarant', meant: 'restaurant', text: 'restaurant schwabng', at: 0 };
    const area = { ids: [], type: 'district', name: 'Schwabing', count: 9 } as const;
    const where = { relation: 'in', words: 'schwabng', area, isCorrected: true } as unknown as NonNullable<
      Stage['where']
    >;
    const exact = { ...stage, typingErrors: 0 } as const;
    expect(correctedText('restuarant schwabng', { ...exact, spelling }, market)).toBe('restaurant schwabng');
    expect(correctedText('restuarant schwabng', { ...exact, spelling, where }, market)).toBe('restaurant schwabing');
    expect(correctedText('cafe schwabng', { ...exact, where }, market)).toBe('cafe schwabing');
  });
});
