import { NearMe } from '../parts/NearMe.js';
import { useTexts } from '../texts/use-texts.js';
import { focusResults } from '../view/focus-results.js';
import { useNavigation } from '../view/use-navigation.js';
import { type Understood } from './understood.js';

interface Props {
  readonly understood: readonly Understood[];
  /** What was searched instead of the words as typed. */
  readonly substitution: string | undefined;
}

/** Says what the words mean, and in one sentence what was searched instead, with the way back to the words as typed. */
export function MatchNote({ understood, substitution }: Props) {
  const texts = useTexts();
  return (
    <>
      <div role="status">
        {/* Sighted users see a list of buttons. */}
        {understood.length > 0 && (
          <p class="hidden">
            {texts.understood} <bdi>{understood.map(({ what }) => what).join(', ')}</bdi>
          </p>
        )}
        {substitution !== undefined && (
          <p class="match" dir="auto">
            {substitution}
          </p>
        )}
      </div>
      {substitution !== undefined && <SearchAsTyped />}
    </>
  );
}

/** The words ask for places near the user, but the search does not know where the user is. */
export function UseMyPosition() {
  const texts = useTexts();
  return (
    <div class="row">
      <p class="match">{texts.needsPosition}</p>
      <NearMe text={texts.usePosition} isAction />
    </div>
  );
}

interface ElsewhereProps {
  /** That there are none where the search began, and how far the nearest is. */
  readonly nothing: string | undefined;
  /** Whether all places of the list are far from what the map shows. */
  readonly isElsewhere: boolean;
}

/** Says that there is none where it was searched, or that the map shows another part of the earth, and offers to go there. */
export function ElsewhereNote({ nothing, isElsewhere }: ElsewhereProps) {
  const texts = useTexts();
  const { change } = useNavigation();
  const note = isElsewhere ? texts.allElsewhere : nothing;
  return (
    // Always there: screen readers announce what changes in it.
    <div class={note === undefined ? 'hidden' : 'elsewhere row'}>
      <div role="status">{note !== undefined && <p class="match">{note}</p>}</div>
      {isElsewhere && (
        <button
          type="button"
          class="pill"
          onClick={() => {
            change((before) => ({ ...before, at: undefined }));
            focusResults();
          }}
        >
          {texts.goThere}
        </button>
      )}
    </div>
  );
}

/** Repeats the search with the words as typed. */
function SearchAsTyped() {
  const texts = useTexts();
  const { refine } = useNavigation();
  return (
    <button
      type="button"
      class="as-typed pill"
      onClick={() => {
        refine((before) => ({ ...before, exact: true, open: undefined }));
        // The button disappears, so move the focus.
        focusResults();
      }}
    >
      {texts.searchAsTyped}
    </button>
  );
}
