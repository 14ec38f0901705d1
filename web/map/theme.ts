const dark = '(prefers-color-scheme: dark)';

export function isDark(): boolean {
  return matchMedia(dark).matches;
}

/** Calls when day becomes night, or night day. @returns a function that ends this */
export function onThemeChange(listener: () => void): () => void {
  const media = matchMedia(dark);
  media.addEventListener('change', listener);
  return () => {
    media.removeEventListener('change', listener);
  };
}
