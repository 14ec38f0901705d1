import { type Place } from '../api/records.js';
import { count, distance, today } from '../parts/formats.js';
import { iconNameOf } from '../parts/kind-icon.js';
import { OpenState } from '../parts/OpenState.js';
import { Picture } from '../parts/Picture.js';
import { Rating } from '../parts/Rating.js';
import { RecordLink } from '../parts/RecordLink.js';
import { kindLine } from '../texts/kind-names.js';
import { useKindNames } from '../texts/use-kind-names.js';
import { useTexts } from '../texts/use-texts.js';
import { useNavigation } from '../view/use-navigation.js';
import { addressLine } from './lines.js';

interface Props {
  readonly place: Place;
  /** That of its pin on the map, if it has one. */
  readonly number: number | undefined;
  /** What distances are from, if not from the user. */
  readonly from: string | undefined;
  /** Whether the place is far from where it was searched. */
  readonly isAway: boolean;
  readonly onPoint: (id: string | undefined) => void;
}

/** A place in the list of results. */
export function PlaceLine({ place, number, from, isAway, onPoint }: Props) {
  const texts = useTexts();
  const kind = kindLine(place, useKindNames());
  const { statistics = {}, location, kinds, featured, open, openChanges, timeZone } = place;
  const { near } = useNavigation().view;
  // Distances from the middle of the map are not from where the user is.
  const metres = near || from !== undefined || isAway ? location?.distance : undefined;
  const away = metres === undefined ? '' : distance(Number(metres), texts.lang);
  const address = addressLine(place, texts.lang);
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
      <Picture class="thumbnail" address={featured?.photo.medium} icon={iconNameOf(kinds)} />
      <span class="place-text">
        <span class="title">
          {number !== undefined && (
            <span class="number" aria-hidden="true">
              {number}
            </span>
          )}
          <span class="name" dir="auto">
            {place.name}
          </span>
        </span>
        <span class="line" dir="auto">
          <Rating value={statistics.rating} />{' '}
          {Number(statistics.reviews ?? 0) > 0 && (
            <>({texts.counts.reviews(count(Number(statistics.reviews), texts.lang))}) </>
          )}
          {statistics.rating !== undefined && kind !== '' && '· '}
          {kind}
        </span>
        <span class="line" dir="auto">
          {address}
          {address !== '' && away !== '' && ' · '}
          {away !== '' && (from === undefined ? texts.distance(away) : texts.distanceFrom(away, from))}
        </span>
        {open !== undefined && (
          <span class="line">
            <OpenState open={open} changes={openChanges} today={today(timeZone)} />
          </span>
        )}
      </span>
    </RecordLink>
  );
}
