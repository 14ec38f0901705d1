import { divIcon, type DivIcon } from 'leaflet';
import { decimal } from '../parts/formats.js';
import { type Texts } from '../texts/texts.js';
import { type TilePlace } from './marks.js';

/** Pixels: more places, larger circle. */
export function clusterSize(count: number): number {
  return Math.round(24 + 9 * Math.log10(count));
}

/** `730` or `5.9K`. */
export function clusterText(count: number, { lang }: Texts): string {
  return new Intl.NumberFormat(lang, { notation: 'compact', maximumSignificantDigits: count < 1000 ? 3 : 2 }).format(
    count,
  );
}

export function clusterIcon(count: number, texts: Texts): DivIcon {
  const text = document.createElement('span');
  text.textContent = clusterText(count, texts);
  const size = clusterSize(count);
  return divIcon({ className: 'cluster', html: text, iconSize: [size, size] });
}

export function dotIcon(): DivIcon {
  return divIcon({ className: 'dot', html: '', iconSize: [16, 16] });
}

/** A pin whose point is at the place. @param number absent for the place of the open panel */
export function pinIcon(number: number | undefined): DivIcon {
  const text = document.createElement('span');
  text.textContent = number === undefined ? '' : String(number);
  return divIcon({
    className: number === undefined ? 'pin opened' : 'pin',
    html: text,
    iconSize: [28, 28],
    iconAnchor: [14, 34],
  });
}

/** What is shown of a place that is pointed at. */
export function placeTip({ name, category, rating }: TilePlace, { lang }: Texts): HTMLElement {
  const tip = document.createElement('span');
  const title = document.createElement('b');
  title.textContent = name;
  tip.append(title);
  const facts = [category, rating === undefined ? undefined : `★ ${decimal(String(rating), lang)}`];
  const line = facts.filter((fact) => fact !== undefined).join(' · ');
  if (line !== '') tip.append(document.createElement('br'), line);
  return tip;
}
