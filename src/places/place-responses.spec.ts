import { chosenLanguages } from '../http/reader-languages.js';
import { presentStage } from './place-responses.js';
import { type Stage } from './search/stage.js';

describe('the header of a search', () => {
  const stage: Stage = {
    typingErrors: 0,
    text: '',
    words: [],
    omitted: [],
    variants: { inflections: false, synonyms: [] },
  };
  const id = 'amenity/restaurant/sushi';
  const sushi = {
    ...{ id, named: [id], name: 'Sushi Restaurant', idsWithNarrower: [], alternatives: [] },
    ...{ kindWords: 'sushi', textWithQualifiers: 'sushi', textWithoutQualifiers: 'sushi' },
  };

  it('names kinds in the language of the reader: the one that words say, and those that are found instead', () => {
    const kindIn = (language: string, kind: Partial<NonNullable<Stage['kind']>>) =>
      presentStage({ ...stage, kind: { ...sushi, ids: [sushi.id], ...kind } }, { languages: chosenLanguages(language) })
        .kind;
    const said = { words: 'sushi', id: sushi.id, name: sushi.name };
    expect(kindIn('und', {})).toEqual({ ...said, label: 'Sushi Restaurant' });
    // The broader kind comes before those that people take for the same.
    const broader = { instead: 'broader', ids: ['amenity/restaurant', 'amenity/food_court'] } as const;
    expect(kindIn('pt-BR', broader)).toEqual({
      ...{ ...said, label: 'Restaurante de sushi', instead: 'broader', shown: 'Restaurante' },
    });
    const similar = { instead: 'similar', ids: ['amenity/bar', 'amenity/pub'] } as const;
    expect(kindIn('pt', similar)).toMatchObject({ instead: 'similar', shown: 'Bar, Pub' });
    const either = { named: ['amenity/bar', 'shop/supermarket'], name: 'Bar or Supermarket' };
    expect(kindIn('pt', either)).toMatchObject({ name: 'Bar or Supermarket', label: 'Bar ou Supermercado' });
    expect(kindIn('und', either)).toMatchObject({ label: 'Bar or Supermarket' });
  });

  it('says where what is near is', () => {
    const landmark = { words: 'near x', point: { lat: 1.5, lng: -2 }, placeId: '7', placeName: 'X' };
    expect(presentStage({ ...stage, landmark }).near).toMatchObject({ id: '7', location: { lat: '1.5', lng: '-2' } });
  });
});
