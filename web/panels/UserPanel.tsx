import { type Place, type User } from '../api/records.js';
import { useQuery } from '../api/use-query.js';
import { count } from '../parts/formats.js';
import { Boundary } from '../parts/Boundary.js';
import { Picture } from '../parts/Picture.js';
import { RecordLink } from '../parts/RecordLink.js';
import { useTexts } from '../texts/use-texts.js';
import { Checkins, People, Reviews } from './activity.js';
import { Panel } from './Panel.js';

interface Props {
  readonly path: string;
  /** The place to go back to. */
  readonly from: Place | undefined;
  readonly close: () => void;
}

/** A user with follows, followers, check-ins and reviews. */
export function UserPanel({ path, from, close }: Props) {
  const texts = useTexts();
  const { value: response, problem, retry } = useQuery<{ user: User }>(path);
  const value = response?.user;
  const statistics = value?.statistics;
  return (
    <Panel
      path={path}
      title={value?.name}
      problem={problem}
      retry={retry}
      close={close}
      banner={
        <>
          {from && (
            <RecordLink to={from.link} class="back">
              ← <bdi>{from.name}</bdi>
            </RecordLink>
          )}
          <Picture class="portrait" address={value?.photos?.medium} icon="person" />
        </>
      }
    >
      <Boundary of={value} retry={retry}>
        {statistics && (
          <p class="line">
            {(['reviews', 'checkins', 'places'] as const)
              .map((name) => texts.counts[name](count(statistics[name], texts.lang)))
              .join(' · ')}
          </p>
        )}
        {value && <People title={texts.following} path={`${path}/following`} />}
        {value && <People title={texts.followers} path={`${path}/followers`} />}
        {value && <Reviews path={`${path}/places/reviews`} shows="place" />}
        {value && <Checkins path={`${path}/places/checkins`} shows="place" />}
      </Boundary>
    </Panel>
  );
}
