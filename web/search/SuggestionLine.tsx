import { type Suggestion } from '../api/records.js';
import { count, distance } from '../parts/formats.js';
import { Icon } from '../parts/Icon.js';
import { iconNameOf } from '../parts/kind-icon.js';
import { categoryLine } from '../texts/kind-names.js';
import { useKindNames } from '../texts/use-kind-names.js';
import { useTexts } from '../texts/use-texts.js';
import { joined, streetLine } from './lines.js';

const areaIcons = {
  ...{ place: 'marker', city: 'town', district: 'residential-community' },
  ...{ street: 'marker', postcode: 'post' },
} as const;

/** A suggestion. The second line tells equal names apart. */
export function SuggestionLine({ suggestion }: { suggestion: Suggestion }) {
  const texts = useTexts();
  const kindNames = useKindNames();
  const { matchedName = '', type, kinds, distance: metres, places = 1 } = suggestion;
  const isCategory = type === 'category' || type === 'subcategory';
  const away = metres === undefined ? [] : [texts.distance(distance(Number(metres), texts.lang))];
  // A place needs no label. Of several, the address would be that of one.
  const label = type === 'place' ? '' : texts.kinds[type === 'subcategory' ? 'category' : type];
  const where = places > 1 ? texts.found(places, count(places, texts.lang)) : whereabouts(suggestion, texts.lang);
  const shown = categoryLine(suggestion, kindNames);
  // It may be a brand, or in a third language, so it does not come first.
  const other = matchedName.toLowerCase() === shown.toLowerCase() ? '' : matchedName;
  return (
    <>
      <Icon name={isCategory ? iconNameOf(kinds) : areaIcons[type]} />
      <span>
        <bdi>{shown}</bdi>
        <small>
          <bdi>{joined([other, label, where, ...away], ' · ')}</bdi>
        </small>
      </span>
    </>
  );
}

/** The words of a chosen area: its name, and what is around it where the name alone is not enough. */
export function areaWords(area: Suggestion, suggestions: readonly Suggestion[]): string {
  const { text, type, address: { city, state } = {} } = area;
  const isAlone = !suggestions.some((other) => other !== area && other.type === type && other.text === text);
  const around = type === 'city' ? (isAlone ? undefined : state) : city;
  return around === undefined ? text : `${text}, ${around}`;
}

/** What tells suggestions with the same text apart. */
function whereabouts({ address = {} }: Suggestion, language: string): string {
  return joined([streetLine(address, language), address.district, address.city, address.state], ', ');
}
