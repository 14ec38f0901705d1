/** Moves the focus to the heading of the results, because what was pressed disappears. */
export function focusResults(): void {
  document.getElementById('results-heading')?.focus();
}
