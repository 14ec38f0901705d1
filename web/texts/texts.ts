import { type en } from './en.js';

/** The texts of one language. */
export type Texts = typeof en;

/** The name of the page, in all languages. */
export const BRAND = 'Place Directory';
