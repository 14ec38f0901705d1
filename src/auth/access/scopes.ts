/** The scope that lets a token read the directory. */
export const readScope = 'read';

/** The scope that lets a trusted client act as one (design, section 4). */
export const trustScope = 'trust';
