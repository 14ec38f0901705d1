/** A terminal's Ctrl-C reaches a program and its parents, which pass it on: what comes within these milliseconds is one. */
export const echoMs = 500;
