import { useEffect, useRef, useState } from 'preact/hooks';
import { type Place } from '../api/records.js';
import { type Configuration } from '../configuration.js';
import { useTexts } from '../texts/use-texts.js';
import { printRectangle, type Rectangle } from '../view/rectangle.js';
import { type Point } from '../view/view.js';
import { type MapEvents, type Pin, PlaceMap } from './place-map.js';

interface Props {
  readonly configuration: Configuration;
  readonly places: readonly Place[];
  /** Changes with each new search but not with further pages. The map then moves to the results. */
  readonly search: string | undefined;
  readonly box: Rectangle | undefined;
  readonly near: Point | undefined;
  readonly pointed: string | undefined;
  /** The place of the open panel. */
  readonly opened: string | undefined;
  readonly onBox: (box: Rectangle) => void;
  readonly onPoint: (id: string | undefined) => void;
  readonly onOpen: (place: Place) => void;
}

/** The results on a map, synchronized with the list. */
export function ResultMap({ configuration, places, search, box, near, pointed, opened, ...on }: Props) {
  const texts = useTexts();
  const element = useRef<HTMLDivElement>(null);
  const map = useRef<PlaceMap | undefined>(undefined);
  const [isFollowed, setFollowed] = useState(true);
  const [offered, setOffered] = useState<Rectangle>();
  const shown = useRef('');

  // The map is created once; the callbacks of the latest render are called.
  const listener = useRef<MapEvents | undefined>(undefined);
  const searchIn = (rectangle: Rectangle): void => {
    shown.current = printRectangle(rectangle);
    setOffered(undefined);
    on.onBox(rectangle);
  };
  listener.current = {
    moved: (rectangle) => {
      if (isFollowed) searchIn(rectangle);
      else setOffered(rectangle);
    },
    chosen: (id) => {
      const place = places.find((other) => other.id === id);
      if (place) on.onOpen(place);
    },
    pointed: on.onPoint,
  };

  useEffect(() => {
    if (!element.current) return undefined;
    const made = new PlaceMap(element.current, configuration, {
      moved: (rectangle) => listener.current?.moved(rectangle),
      chosen: (id) => listener.current?.chosen(id),
      pointed: (id) => listener.current?.pointed(id),
    });
    map.current = made;
    return () => {
      made.remove();
    };
  }, [configuration]);

  useEffect(() => {
    map.current?.speak(texts);
  }, [texts]);

  useEffect(() => {
    map.current?.show(pinsOf(places));
    map.current?.point(pointed);
  }, [places]);

  useEffect(() => {
    map.current?.point(pointed);
  }, [pointed]);

  useEffect(() => {
    const panel = document.querySelector('.panel');
    if (opened !== undefined && panel) map.current?.reveal(opened, panel.clientWidth);
  }, [opened]);

  useEffect(() => {
    map.current?.showHere(near);
  }, [near?.lat, near?.lng]);

  const edges = box && printRectangle(box);
  useEffect(() => {
    if (box && edges !== shown.current) map.current?.fitRectangle(box);
    shown.current = edges ?? '';
  }, [edges]);

  useEffect(() => {
    if (search === undefined || box) return;
    const points = [...(near ? [near] : []), ...pinsOf(places)];
    map.current?.fit(points.map(({ lat, lng }): [number, number] => [lat, lng]));
  }, [search]);

  return (
    <section class="map" aria-label={texts.map}>
      <div class="leaflet" ref={element} tabIndex={0} role="application" aria-label={texts.mapLabel} />
      <div class="map-tools">
        <label>
          <input
            type="checkbox"
            checked={isFollowed}
            onChange={({ currentTarget }) => {
              setFollowed(currentTarget.checked);
              setOffered(undefined);
            }}
          />{' '}
          {texts.followMap}
        </label>
        {offered && (
          <button
            type="button"
            onClick={() => {
              // The button disappears, so move the focus.
              element.current?.focus({ preventScroll: true });
              searchIn(offered);
            }}
          >
            {texts.searchHere}
          </button>
        )}
      </div>
    </section>
  );
}

function pinsOf(places: readonly Place[]): Pin[] {
  return places.flatMap(({ id, name, location }, at) =>
    location ? [{ id, name, number: at + 1, lat: Number(location.lat), lng: Number(location.lng) }] : [],
  );
}
