import { useState } from 'preact/hooks';
import { Glyph } from './Icon.js';
import { useTexts } from '../texts/use-texts.js';
import { useNavigation } from '../view/use-navigation.js';
import { withoutNear } from '../view/view.js';

/** Four decimals are about ten metres: precise enough, without revealing more. */
const rounded = (degrees: number): number => Number(degrees.toFixed(4));

/** A toggle that searches around the user, nearest first. */
export function NearMe() {
  const texts = useTexts();
  const { view, change } = useNavigation();
  const [state, setState] = useState<'quiet' | 'asking' | 'denied'>('quiet');
  const press = (): void => {
    if (state === 'asking') return;
    if (view.near !== undefined) {
      setState('quiet');
      change(withoutNear);
      return;
    }
    setState('asking');
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
        aria-pressed={view.near !== undefined}
        aria-disabled={state === 'asking'}
        onClick={press}
      >
        <Glyph name="locate" /> {texts.nearMe}
      </button>
      <span role="status" class={state === 'quiet' ? 'hidden' : 'note'}>
        {state === 'asking' && texts.locating}
        {state === 'denied' && texts.notLocated}
      </span>
    </>
  );
}
