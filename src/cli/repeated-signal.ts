/** Ctrl-C reaches a program twice: from the terminal and from its parent. Signals within this time count as one. */
export const repeatedSignalMs = 500;
