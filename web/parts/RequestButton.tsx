import { useTexts } from '../texts/use-texts.js';
import { narrow } from '../view/use-media.js';
import { useNavigation } from '../view/use-navigation.js';
import { Glyph } from './Icon.js';

/** Shows and hides the requests of the page. */
export function RequestButton({ onPress }: { onPress: () => void }) {
  const texts = useTexts();
  const { view, change } = useNavigation();
  return (
    <button
      id="request-button"
      type="button"
      aria-pressed={view.request}
      onClick={() => {
        onPress();
        // A narrow screen shows only one of them.
        const keeps = !matchMedia(narrow).matches;
        change(({ open, ...before }) => ({ ...before, open: keeps ? open : undefined, request: !before.request }));
      }}
    >
      <Glyph name="code" /> {texts.request}
    </button>
  );
}
