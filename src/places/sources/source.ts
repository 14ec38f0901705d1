import { type ServerResponse } from 'node:http';
import { z } from 'zod';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { html } from '../../http/page.js';
import { appendLink, headerLimits } from '../../http/links.js';

/** Where the data of a place come from, as responses show it. */
export const sourceSchema = z
  .object({
    name: z.string(),
    license: z.url().optional().describe('The address of the licence of the data.'),
    attribution: z.string().optional().describe('The text that the licence asks to show with the data.'),
  })
  // `fl` selects its members, as in `place.ts`.
  .meta({ id: 'Source', selectable: 'part' });

export type Source = z.output<typeof sourceSchema>;

export function presentSource({ name, license, attribution }: Source): Source {
  return { name, license, attribution };
}

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

/** Adds the licences of data to the `Link` header of a response (RFC 4946). */
export class LicenseLinks {
  constructor(private readonly response: ServerResponse) {}

  /**
   * Adds one link for each licence. To be called before the controller returns: the links to other pages get the room in `Link` that is
   * left (`appendLink` in `http/links.ts`).
   */
  add(sources: readonly (Source | undefined)[]): void {
    for (const license of new Set(sources.map((source) => source?.license))) {
      // Programs that write to the table may store other texts.
      if (license !== undefined && URL.canParse(license)) {
        appendLink(this.response, `<${new URL(license).href}>; rel="license"`, headerLimits.licenses);
      }
    }
  }
}

/** Passes the `LicenseLinks` of the response to an argument of a controller's method. */
export const ResponseLicenses = createParamDecorator(
  (_data: unknown, execution: ExecutionContext): LicenseLinks =>
    new LicenseLinks(execution.switchToHttp().getResponse<ServerResponse>()),
);
