import { type Author } from '../users/user-rows.js';

/** A place as check-ins and reviews refer to it. */
export interface PlaceReference {
  id: string;
  name: string;
}

/** What check-ins and reviews have in common. */
interface Activity {
  id: string;
  source?: string;
  author: Author;
  created: Date;
  place: PlaceReference;
}

export type Checkin = Activity;

export interface Review extends Activity {
  text?: string;
  /** Decimal text. */
  rating?: string;
  thumbsUp?: number;
}
