import Negotiator from 'negotiator';
import { en } from './texts/en.js';
import { pt } from './texts/pt.js';
import { type Texts } from './texts/texts.js';

const languages: Readonly<Record<string, Texts>> = { en, pt };

/** The texts in the language that `Accept-Language` prefers; English if it names no supported language. */
export function textsFor(acceptLanguage: string | undefined): Texts {
  const headers = { 'accept-language': acceptLanguage ?? '*' };
  const [best = 'en'] = new Negotiator({ headers }).languages(Object.keys(languages));
  return languages[best] ?? en;
}
