/** The public data of a user. */
export interface User {
  id: string;
  name: string;
  /** `YYYY-MM-DD`. */
  birth?: string;
  gender?: string;
  photos: Partial<Record<PhotoSize, string>>;
  statistics: { reviews: number; places: number; photos: number; checkins: number };
}

export type PhotoSize = 'small' | 'medium' | 'large' | 'original';
