import { z } from 'zod';

/** An e-mail address, international ones too; whether it exists is another question. */
export const emailAddress = z.string().max(320).regex(z.regexes.unicodeEmail, 'is not an e-mail address');
