import { useEffect } from 'preact/hooks';
import { type Place } from '../api/records.js';
import { useResource } from '../api/use-resource.js';
import { iconNameOf } from '../parts/category-icon.js';
import { count } from '../parts/formats.js';
import { Boundary } from '../parts/Boundary.js';
import { Picture } from '../parts/Picture.js';
import { ProblemNote } from '../parts/ProblemNote.js';
import { Rating } from '../parts/Rating.js';
import { categoryLine, nameIn } from '../search/lines.js';
import { useTexts } from '../texts/use-texts.js';
import { Checkins, Reviews } from './activity.js';
import { Panel } from './Panel.js';
import { PlaceFacts } from './PlaceFacts.js';

interface Props {
  readonly path: string;
  readonly close: () => void;
  /** The place once it is loaded, for the map. */
  readonly onPlace: (place: Place | undefined) => void;
}

/** A place with all its fields, check-ins and reviews. */
export function PlacePanel({ path, close, onPlace }: Props) {
  const { value, problem, retry } = useResource<Place>(path, 'place');
  const icon = iconNameOf(value?.categories ?? []);
  useEffect(() => {
    onPlace(value);
    return () => {
      onPlace(undefined);
    };
  }, [value]);
  return (
    <Panel
      path={path}
      title={value && nameIn(value, navigator.language)}
      problem={problem}
      close={close}
      banner={<Picture class="banner" address={value?.featured?.photo.medium} icon={icon} />}
    >
      <Boundary of={value} retry={retry}>
        {problem && <ProblemNote problem={problem} retry={retry} />}
        {value && <Summary place={value} />}
        {value && <PlaceFacts place={value} path={path} />}
        {value && <Reviews path={`${path}/reviews`} shows="author" />}
        {value && <Checkins path={`${path}/checkins`} shows="author" />}
      </Boundary>
    </Panel>
  );
}

function Summary({ place }: { place: Place }) {
  const texts = useTexts();
  const { statistics = {}, utilities = [] } = place;
  const counted = (['reviews', 'checkins', 'photos'] as const).flatMap((name) => {
    const number = Number(statistics[name] ?? 0);
    return number === 0 ? [] : [texts.counts[name](count(number, texts.lang))];
  });
  const category = categoryLine(place);
  return (
    <div class="summary">
      {nameIn(place, navigator.language) !== place.name && (
        <p class="line" dir="auto">
          {place.name}
        </p>
      )}
      <p>
        <Rating value={statistics.rating} />
        {statistics.rating !== undefined && category !== '' && ' · '}
        <span dir="auto">{category}</span>
      </p>
      {counted.length > 0 && <p class="line">{counted.join(' · ')}</p>}
      {utilities.length > 0 && (
        <ul class="tags" aria-label={texts.services}>
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
