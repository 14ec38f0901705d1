import { useRef } from 'preact/hooks';
import { type List } from '../api/use-list.js';
import { type Place } from '../api/records.js';
import { More } from '../parts/More.js';
import { ProblemNote } from '../parts/ProblemNote.js';
import { count, distance } from '../parts/formats.js';
import { Rating } from '../parts/Rating.js';
import { RecordLink } from '../parts/RecordLink.js';
import { useTexts } from '../texts/use-texts.js';
import { Chosen } from './Chosen.js';
import { Facets } from './Facets.js';
import { addressLine, categoryLine } from './lines.js';
import { MatchNote, SearchAsTyped } from './MatchNote.js';

interface Props {
  readonly list: List<Place>;
  readonly pointed: string | undefined;
  readonly onPoint: (id: string | undefined) => void;
}

/** The list of results. */
export function Results({ list, pointed, onPoint }: Props) {
  const texts = useTexts();
  const places = useRef<HTMLOListElement>(null);
  const { header, items, facets, busy, problem, more, retry } = list;
  const number = count(header?.found ?? 0, texts.lang);
  return (
    <section class="results" aria-labelledby="results-heading" aria-busy={busy}>
      <h2 id="results-heading" tabIndex={-1} class="hidden">
        {texts.results}
      </h2>
      <Chosen />
      <Facets facets={facets} />
      {problem && <ProblemNote problem={problem} retry={retry} />}
      <div role="status">
        <p class="found">
          {header ? texts.found(header.found, number) : busy && texts.loading}
          {header && items.length < header.found && <small> · {texts.shown(count(items.length, texts.lang))}</small>}
        </p>
        {header && <MatchNote header={header} />}
      </div>
      {(header?.match ?? header?.where) && <SearchAsTyped />}
      {header?.found === 0 && <p>{texts.nothing}</p>}
      <ol class={busy ? 'places dimmed' : 'places'} ref={places}>
        {items.map((place, at) => (
          <li
            key={place.id}
            class={place.id === pointed ? 'pointed' : ''}
            onMouseEnter={() => {
              onPoint(place.id);
            }}
            onMouseLeave={() => {
              onPoint(undefined);
            }}
          >
            <PlaceLine place={place} number={at + 1} onPoint={onPoint} />
          </li>
        ))}
      </ol>
      <More more={more} busy={busy} list={places} />
    </section>
  );
}

function PlaceLine({ place, number, onPoint }: { place: Place; number: number; onPoint: Props['onPoint'] }) {
  const { lang, distance: away } = useTexts();
  const metres = place.location?.distance;
  return (
    <RecordLink
      to={place.link}
      onFocus={() => {
        onPoint(place.id);
      }}
      onBlur={() => {
        onPoint(undefined);
      }}
    >
      <span class="number" aria-hidden="true">
        {number}
      </span>
      <span class="name" dir="auto">
        {place.name}
      </span>
      <span class="line" dir="auto">
        {categoryLine(place)}
      </span>
      <span class="line" dir="auto">
        {addressLine(place)}
        {metres !== undefined && ` · ${away(distance(Number(metres), lang))}`}
      </span>
      <Rating value={place.statistics?.rating} />
    </RecordLink>
  );
}
