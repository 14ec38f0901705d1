import { useEffect, useState } from 'preact/hooks';

/** The narrow layout. Keep in step with style/narrow.css. */
export const narrow = '(max-width: 47.99rem)';

/** Below it, the panel takes the place of the list. Keep in step with style/panels.css. */
export const singleColumn = '(max-width: 74.99rem)';

/** Whether a media query matches, updated on change. */
export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const follow = (): void => {
      setMatches(media.matches);
    };
    media.addEventListener('change', follow);
    return () => {
      media.removeEventListener('change', follow);
    };
  }, [query]);
  return matches;
}
