import { type Rectangle } from '../view/rectangle.js';

/** The parts of the responses that the page uses. `/openapi.json` documents all of them. */
export interface Link {
  readonly rel: string;
  readonly uri: string;
}

export interface Header {
  readonly found: number;
  readonly rows: number;
  readonly start: number;
  readonly next?: string;
  /** Of a search for places of which none has all words as typed. */
  readonly match?: 'corrected' | 'relaxed';
  /** The words that were searched, spelled right. */
  readonly corrected?: string;
  /** The words left out. */
  readonly omitted?: readonly string[];
  /** With `open`: how many more places match, except that their hours are unknown. */
  readonly unknownHours?: number;
  /** The city or district that the words name. */
  readonly where?: {
    readonly relation: 'in' | 'near' | 'first';
    readonly words: string;
    readonly type?: string;
    readonly name: string;
    readonly city?: string;
    readonly state?: string;
    /** Around most of its places, in degrees. */
    readonly box?: Readonly<Record<keyof Rectangle, string>>;
  };
  /** What else the words say (docs/query-language.md). */
  readonly kind?: {
    readonly words: string;
    /** For readers of the language of the page. */
    readonly label: string;
    readonly instead?: 'broader' | 'similar';
    /** With `instead`: what places are found, as in `label`. */
    readonly shown?: string;
  };
  readonly near?: {
    readonly words: string;
    readonly of: 'centre' | 'place' | 'unknown';
    /** With `unknown`: what to send. */
    readonly needs?: 'centre' | 'place';
    readonly name?: string;
    readonly location?: Location;
  };
  readonly when?: { readonly words: string; readonly open: string };
  readonly number?: { readonly words: string };
  /** If nothing is found where the words say: the nearest place that has all else. */
  readonly nearest?: {
    readonly id: string;
    readonly link: Link;
    readonly name: string;
    readonly location?: Location;
    readonly distance?: string;
  };
}

/** In degrees. */
interface Location {
  readonly lat: string;
  readonly lng: string;
}

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
  readonly location?: Location & { readonly distance?: string };
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

/** When a place is open. Times are local: `2026-11-23T19:00`. */
export interface PlaceHours {
  readonly timeZone?: string;
  readonly open?: boolean;
  /** When `open` changes next. */
  readonly changes?: string;
  /** The next seven days. Absent if the hours cannot be read. */
  readonly days?: readonly OpenDay[];
}

export interface OpenDay {
  readonly date: string;
  readonly ranges: readonly { readonly from: string; readonly until: string }[];
}

export interface Facet {
  readonly field: string;
  readonly buckets: readonly { readonly value: string; readonly found: number }[];
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

export interface Suggestion {
  readonly text: string;
  /** The further name that was typed, if `text` does not match. */
  readonly matchedName?: string;
  readonly type: 'place' | 'category' | 'subcategory' | 'city' | 'district' | 'street' | 'postcode';
  readonly id: string;
  /** Of a category or subcategory. */
  readonly kinds?: Place['kinds'];
  /** Of a place, a city or a district. */
  readonly address?: NonNullable<Place['address']>;
  /** Of a place: metres from the centre of the search, if it has one. */
  readonly distance?: string;
  /** Of a place: how many places have its name, if there are several. */
  readonly places?: number;
  readonly link: Link;
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
