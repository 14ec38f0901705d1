import { Glyph } from './Icon.js';
import { useMyPosition } from './use-my-position.js';
import { useTexts } from '../texts/use-texts.js';
import { useNavigation } from '../view/use-navigation.js';
import { withoutNear } from '../view/view.js';

/** A toggle that searches around the user, nearest first. */
export function NearMe() {
  const texts = useTexts();
  const { view, refine } = useNavigation();
  const { state, ask, forget } = useMyPosition();
  const press = (): void => {
    if (state === 'asking' || view.near === undefined) {
      ask();
      return;
    }
    forget();
    refine(withoutNear);
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
