import { type Suggestion } from '../api/records.js';
import { iconNameOf } from '../parts/category-icon.js';
import { count, distance } from '../parts/formats.js';
import { Icon } from '../parts/Icon.js';
import { useTexts } from '../texts/use-texts.js';
import { markTyped } from './marked.js';

const areaIcons = {
  ...{ place: 'marker', city: 'town', district: 'residential-community' },
  ...{ street: 'marker', postcode: 'post' },
} as const;

/** A suggestion: what is typed is marked, and the second line tells equal names apart. */
export function SuggestionLine({ suggestion, typed }: { suggestion: Suggestion; typed: string }) {
  const texts = useTexts();
  const { text, matchedName = '', type, distance: metres, places = 1 } = suggestion;
  const isCategory = type === 'category' || type === 'subcategory';
  const away = metres === undefined ? [] : [texts.distance(distance(Number(metres), texts.lang))];
  // A place needs no label. Of several, the address would be that of one.
  const label = type === 'place' ? '' : texts.kinds[type === 'subcategory' ? 'category' : type];
  const where = places > 1 ? texts.found(places, count(places, texts.lang)) : whereabouts(suggestion, ', ');
  const details = [matchedName, label, where, ...away].filter((part) => part !== '');
  return (
    <>
      <Icon name={isCategory ? iconNameOf([{ name: text }]) : areaIcons[type]} />
      <span>
        <bdi>
          {markTyped(text, typed).map((part, at) => (part.isTyped ? <mark key={at}>{part.text}</mark> : part.text))}
        </bdi>
        <small>
          <bdi>{details.join(' · ')}</bdi>
        </small>
      </span>
    </>
  );
}

/** What tells suggestions with the same text apart. */
export function whereabouts({ address }: Suggestion, separator: string): string {
  const { street, district, city, state } = address ?? {};
  return [street, district, city, state].filter((part) => part !== undefined).join(separator);
}
