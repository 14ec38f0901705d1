import { type z } from 'zod';
import { type linkSchema } from './link-schema.js';

export type Link = z.output<typeof linkSchema>;

/** The paths of a link that `fl` can select. */
export function linkFields(path: string): string[] {
  return [path, `${path}.rel`, `${path}.uri`];
}

/**
 * Builds absolute links to resources. No other code knows their paths.
 */
export class Links {
  constructor(private readonly baseUrl: string) {}

  user(id: string): Link {
    return this.self('/v2/users/', id);
  }

  place(id: string): Link {
    return this.self('/v2/places/', id);
  }

  /** The link of a check-in or review to its place. */
  placeById(id: string): Link {
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
