import { type components } from '../../packages/client/src/places.js';

/** The parts of the responses that the page uses, by `/openapi.json`. It has most members of records as optional: `fl` may leave them out. */
type Schemas = components['schemas'];

export type Link = Schemas['Link'];
export type Header = Schemas['PlaceHeader'];
export type Facet = Schemas['Facet'];
export type Suggestion = Schemas['Suggestion'];
export type PlaceHours = Schemas['PlaceHours'];
export type OpenDay = NonNullable<PlaceHours['days']>[number];

export interface Place {
  readonly id: string;
  readonly link: Link;
  readonly name: string;
  readonly names?: readonly { readonly text: string; readonly language?: string; readonly type?: string }[];
  readonly phones: readonly string[];
  readonly urlService?: string;
  readonly address?: Readonly<
    Partial<Record<'country' | 'state' | 'city' | 'district' | 'street' | 'number' | 'zipcode', string>>
  >;
  readonly location?: { readonly lat: string; readonly lng: string; readonly distance?: string };
  readonly categories: readonly {
    readonly id: string;
    readonly name: string;
    readonly subcategory?: { readonly id: string; readonly name: string };
  }[];
  /** The broader ones, too. */
  readonly kinds?: readonly { readonly id: string }[];
  readonly statistics?: Readonly<Partial<Record<'pageviews' | 'rating' | 'reviews' | 'checkins' | 'photos', string>>>;
  readonly utilities?: readonly { readonly id: string; readonly name: string }[];
  readonly featured?: { readonly photo: { readonly medium: string } };
  readonly source?: { readonly name: string; readonly license?: string; readonly attribution?: string };
  readonly open?: boolean;
  /** When `open` changes next, at the place: `2026-11-23T19:00`. */
  readonly openChanges?: string;
  /** The IANA time zone of the place. */
  readonly timeZone?: string;
  readonly openingHours?: string;
}

export interface User {
  readonly id: string;
  readonly link: Link;
  readonly name: string;
  readonly photos?: Readonly<Partial<Record<'small' | 'medium' | 'large', string>>>;
  readonly statistics: Readonly<Record<'reviews' | 'places' | 'photos' | 'checkins', number>>;
}

interface Creation {
  readonly author: { readonly id: string; readonly name: string; readonly link: Link };
  /** Milliseconds. */
  readonly created: number;
}

interface PlaceReference {
  readonly id: string;
  readonly name: string;
  readonly link: Link;
}

export interface Checkin {
  readonly source?: string;
  readonly creation: Creation;
  readonly place: PlaceReference;
}

interface Review extends Checkin {
  readonly id: string;
  readonly text: string;
  readonly statistics?: { readonly rating?: string; readonly thumbsUp?: string };
}

/** A list response: its root key and the key of its items. */
export const lists = {
  places: { root: 'results', items: 'places' },
  users: { root: 'userResults', items: 'users' },
  reviews: { root: 'reviewResults', items: 'reviews' },
  checkins: { root: 'checkinResults', items: 'checkins' },
} as const;

export interface ListItems {
  places: Place;
  users: User;
  reviews: Review;
  checkins: Checkin;
}
