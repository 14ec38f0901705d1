/** The colours of the map, from the style sheet (`style/map.css`). */
const names = ['land', 'border', 'city-name', 'district-name', 'halo'] as const;

export type Theme = Readonly<Record<(typeof names)[number], string>>;

const dark = '(prefers-color-scheme: dark)';

export function readTheme(element: HTMLElement): Theme {
  const style = getComputedStyle(element);
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--map-${name}`).trim()])) as Theme;
}

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
