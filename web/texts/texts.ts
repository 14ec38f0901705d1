import { type en } from './en.js';

/** All texts of the page in one language. */
export type Texts = typeof en;
