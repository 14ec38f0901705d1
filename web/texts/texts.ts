import { type en } from './en.js';

/** The texts of one language. */
export type Texts = typeof en;
