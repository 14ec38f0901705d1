import { type z } from 'zod';
import { type linkSchema } from './link-schema.js';

/** A link of a record (interface section 2.1). */
export type Link = z.output<typeof linkSchema>;

/** The paths that `fl` may name of a link. */
export function linkFields(path: string): string[] {
  return [path, `${path}.rel`, `${path}.uri`];
}

/**
 * Addresses of the resources, absolute, from one base address. The only place that knows the paths links point to.
 */
export class Links {
  constructor(private readonly baseUrl: string) {}

  user(id: string): Link {
    return this.self('/v2/users/', id);
  }

  place(id: string): Link {
    return this.self('/v2/places/', id);
  }

  /** A place as check-ins and reviews refer to it (interface sections 2.3 and 2.4). */
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
