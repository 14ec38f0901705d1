import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

/** A language tag (BCP 47). */
export const languageTag = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,7}$/;

/** `und` is BCP 47 for a language that is not known. `Intl.Locale` takes it for English, and `und-BR` for Portuguese. */
const unknownLanguage = /^und(-|$)/i;

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

/** Most browsers list a language with its region and without. Others are not read: this runs before the load shedder. */
const MAX_TAGS = 2 * MAX_LANGUAGES;

/** Clients send the same few headers all the time. */
const parsedHeaders = new LRUCache<string, readonly ReaderLanguage[]>({ max: 1000 });

/**
 * The languages of `Accept-Language`, the preferred first: at most five of the first ten tags, and one tag for each language and script.
 * What is no language tag is ignored, also `und`, and `*`, which any name matches.
 */
export function acceptedLanguages(header: string | undefined): readonly ReaderLanguage[] {
  if (header === undefined || header === '' || header === '*') return [];
  const known = parsedHeaders.get(header);
  if (known) return known;
  const tags = new Negotiator({ headers: { 'accept-language': header } }).languages().filter(namesLanguage);
  const byScript = new Map<string, ReaderLanguage>();
  for (const tag of tags.slice(0, MAX_TAGS)) {
    const language = readerLanguage(tag);
    const key = language.script ?? language.primary;
    // The first falls back to those of its script.
    if (!byScript.has(key)) byScript.set(key, language);
    if (byScript.size === MAX_LANGUAGES) break;
  }
  const languages = [...byScript.values()];
  parsedHeaders.set(header, languages);
  return languages;
}

/**
 * The languages of the parameter `lang`: its own, or none if it names none.
 *
 * @param text what `readLanguageTag` reads
 */
export function chosenLanguages(text: string): readonly ReaderLanguage[] {
  const tag = readLanguageTag(text);
  return tag !== undefined && namesLanguage(tag) ? [readerLanguage(tag)] : [];
}

/** @returns the tag that a parameter has, also as Java writes it: `pt_BR`. undefined if it has none */
export function readLanguageTag(text: string): string | undefined {
  const tag = text.replaceAll('_', '-');
  return languageTag.test(tag) ? tag : undefined;
}

function namesLanguage(tag: string): boolean {
  return languageTag.test(tag) && !unknownLanguage.test(tag);
}

function readerLanguage(text: string): ReaderLanguage {
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
  if (known) return known.script;
  const script = likelyScript(tag);
  scripts.set(tag, { script });
  return script;
}

function likelyScript(tag: string): string | undefined {
  if (unknownLanguage.test(tag)) return undefined;
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return script === undefined ? undefined : `${language}-${script}`.toLowerCase();
  } catch {
    // A tag in form only, such as one with the same variant twice.
    return undefined;
  }
}

/** Of languages, by their tags: `Intl.Locale` takes some microseconds. */
const scripts = new LRUCache<string, { script: string | undefined }>({ max: 1000 });
