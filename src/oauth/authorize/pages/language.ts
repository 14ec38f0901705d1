import Negotiator from 'negotiator';
import { en } from './texts/en.js';
import { pt } from './texts/pt.js';
import { type Texts } from './texts/texts.js';

const languages: Readonly<Record<string, Texts>> = { en, pt };

/** The texts in the language that the browser asks for (`Accept-Language`); English when it asks for none of ours. */
export function textsFor(acceptLanguage: string | undefined): Texts {
  const headers = { 'accept-language': acceptLanguage ?? '*' };
  const [best = 'en'] = new Negotiator({ headers }).languages(Object.keys(languages));
  return languages[best] ?? en;
}
