import { type KindDefinition, type KindNames } from './catalogues.js';
import { likenessToLandmark, type LikenessToLandmark } from './landmarks.js';

/** A few names instead of a catalogue. */
const KINDS: Readonly<Record<string, Pick<KindDefinition, 'idsWithNarrower'>>> = {
  cafe: { idsWithNarrower: ['amenity/cafe'] },
  beach: { idsWithNarrower: ['natural/beach'] },
};

const kinds: KindNames = {
  longestKindAt: (words, from) => {
    const kind = KINDS[words[from] ?? ''];
    return kind && { kind: kind as KindDefinition, end: from + 1 };
  },
  areOnlyKinds: () => false,
  spellingsLike: () => [],
};

describe('a landmark in words', () => {
  it.each<
    [likeness: LikenessToLandmark | undefined, place: string, kinds: string[], words: string, typingErrors?: number]
  >([
    ['named', 'Sky Tower', [], 'sky tower'],
    ['named', 'Sky Tower', ['shop/shoes'], 'skytower'],
    ['named', 'Tower of the Sky', ['tourism/viewpoint'], 'sky tower'],
    ['named', 'Grand', ['shop/shoes'], 'corner hall'],
    ['named', 'Sky Tower', ['shop/shoes'], 'sky towr', 1],
    ['named', 'Kea Auckland', ['shop/shoes'], 'kea'],
    ['sure', 'Kea Hall', ['education/university'], 'kea'],
    ['named', 'The Red Lion', ['amenity/pub'], 'red lion'],
    ['named', 'Kea', ['shop/shoes'], 'the kea'],
    ['named', "Kea's Auckland", ['shop/shoes'], 'keas'],
    ['named', 'Best Kea', ['shop/shoes'], 'best kea'],
    [undefined, 'Best Kea', ['shop/shoes'], 'kea'],
    [undefined, 'Open Kea', ['shop/shoes'], 'kea'],
    ['maybe', 'The Kea Cafe', ['amenity/cafe'], 'kea'],
    [undefined, 'Kea Cafe', ['shop/beauty'], 'kea'],
    [undefined, 'Beach Cafe', ['amenity/cafe'], 'beach'],
    ['unknown', 'Kea Rooms', [], 'kea'],
    [undefined, 'Kea Beauty', ['shop/beauty'], 'kea'],
    [undefined, 'Kea Cafe', [], 'kea'],
    [undefined, 'Kea', ['shop/beauty'], 'kia'],
    [undefined, 'Beach School', ['education/school'], 'beach'],
    ['sure', 'Long Sand', ['natural/beach'], 'beach'],
  ])('takes a place for %s to be a landmark: %s %j for %s', (likeness, name, ofPlace, words, typingErrors = 0) => {
    const place = { names: [name, 'Corner Hall'], address: ['Queen St', 'Auckland'], kinds: ofPlace };
    const kind = kinds.longestKindAt([words], 0);
    const landmark = { words: `near ${words}`, name: words, ...(kind && { kind: kind.kind }) };
    expect(likenessToLandmark(place, landmark, kinds, typingErrors)).toBe(likeness);
  });
});
