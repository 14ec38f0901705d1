import { type Random } from '../support/random.js';
import { awkwardTexts } from '../cases/awkward-texts.js';

/** Any text, rarely a long one. */
export function anyText(random: Random): string {
  const draw = random.next();
  if (draw < 0.5) return random.pick(awkwardTexts);
  if (draw < 0.7)
    return String.fromCharCode(...Array.from({ length: random.between(1, 12) }, () => random.between(0, 0xffff)));
  if (draw < 0.9) return `${random.pick(awkwardTexts)}${random.pick(awkwardTexts)}${random.pick(awkwardTexts)}`;
  if (draw < 0.98) return random.pick(awkwardTexts).repeat(random.between(2, 60));
  return random.pick(awkwardTexts).repeat(random.between(100, 1500));
}

/** A text in a URL: encoded correctly, partly, twice, or wrongly. */
export function encoded(random: Random, text: string): string {
  const draw = random.next();
  const well = encodeURIComponent(text.toWellFormed());
  if (draw < 0.8) return well;
  if (draw < 0.86) return encodeURIComponent(well);
  if (draw < 0.92) return well.slice(0, random.between(0, well.length));
  if (draw < 0.96)
    return random.pick(['%', '%f', '%ff', '%c0%80', '%ed%a0%80', '%u0041', '%00', '%zz', '%F4%90%80%80', '+']);
  // Characters that clients send without encoding.
  return text.replace(/[^!-~]/g, '').replaceAll('#', '');
}
