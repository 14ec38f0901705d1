import { type SearchLanguage } from '../config/values.js';
import { IndexInspector } from '../places/index/inspect.js';
import { PlaceLanguages } from '../places/languages.js';
import { type CommandContext } from './command-context.js';

const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** `Danish, English` */
export function nameLanguages(languages: readonly SearchLanguage[]): string {
  return languages.map((language) => names.of(language) ?? language).join(', ');
}

/** The languages of the live index, and a hint if `reindex` would choose others. */
export async function checkIndexLanguages({
  app,
}: CommandContext): Promise<{ languages: SearchLanguage[]; hint?: string }> {
  const { languages = [] } = (await app.get(IndexInspector).describeLive()) ?? {};
  const chooser = app.get(PlaceLanguages);
  const missing = (await chooser.choose()).languages.filter((language) => !languages.includes(language));
  if (missing.length === 0) return { languages };
  const orConfigure = chooser.configured ? '' : ', or set SEARCH_LANGUAGES';
  return { languages, hint: `Run \`reindex\` to find inflections of ${nameLanguages(missing)} too${orConfigure}.` };
}
