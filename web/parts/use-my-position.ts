import { useEffect, useState } from 'preact/hooks';
import { useNavigation } from '../view/use-navigation.js';

/** Four decimals are about ten metres: precise enough, without revealing more. */
const rounded = (degrees: number): number => Number(degrees.toFixed(4));

/** Milliseconds for which the page says that the browser does not tell. Pressing the button says it again. */
const SAID = 10_000;

/** Asks the browser where the user is, and searches there, nearest first. */
export function useMyPosition(): { state: 'quiet' | 'asking' | 'denied'; ask: () => void; forget: () => void } {
  const { change, refine } = useNavigation();
  const [state, setState] = useState<'quiet' | 'asking' | 'denied'>('quiet');
  useEffect(() => {
    if (state !== 'denied') return undefined;
    const timer = setTimeout(() => {
      setState('quiet');
    }, SAID);
    return () => {
      clearTimeout(timer);
    };
  }, [state]);
  const ask = (): void => {
    if (state === 'asking') return;
    setState('asking');
    // Not once the position is known: then the user may be typing.
    refine((before) => before);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState('quiet');
        const near = { lat: rounded(coords.latitude), lng: rounded(coords.longitude) };
        change((before) => ({ ...before, near, box: undefined, sort: 'distance', open: undefined }));
      },
      () => {
        setState('denied');
      },
      { timeout: 20_000, maximumAge: 60_000 },
    );
  };
  const forget = (): void => {
    setState('quiet');
  };
  return { state, ask, forget };
}
