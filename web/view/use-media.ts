import { useEffect, useState } from 'preact/hooks';

/** Where there is room for one thing at a time, as style/narrow.css has it. */
export const narrow = '(max-width: 47.99rem)';

/** Whether a media query holds, now and as that changes. */
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
