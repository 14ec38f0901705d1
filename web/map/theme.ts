import { type Theme } from './palette.js';

const dark = '(prefers-color-scheme: dark)';

export function themeNow(): Theme {
  return matchMedia(dark).matches ? 'dark' : 'light';
}

/** Calls when day becomes night, or night day. @returns a function that ends this */
export function onThemeChange(listener: () => void): () => void {
  const media = matchMedia(dark);
  media.addEventListener('change', listener);
  return () => {
    media.removeEventListener('change', listener);
  };
}
