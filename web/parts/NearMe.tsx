import { useEffect, useState } from 'preact/hooks';
import { useTexts } from '../texts/use-texts.js';
import { useNavigation } from '../view/use-navigation.js';
import { withoutNear } from '../view/view.js';
import { Glyph } from './Icon.js';

/** Four decimals are about ten metres: precise enough, without revealing more. */
const rounded = (degrees: number): number => Number(degrees.toFixed(4));

/** Milliseconds for which the page says that the browser does not tell. Pressing the button says it again. */
const SAID = 10_000;

interface Props {
  readonly text: string;
  /** Whether the button only asks. Else it is a toggle. */
  readonly isAction?: boolean;
}

/** Asks the browser where the user is, and searches there, nearest first. */
export function NearMe({ text, isAction = false }: Props) {
  const texts = useTexts();
  const { view, change, refine } = useNavigation();
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
  return (
    <>
      <button
        type="button"
        class="pill"
        aria-pressed={isAction ? undefined : view.near !== undefined}
        aria-disabled={state === 'asking'}
        onClick={() => {
          if (!isAction && view.near !== undefined) {
            setState('quiet');
            refine(withoutNear);
          } else if (state !== 'asking') ask();
        }}
      >
        <Glyph name="locate" /> {text}
      </button>
      <span role="status" class={state === 'quiet' ? 'hidden' : 'note'}>
        {state === 'asking' && texts.locating}
        {state === 'denied' && texts.notLocated}
      </span>
    </>
  );
}
