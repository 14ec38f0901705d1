import { type en } from './en.js';

/** The texts of the pages in one language. */
export type Texts = typeof en;
