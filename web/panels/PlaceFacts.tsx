import { type Place } from '../api/records.js';
import { capitalized, regionFor } from '../parts/formats.js';
import { usePhoneWriter } from '../parts/use-phone-writer.js';
import { addressLines } from '../search/lines.js';
import { useTexts } from '../texts/use-texts.js';
import { OpeningHours } from './OpeningHours.js';

/** How to reach a place, when it is open, and where its data come from. */
export function PlaceFacts({ place, path }: { place: Place; path: string }) {
  const texts = useTexts();
  const { phones, address, openingHours, source } = place;
  const lines = addressLines(place, texts.lang);
  const writtenPhone = usePhoneWriter();
  const written = phones.map((phone) => writtenPhone(phone, address?.country, regionFor(texts.lang)));
  const website = webAddress(place.urlService);
  const license = webAddress(source?.license);
  return (
    <dl class="facts">
      <dt>{texts.openingHours}</dt>
      <dd>{openingHours === undefined ? texts.notKnown : <OpeningHours path={path} stated={openingHours} />}</dd>
      {lines.length > 0 && <dt>{texts.address}</dt>}
      {lines.length > 0 && <dd dir="auto">{lines.join(', ')}</dd>}
      {written.length > 0 && <dt>{texts.phone}</dt>}
      {written.map(({ text, uri }) => (
        <dd key={uri}>
          <a href={uri}>
            <bdi>{text}</bdi>
          </a>
        </dd>
      ))}
      {website !== undefined && <dt>{texts.website}</dt>}
      {website !== undefined && (
        <dd>
          <a href={website} rel="noreferrer noopener" target="_blank">
            {website.replace(/^https?:\/\/(www\.)?|\/$/gi, '')}
          </a>
        </dd>
      )}
      {source && <dt>{texts.source}</dt>}
      {source && (
        <dd>
          <bdi>{capitalized(source.attribution ?? source.name, texts.lang)}</bdi>
          {license !== undefined && (
            <>
              {' · '}
              <a href={license} rel="noreferrer noopener license" target="_blank">
                {texts.licence}
              </a>
            </>
          )}
        </dd>
      )}
    </dl>
  );
}

/** Other schemes, such as `javascript:`, are no links. */
export function webAddress(address: string | undefined): string | undefined {
  return address !== undefined && /^https?:\/\//i.test(address) ? address : undefined;
}
