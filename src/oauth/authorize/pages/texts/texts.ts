import { type en } from './en.js';

/** What the pages say, in one language. */
export type Texts = typeof en;
