/** A user of the directory as the modules know one; nothing secret is in it. */
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
