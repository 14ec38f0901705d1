import { z } from 'zod';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request } from 'express';

export type Link = z.output<typeof linkSchema>;

/** The paths of a link that `fl` can select. */
export function linkFields(path: string): string[] {
  return [path, `${path}.rel`, `${path}.uri`];
}

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
