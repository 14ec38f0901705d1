import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

/** A language tag (BCP 47). */
export const languageTag = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,7}$/;

/** A language in which a reader wants names. */
export interface ReaderLanguage {
  /** In small letters. */
  readonly tag: string;
  /** `pt` of `pt-BR`. */
  readonly primary: string;
  /** The tags to look for, in this order: the tag, and with fewer subtags (RFC 4647, section 3.4). In small letters. */
  readonly lookup: readonly string[];
  /** The language with its script: `pt-latn` of `pt-BR`, if it is known. */
  readonly script: string | undefined;
}

/** The others say little about what the reader wants, and each list of languages has responses of its own in the cache. */
const MAX_LANGUAGES = 5;

/** Clients send the same few headers all the time. */
const parsedHeaders = new LRUCache<string, readonly ReaderLanguage[]>({ max: 1000 });

/**
 * The languages of `Accept-Language`, the preferred first: at most five, and one tag for each primary language. What is no language tag
 * is ignored, also `*`, which any name matches.
 */
export function acceptedLanguages(header: string | undefined): readonly ReaderLanguage[] {
  if (header === undefined || header === '' || header === '*') return [];
  const known = parsedHeaders.get(header);
  if (known) return known;
  const tags = new Negotiator({ headers: { 'accept-language': header } }).languages();
  const byPrimary = new Map<string, ReaderLanguage>();
  for (const tag of tags) {
    if (!languageTag.test(tag)) continue;
    const language = readerLanguage(tag);
    // Each falls back to its primary language.
    if (!byPrimary.has(language.primary)) byPrimary.set(language.primary, language);
  }
  const languages = [...byPrimary.values()].slice(0, MAX_LANGUAGES);
  parsedHeaders.set(header, languages);
  return languages;
}

/** @param text a language tag */
export function readerLanguage(text: string): ReaderLanguage {
  const tag = text.toLowerCase();
  const subtags = tag.split('-');
  const [primary = tag] = subtags;
  const shorter = subtags
    .map((_, at) => subtags.slice(0, at).join('-'))
    .slice(2)
    .reverse();
  const script = withScript(tag);
  // Traditional characters for Taiwan, although `zh` is in simplified ones.
  return { tag, primary, lookup: [...new Set([tag, ...shorter, script ?? primary, primary])], script };
}

/** `pt-latn` of `pt-BR`, in small letters. @returns undefined if the script is unknown */
export function withScript(tag: string): string | undefined {
  const known = scripts.get(tag);
  if (known !== undefined) return known;
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    if (script === undefined) return undefined;
    const found = `${language}-${script}`.toLowerCase();
    scripts.set(tag, found);
    return found;
  } catch {
    // A tag in form only, such as one with the same variant twice.
    return undefined;
  }
}

/** Of languages, by their tags: `Intl.Locale` takes some microseconds. */
const scripts = new LRUCache<string, string>({ max: 1000 });
