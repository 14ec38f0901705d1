import { type Place } from '../api/records.js';
import { useResource } from '../api/use-resource.js';
import { count } from '../parts/formats.js';
import { ProblemNote } from '../parts/ProblemNote.js';
import { Rating } from '../parts/Rating.js';
import { categoryLine, wholeAddress } from '../search/lines.js';
import { useTexts } from '../texts/use-texts.js';
import { Checkins, Reviews } from './activity.js';
import { Panel } from './Panel.js';

/** A place with all its fields, check-ins and reviews. */
export function PlacePanel({ path, close }: { path: string; close: () => void }) {
  const { value, problem, retry } = useResource<Place>(path, 'place');
  return (
    <Panel path={path} title={value?.name} problem={problem} close={close}>
      {problem && <ProblemNote problem={problem} retry={retry} />}
      {value && <Facts place={value} />}
      {value && <Reviews path={`${path}/reviews`} shows="author" />}
      {value && <Checkins path={`${path}/checkins`} shows="author" />}
    </Panel>
  );
}

function Facts({ place }: { place: Place }) {
  const texts = useTexts();
  const { statistics = {}, phones, urlService, openingHours, utilities = [] } = place;
  const address = wholeAddress(place);
  const website = urlService !== undefined && /^https?:\/\//i.test(urlService) ? urlService : undefined;
  const counted = (['reviews', 'checkins', 'photos'] as const).flatMap((name) =>
    statistics[name] === undefined ? [] : [texts.counts[name](count(Number(statistics[name]), texts.lang))],
  );
  return (
    <>
      <p class="summary">
        {categoryLine(place)} <Rating value={statistics.rating} />
      </p>
      {counted.length > 0 && <p class="line">{counted.join(' · ')}</p>}
      <dl class="facts">
        {address !== '' && <dt>{texts.address}</dt>}
        {address !== '' && <dd dir="auto">{address}</dd>}
        {phones.length > 0 && <dt>{texts.phone}</dt>}
        {phones.map((phone) => (
          <dd key={phone}>
            <a href={`tel:${phone}`}>{phone}</a>
          </dd>
        ))}
        {website && <dt>{texts.website}</dt>}
        {website && (
          <dd>
            <a href={website} rel="noreferrer noopener" target="_blank">
              {website.replace(/^https?:\/\/(www\.)?|\/$/gi, '')}
            </a>
          </dd>
        )}
        {openingHours && <dt>{texts.openingHours}</dt>}
        {openingHours && (
          <dd>
            {openingHours.split(/;\s*/).map((line) => (
              <div key={line}>{line}</div>
            ))}
          </dd>
        )}
        {utilities.length > 0 && <dt>{texts.services}</dt>}
        {utilities.length > 0 && <dd>{utilities.map(({ name }) => name).join(', ')}</dd>}
      </dl>
    </>
  );
}
