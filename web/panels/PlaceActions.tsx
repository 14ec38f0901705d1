import { useState } from 'preact/hooks';
import { type Place } from '../api/records.js';
import { regionFor } from '../parts/formats.js';
import { Glyph } from '../parts/Icon.js';
import { usePhoneWriter } from '../parts/use-phone-writer.js';
import { useTexts } from '../texts/use-texts.js';
import { useDisclosure } from '../view/use-disclosure.js';
import { useMedia } from '../view/use-media.js';
import { useSaved } from '../view/use-saved.js';
import { emptyView, MAX_SAVED, printView } from '../view/view.js';
import { webAddress } from './PlaceFacts.js';

/** Not all browsers have a dialogue to share. */
const sharer: Partial<Pick<Navigator, 'share'>> = navigator;

/** What a visitor does with a place. */
export function PlaceActions({ place, path, name }: { place: Place; path: string; name: string }) {
  const texts = useTexts();
  const { ids, toggle } = useSaved();
  const [note, setNote] = useState<'linkCopied' | 'linkNotCopied' | 'savedFull'>();
  const [phone] = place.phones;
  const writtenPhone = usePhoneWriter();
  const website = webAddress(place.urlService);
  const isSaved = ids.includes(place.id);
  const url = `${location.origin}${location.pathname}${printView({ ...emptyView, open: path })}`;
  const share = async (): Promise<void> => {
    // A dialogue that is closed fails too.
    if (sharer.share) await sharer.share({ title: name, url }).catch(() => undefined);
    else setNote((await copied(url)) ? 'linkCopied' : 'linkNotCopied');
  };
  return (
    <div class="actions row">
      {phone !== undefined && (
        <a class="action" href={writtenPhone(phone, place.address?.country, regionFor(texts.lang)).uri}>
          <Glyph name="phone" /> {texts.call}
        </a>
      )}
      {website !== undefined && (
        <a class="action" href={website} rel="noreferrer noopener" target="_blank">
          <Glyph name="globe" /> {texts.website}
        </a>
      )}
      {place.location && <Directions to={place.location} name={name} />}
      <button type="button" class="action" onClick={() => void share()}>
        <Glyph name="share" /> {texts.share}
      </button>
      <button
        type="button"
        class="action"
        aria-pressed={isSaved}
        onClick={() => {
          setNote(toggle(place.id) ? undefined : 'savedFull');
        }}
      >
        <Glyph name={isSaved ? 'saved' : 'save'} /> {isSaved ? texts.saved : texts.save}
      </button>
      <p role="status" class={note ? 'line' : 'hidden'}>
        {note === 'savedFull' ? texts.savedFull(MAX_SAVED) : note && texts[note]}
        {note === 'linkNotCopied' && (
          <>
            {' '}
            <a href={url}>{url}</a>
          </>
        )}
      </p>
    </div>
  );
}

/** Copies a text. @returns false if the user does not allow it, or the browser not without HTTPS */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Maps that show the way. They hear of the place only if their link is followed. */
function Directions({ to: { lat, lng }, name }: { to: NonNullable<Place['location']>; name: string }) {
  const texts = useTexts();
  const { isOpen, toggle, element } = useDisclosure<HTMLDivElement>();
  // Desktops have no program for `geo:` links.
  const isPhone = useMedia('(pointer: coarse)');
  const point = encodeURIComponent(`${lat},${lng}`);
  const maps: [string, string][] = [
    ...(isPhone
      ? [[texts.mapApp, `geo:${lat},${lng}?q=${point}(${encodeURIComponent(name)})`] as [string, string]]
      : []),
    ['Google Maps', `https://www.google.com/maps/dir/?api=1&destination=${point}`],
    ['Apple Maps', `https://maps.apple.com/?daddr=${point}`],
    ['OpenStreetMap', `https://www.openstreetmap.org/directions?to=${point}`],
  ];
  return (
    <div class="directions" ref={element}>
      <button type="button" class="action" aria-expanded={isOpen} aria-controls="directions" onClick={toggle}>
        <Glyph name="directions" /> {texts.directions}
      </button>
      <ul id="directions" class="over" hidden={!isOpen}>
        {maps.map(([title, address]) => (
          <li key={title}>
            <a href={address} rel="noreferrer noopener" target="_blank">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
