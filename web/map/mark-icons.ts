import { decimal } from '../parts/formats.js';
import { type Texts } from '../texts/texts.js';
import { type NameCategory } from '../texts/use-category-names.js';
import { type TilePlace } from './marks.js';

/** Pixels of a dot, and of one with the icon of its kind. */
export const DOT = 12;
export const ICON_DOT = 20;
export const PIN = 28;

/** A dot with the number of a place of the list. */
export const NUMBERED = 20;

/** How far the point of a pin is below its box. */
export const PIN_POINT = 6;

/** Pixels: more places, larger circle. */
export function clusterSize(count: number): number {
  return Math.round(24 + 6 * Math.log10(count));
}

/** What a mark of several places does. */
export function countLabel(count: number, texts: Texts): string {
  return count === 1 ? texts.onePlace : texts.cluster(clusterText(count, texts));
}

/** `730` or `5.9K`. */
function clusterText(count: number, { lang }: Texts): string {
  return new Intl.NumberFormat(lang, { notation: 'compact', maximumSignificantDigits: count < 1000 ? 3 : 2 }).format(
    count,
  );
}

/** A mark. It is reached with the arrow keys from the one in the tab order. */
function mark(className: string, size: number, label: string): HTMLElement {
  const element = document.createElement('div');
  element.className = `mark ${className}`;
  element.setAttribute('role', 'button');
  element.setAttribute('aria-label', label);
  element.tabIndex = -1;
  element.style.width = element.style.height = `${size}px`;
  return element;
}

/** @param isBesideNumbers whether the map has numbers of the list, for which a count must not be taken */
export function clusterElement(count: number, texts: Texts, isBesideNumbers: boolean): HTMLElement {
  const text = `${isBesideNumbers ? '+' : ''}${clusterText(count, texts)}`;
  const element = mark('cluster', clusterSize(count), countLabel(count, texts));
  element.append(inSpan(text));
  return element;
}

export function dotElement(label: string): HTMLElement {
  return mark('dot', DOT, label);
}

/** A dot for a place of the list whose pin has no room. */
export function numberedElement(label: string, number: number): HTMLElement {
  const element = mark('numbered', NUMBERED, label);
  element.append(inSpan(String(number)));
  return element;
}

/** A pin whose point is at the place. @param number absent for the place of the open panel */
export function pinElement(label: string, number: number | undefined): HTMLElement {
  const element = mark(number === undefined ? 'pin opened' : 'pin', PIN, label);
  element.append(inSpan(number === undefined ? '' : String(number)));
  return element;
}

function inSpan(text: string): HTMLElement {
  const span = document.createElement('span');
  span.textContent = text;
  return span;
}

/** The texts of the page, and what its reader calls categories. */
export interface MarkTexts {
  readonly texts: Texts;
  readonly nameCategory: NameCategory;
}

/** What is shown of a place that is pointed at. */
export function placeTip(place: TilePlace, { texts, nameCategory }: MarkTexts): HTMLElement {
  const { category, rating } = place;
  const tip = document.createElement('span');
  const title = document.createElement('b');
  title.textContent = place.name;
  tip.append(title);
  const facts = [
    category && nameCategory(category),
    rating === undefined ? undefined : `★ ${decimal(String(rating), texts.lang)}`,
  ];
  const line = facts.filter((fact) => fact !== undefined).join(' · ');
  if (line !== '') tip.append(document.createElement('br'), line);
  return tip;
}

/** What is shown of a dot of several places that is pointed at. */
export function countTip(count: number, texts: Texts): HTMLElement {
  return inSpan(countLabel(count, texts));
}

/** The places at one position, to choose from. */
export function placeList(
  places: readonly TilePlace[],
  { texts, nameCategory }: MarkTexts,
  choose: (id: string) => void,
): HTMLElement {
  const element = document.createElement('div');
  element.setAttribute('role', 'group');
  element.setAttribute('aria-label', texts.placesAtPoint(places.length));
  const title = document.createElement('p');
  title.textContent = texts.placesAtPoint(places.length);
  const list = document.createElement('ul');
  for (const place of places) {
    const { id, name, category } = place;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = name;
    if (category !== undefined) button.append(Object.assign(inSpan(nameCategory(category)), { className: 'quiet' }));
    button.addEventListener('click', () => {
      choose(id);
    });
    const item = document.createElement('li');
    item.append(button);
    list.append(item);
  }
  element.append(title, list);
  return element;
}
