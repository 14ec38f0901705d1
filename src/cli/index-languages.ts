import { type SearchLanguage } from '../config/values.js';
import { IndexInspector } from '../places/index/inspect.js';
import { PlaceLanguages } from '../places/languages.js';
import { type CommandContext } from './command-context.js';

const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** `Danish, English` */
export function nameLanguages(languages: readonly SearchLanguage[]): string {
  return languages.map((language) => names.of(language) ?? language).join(', ');
}

/** Says whose inflections the live index finds, and whose it would find after a `reindex`. */
export async function describeIndexLanguages({ app }: CommandContext): Promise<string> {
  const { languages: found = [] } = (await app.get(IndexInspector).describeLive()) ?? {};
  const text = `The index finds inflections of: ${nameLanguages(found)}.`;
  const chooser = app.get(PlaceLanguages);
  const missing = (await chooser.choose()).languages.filter((language) => !found.includes(language));
  if (missing.length === 0) return text;
  const orConfigure = chooser.configured ? '' : ', or set SEARCH_LANGUAGES';
  return `${text} Run \`reindex\` to find those of ${nameLanguages(missing)} too${orConfigure}.`;
}
