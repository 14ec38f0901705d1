import { type ServerResponse } from 'node:http';
import { z } from 'zod';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request } from 'express';

type Link = z.output<typeof linkSchema>;

/**
 * Builds absolute links to resources. Routes are declared in the controllers.
 */
export class Links {
  constructor(private readonly baseUrl: string) {}

  user(id: string): Link {
    return this.self('/v2/users/', id);
  }

  place(id: string): Link {
    return this.self('/v2/places/', id);
  }

  /** @param filters of the filter language; a place must match all */
  placesWhere(filters: readonly string[]): Link {
    const query = filters.map((filter) => `fq=${encodeURIComponent(filter)}`).join('&');
    return { rel: 'search', uri: `${this.baseUrl}/v2/places?${query}` };
  }

  /** The address of a picture: data may have a path of this service instead. */
  picture(address: string): string {
    return /^\/(?!\/)/.test(address) ? `${this.baseUrl}${address}` : address;
  }

  /** The link of a check-in or review to its place. */
  placeOfActivity(id: string): Link {
    return { rel: '/linkrels/search/getByPlaceId', uri: this.place(id).uri };
  }

  review(id: string): Link {
    return this.self('/v2/reviews/', id);
  }

  category(id: string): Link {
    return this.self('/v2/categories/', id);
  }

  private self(path: string, id: string): Link {
    return { rel: 'self', uri: `${this.baseUrl}${path}${encodeURIComponent(id)}` };
  }
}

export const linkSchema = z
  .object({
    rel: z
      .string()
      .describe(
        '`self`; `/linkrels/search/getByPlaceId` for the place of a check-in or review; `search` for the places of a city or district.',
      ),
    uri: z.url().describe('The URL of the resource.'),
  })
  .meta({ id: 'Link', description: 'A link to a resource.', selectable: 'part' });

/** Passes a `Links` with the base URL of the request to an argument of a controller's method. */
export const ResourceLinks = createParamDecorator(
  (_data: unknown, execution: ExecutionContext): Links =>
    new Links(execution.switchToHttp().getRequest<Request>().context.baseUrl),
);

/**
 * Bytes of headers whose length depends on the request or the data. A stock nginx takes 4 KB for all headers of a response, and
 * responds 502 to more; ours stay under 3 KB together.
 */
export const headerLimits = { link: 1200, licenses: 600, ignoredParameters: 400, allowHeaders: 1000, location: 1200 };

/** Appends a link to the `Link` header (RFC 8288), unless it had more bytes then than `limit`. */
export function appendLink(response: ServerResponse, link: string, limit = headerLimits.link): void {
  const existing = response.getHeader('Link');
  const links = existing === undefined ? link : `${String(existing)}, ${link}`;
  if (links.length <= limit) response.setHeader('Link', links);
}

/**
 * The path prefix of all URLs of the service; empty if the service is at the root of its host.
 *
 * @param baseUrl what links start with
 */
export function rootPath(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '');
}

/** For texts without a scheme. */
const anyPage = 'https://page.invalid';

/**
 * Whether a browser that loads this text as a picture or opens it as a link uses HTTP. It does so for relative addresses
 * too, which old data has. `javascript:`, `data:` and `file:` would run or read what an attacker chose.
 */
export function isWebAddress(text: string): boolean {
  // Most addresses; parsing takes longer.
  if (/^https?:\/\//i.test(text)) return true;
  return URL.canParse(text, anyPage) && /^https?:$/.test(new URL(text, anyPage).protocol);
}

/** The address; undefined if it must not be shown. */
export function shownAddress(text: string | null | undefined): string | undefined {
  return typeof text === 'string' && isWebAddress(text) ? text : undefined;
}
