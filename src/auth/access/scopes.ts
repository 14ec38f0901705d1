/** Lets a token read the directory. */
export const readScope = 'read';

/** Makes the token of a trusted client a trusted token. */
export const trustScope = 'trust';
