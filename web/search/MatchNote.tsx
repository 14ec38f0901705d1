import { type Place } from '../api/records.js';
import { useMyPosition } from '../parts/use-my-position.js';
import { Glyph } from '../parts/Icon.js';
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
  const { state, ask } = useMyPosition();
  return (
    <div class="use-position">
      <p class="match">{texts.needsPosition}</p>
      <button type="button" class="pill" aria-disabled={state === 'asking'} onClick={ask}>
        <Glyph name="locate" /> {texts.usePosition}
      </button>
      <span role="status" class={state === 'quiet' ? 'hidden' : 'note'}>
        {state === 'asking' && texts.locating}
        {state === 'denied' && texts.notLocated}
      </span>
    </div>
  );
}

/** Cities that a sentence names. */
const NAMED = 2;

interface ElsewhereProps {
  /** That there are none where the search began, and how far the nearest is. */
  readonly nothing: string | undefined;
  /** Those far from what the map shows. */
  readonly places: readonly Place[];
  /** How many the list has. */
  readonly listed: number;
  /** How many the search found, of which the list may have a part. */
  readonly found: number;
}

/** Says which places of the list are far from what the map shows, and offers to go there if all of them are. */
export function ElsewhereNote({ nothing, places, listed, found }: ElsewhereProps) {
  const texts = useTexts();
  const { change } = useNavigation();
  const cities = [...new Set(places.flatMap(({ address }) => address?.city ?? []))];
  const named = cities.length > NAMED ? [...cities.slice(0, NAMED), texts.otherCities] : cities;
  const where = new Intl.ListFormat(texts.lang).format(named);
  const isWhole = places.length > 0 && places.length === listed;
  const isSaid = places.length > 0 || nothing !== undefined;
  const note =
    isWhole && listed === found
      ? texts.allElsewhere(where)
      : isWhole
        ? texts.listElsewhere(listed, where)
        : (nothing ?? texts.someElsewhere(places.length, listed === found ? undefined : listed, where));
  return (
    // Always there: screen readers announce what changes in it.
    <div class={isSaid ? 'elsewhere' : 'hidden'}>
      <div role="status">{isSaid && <p class="match">{note}</p>}</div>
      {isWhole && (
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
