import { type Checkin } from '../api/records.js';
import { day } from '../parts/formats.js';
import { Rating } from '../parts/Rating.js';
import { RecordLink } from '../parts/RecordLink.js';
import { useTexts } from '../texts/use-texts.js';
import { Section } from './Section.js';

/** The other side of an activity: the user in a place's panel, the place in a user's panel. */
type Shows = 'author' | 'place';

function Subject({ of, shows }: { of: Checkin; shows: Shows }) {
  const { name, link } = shows === 'author' ? of.creation.author : of.place;
  return (
    <RecordLink to={link}>
      <bdi>{name}</bdi>
    </RecordLink>
  );
}

function When({ of: { creation } }: { of: Checkin }) {
  const { lang } = useTexts();
  return <time dateTime={new Date(creation.created).toISOString()}>{day(creation.created, lang)}</time>;
}

export function Reviews({ path, shows }: { path: string; shows: Shows }) {
  const texts = useTexts();
  return (
    <Section kind="reviews" title={texts.reviews} path={path}>
      {(review) => (
        <li key={review.id}>
          <p class="line">
            <Subject of={review} shows={shows} /> <Rating value={review.statistics?.rating} /> · <When of={review} />
          </p>
          <blockquote dir="auto">{review.text}</blockquote>
          {Number(review.statistics?.thumbsUp ?? 0) > 0 && (
            <small>{texts.thumbsUp(review.statistics?.thumbsUp ?? '')}</small>
          )}
        </li>
      )}
    </Section>
  );
}

export function Checkins({ path, shows }: { path: string; shows: Shows }) {
  const texts = useTexts();
  return (
    <Section kind="checkins" title={texts.checkins} path={path}>
      {(checkin, at) => (
        <li key={at} class="line">
          <Subject of={checkin} shows={shows} /> · <When of={checkin} />
        </li>
      )}
    </Section>
  );
}

export function People({ title, path }: { title: string; path: string }) {
  return (
    <Section kind="users" title={title} path={path}>
      {(user) => (
        <li key={user.id}>
          <RecordLink to={user.link}>
            <bdi>{user.name}</bdi>
          </RecordLink>
        </li>
      )}
    </Section>
  );
}
