import { z } from 'zod';

/** The syntax of an e-mail address, international addresses included. */
export const emailAddress = z.string().max(320).regex(z.regexes.unicodeEmail, 'is not an e-mail address');
