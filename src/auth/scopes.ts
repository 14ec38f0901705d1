/** Lets a token read the directory. */
export const READ_SCOPE = 'read';

/** Makes the token of a trusted client a trusted token. */
export const TRUST_SCOPE = 'trust';
