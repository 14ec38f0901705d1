import { useEffect } from 'preact/hooks';
import { type Place } from '../api/records.js';
import { useQuery } from '../api/use-query.js';
import { count } from '../parts/formats.js';
import { Boundary } from '../parts/Boundary.js';
import { Banner } from '../parts/Picture.js';
import { Rating } from '../parts/Rating.js';
import { addressLine, otherNames } from '../search/lines.js';
import { kindLine } from '../texts/kind-names.js';
import { useKindNames } from '../texts/use-kind-names.js';
import { useTexts } from '../texts/use-texts.js';
import { Checkins, Reviews } from './activity.js';
import { OpenNow } from './OpeningHours.js';
import { Panel } from './Panel.js';
import { PlaceActions } from './PlaceActions.js';
import { PlaceFacts } from './PlaceFacts.js';

interface Props {
  readonly path: string;
  /** Whether to show only what a card over the map has room for. */
  readonly isPeek: boolean;
  /** Shows all of it. */
  readonly expand: () => void;
  readonly close: () => void;
  /** Moves the map to the place. Undefined if the map shows it. */
  readonly showOnMap: (() => void) | undefined;
  /** The place once it is loaded, for the map. */
  readonly onPlace: (place: Place | undefined) => void;
}

/** A place with all its fields, check-ins and reviews. */
export function PlacePanel({ path, isPeek, expand, close, showOnMap, onPlace }: Props) {
  const texts = useTexts();
  const { value: response, problem, retry } = useQuery<{ place: Place }>(path);
  const value = response?.place;
  const title = value?.name;
  useEffect(() => {
    onPlace(value);
    return () => {
      onPlace(undefined);
    };
  }, [value]);
  return (
    <Panel
      path={path}
      title={title}
      problem={problem}
      retry={retry}
      close={close}
      isPeek={isPeek}
      banner={!isPeek && <Banner address={value?.featured?.photo.medium} />}
    >
      <Boundary of={value} retry={retry}>
        {value && <Summary place={value} />}
        {value && isPeek && (
          <p class="line">
            {addressLine(value, texts.lang)}
            {value.openingHours !== undefined && (
              <span class="hours-now">
                <OpenNow path={path} />
              </span>
            )}
          </p>
        )}
        {value && <PlaceActions place={value} path={path} name={title ?? ''} />}
        {value?.location && showOnMap && !isPeek && (
          <button type="button" onClick={showOnMap}>
            {texts.showOnMap}
          </button>
        )}
        {isPeek && (
          <button type="button" class="strong" onClick={expand}>
            {texts.details}
          </button>
        )}
        {value && !isPeek && <PlaceFacts place={value} path={path} />}
        {value && !isPeek && <Reviews path={`${path}/reviews`} shows="author" />}
        {value && !isPeek && <Checkins path={`${path}/checkins`} shows="author" />}
      </Boundary>
    </Panel>
  );
}

function Summary({ place }: { place: Place }) {
  const texts = useTexts();
  const { statistics = {}, utilities = [] } = place;
  const others = otherNames(place, texts.lang);
  // The service has no photos but the one above.
  const counted = (['reviews', 'checkins'] as const).flatMap((name) => {
    const number = Number(statistics[name] ?? 0);
    return number === 0 ? [] : [texts.counts[name](count(number, texts.lang))];
  });
  const kind = kindLine(place, useKindNames());
  return (
    <div class="summary stack">
      {others.length > 0 && (
        <p class="line">
          {texts.alsoCalled}: <bdi>{others.join(', ')}</bdi>
        </p>
      )}
      <p>
        <Rating value={statistics.rating} />
        {statistics.rating !== undefined && kind !== '' && ' · '}
        <span dir="auto">{kind}</span>
      </p>
      {counted.length > 0 && <p class="line">{counted.join(' · ')}</p>}
      {utilities.length > 0 && (
        <ul class="tags row" aria-label={texts.services}>
          {utilities.map(({ id, name }) => (
            <li key={id} dir="auto">
              {name}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
