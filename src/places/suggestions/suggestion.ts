import { type CategoryKey } from '../search-index/mapping/category-key.js';

/** Something whose name answers what was typed. */
export type Suggestion = { readonly type: 'place'; readonly id: string; readonly name: string } | CategoryKey;
