import { html } from '../../http/response/html.js';
import { type Source } from './source.js';

type Sources = readonly (Source | undefined)[];

/** The texts to show with data of these sources; undefined if none asks for any. */
export function attributionOf(sources: Sources): string | undefined {
  const texts = new Set(sources.flatMap((source) => source?.attribution ?? []));
  return texts.size === 0 ? undefined : [...texts].join('; ');
}

/** The same as HTML, which map libraries show: each text with a link to its licence. */
export function attributionHtml(sources: Sources): string | undefined {
  const texts = sources.flatMap((source) => {
    if (source?.attribution === undefined) return [];
    const { attribution, license } = source;
    // Programs that write to the table may store other texts than web addresses.
    const isLink = license !== undefined && /^https?:\/\//i.test(license);
    return (isLink ? html`<a href="${license}">${attribution}</a>` : html`${attribution}`).source;
  });
  return texts.length === 0 ? undefined : [...new Set(texts)].join('; ');
}
