import { KindCatalogue } from './kind-catalogue.js';
import { basicForms, firstLettersOf, keepsFirstLetters } from './inflections.js';

describe('basic forms of words', () => {
  it('begin as the word does', () => {
    const catalogue = KindCatalogue.load();
    const phrases = catalogue.ids.flatMap((id) =>
      ['da', 'de', 'nl', 'pt'].flatMap((language) => catalogue.phrasesOf(id, language)),
    );
    const endings = ['', 's', 'en', 'nerne', 'llerne', 'dlerne', 'eerne', 'innen', 'ghe'];
    const words = phrases.flatMap((phrase) => endings.map((ending) => phrase.replaceAll(' ', '') + ending));
    const sure = words.filter(keepsFirstLetters);
    const forms = sure.flatMap((word) => Array.from(basicForms(word).keys(), (form) => [word, form] as const));
    expect(forms.length).toBeGreaterThan(10_000);
    expect(forms.filter(([word, form]) => firstLettersOf(form) !== firstLettersOf(word))).toEqual([]);
  });
});
