import { type Author } from '../users/user-rows.js';

export interface PlaceReference {
  id: string;
  name: string;
}

/** The common part of check-ins and reviews. */
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
