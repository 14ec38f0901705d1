import { useLayoutEffect, useRef } from 'preact/hooks';
import { type Place } from '../api/records.js';
import { type List } from '../api/use-list.js';
import { NEAR_METRES } from '../map/camera.js';
import { count, distance } from '../parts/formats.js';
import { More } from '../parts/More.js';
import { ProblemNote } from '../parts/ProblemNote.js';
import { Skeleton } from '../parts/Skeleton.js';
import { useTexts } from '../texts/use-texts.js';
import { useNavigation } from '../view/use-navigation.js';
import { Chosen } from './Chosen.js';
import { ElsewhereNote, MatchNote, UseMyPosition } from './MatchNote.js';
import { NoResult } from './NoResult.js';
import { PlaceLine } from './PlaceLine.js';
import { SortChoice } from './SortChoice.js';
import { asksNearUser, distancesFrom, nothingOf, substitutionOf, understoodOf } from './understood.js';

/** Placeholders for places that are loading. */
const SKELETONS = 6;

interface Props {
  readonly list: List<Place>;
  /** Whether it has what the map shows, without a search. */
  readonly isHere: boolean;
  /** Whether its places have numbers. */
  readonly isNumbered: boolean;
  /** Whether all its places are far from what the map shows. */
  readonly isElsewhere: boolean;
  /** How far the nearest is from where a search began that found none there, in metres. */
  readonly away: number | undefined;
  /** Whether its places are of a search before, as the next one has failed. */
  readonly isStale: boolean;
  readonly pointed: string | undefined;
  readonly onPoint: (id: string | undefined) => void;
}

/** Whether a place is far from where it was searched. */
function isFar({ location }: Place): boolean {
  return Number(location?.distance ?? 0) > NEAR_METRES;
}

/** The list of results. */
export function Results({ list, isHere, isNumbered, isElsewhere, away, isStale, pointed, onPoint }: Props) {
  const texts = useTexts();
  const places = useRef<HTMLOListElement>(null);
  const { header, items, busy, problem, more, retry } = list;
  const { found, unknownHours = 0 } = header ?? { found: 0 };
  const { view } = useNavigation();
  const asksNear = header !== undefined && asksNearUser(header) && !view.near;
  const from = header && !view.near ? distancesFrom(header) : undefined;
  const isLoading = busy && !header;
  useLayoutEffect(() => {
    // New results begin with the first, however far the reader has scrolled those before.
    places.current?.closest('.scroll')?.scrollTo(0, 0);
  }, [list.of]);
  // The words in the view may be newer than the list.
  const searched = new URLSearchParams(list.of?.split('?')[1]).get('q') ?? '';
  // It is of other words than those that failed.
  const isEarlier = problem !== undefined && header !== undefined && searched !== view.q;
  const said = isEarlier ? undefined : header;
  const understood = said ? understoodOf(said, texts, view.near !== undefined) : [];
  const substitution = said && substitutionOf(said, texts);
  const missing = header && nothingOf({ q: searched }, header, texts);
  const nothing =
    missing === undefined || away === undefined ? undefined : texts.nothingThere(missing, distance(away, texts.lang));
  // Then each condition is offered below.
  const isNothing = header !== undefined && found === 0 && !busy && !problem;
  return (
    <section class="results stack" aria-labelledby="results-heading" aria-busy={busy}>
      <h2 id="results-heading" tabIndex={-1} class="hidden">
        {texts.results}
      </h2>
      <div class="results-head">
        {found > 0 && <SortChoice />}
        <div role="status">
          {/* The count of the search before one that failed. */}
          <p class={isNothing && unknownHours === 0 ? 'found hidden' : problem ? 'found stale' : 'found'}>
            <span class={isNothing ? 'hidden' : undefined}>
              {header ? texts[isHere ? 'foundHere' : 'found'](found, count(found, texts.lang)) : busy && texts.loading}
            </span>
            {header && unknownHours > 0 && (
              <small> {texts.unknownHours(count(unknownHours, texts.lang), found > 0)}</small>
            )}
          </p>
        </div>
        <MatchNote understood={understood} substitution={substitution} />
      </div>
      <ElsewhereNote nothing={nothing} isElsewhere={isElsewhere} />
      <Chosen understood={understood} isOfWords={isNothing} />
      {asksNear && <UseMyPosition />}
      {problem && <ProblemNote problem={problem} retry={retry} />}
      {isEarlier && items.length > 0 && <p class="match">{texts.shownStill(searched)}</p>}
      {isNothing && <NoResult header={header} />}
      {isLoading && [...Array(SKELETONS).keys()].map((at) => <Skeleton key={at} class="place-skeleton" lines={3} />)}
      <ol class={`places ${busy ? 'dimmed' : isStale ? 'stale' : ''}`} ref={places}>
        {items.map((place, at) => (
          <li
            key={place.id}
            data-place={place.id}
            class={place.id === pointed ? 'pointed' : ''}
            onPointerEnter={({ pointerType }) => {
              // A finger leaves no row.
              if (pointerType !== 'touch') onPoint(place.id);
            }}
            onPointerLeave={() => {
              onPoint(undefined);
            }}
          >
            <PlaceLine
              place={place}
              number={isNumbered ? at + 1 : undefined}
              from={from}
              isAway={away !== undefined || isFar(place)}
              onPoint={onPoint}
            />
          </li>
        ))}
      </ol>
      {more && items.length < found && (
        <p class="match">{texts.shownOf(count(items.length, texts.lang), count(found, texts.lang))}</p>
      )}
      <More more={more} busy={busy} list={places} />
    </section>
  );
}
