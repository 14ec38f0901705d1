import { type Map, Marker } from 'maplibre-gl';
import { nearTo } from '../view/rectangle.js';
import { type Point } from '../view/view.js';

/** Pixels between the middle of a street and its name: marks of the street are between them. */
const AWAY = 22;

/** The name of the street that is searched, beside its middle. */
export class StreetName {
  private marker: Marker | undefined;

  constructor(private readonly map: Map) {}

  /** @param places some of the street */
  show(street: { readonly name: string; readonly places: readonly Point[] } | undefined): void {
    this.marker?.remove();
    this.marker = undefined;
    const middle = street && middleOfStreet(street.places);
    if (!middle) return;
    const element = document.createElement('div');
    element.className = 'street-name';
    element.textContent = street.name;
    // The box of the search has it.
    element.setAttribute('aria-hidden', 'true');
    this.marker = middle.isUpright
      ? new Marker({ element, anchor: 'right', offset: [-AWAY, 0] })
      : new Marker({ element, anchor: 'bottom', offset: [0, -AWAY] });
    this.marker.setLngLat(middle.at).addTo(this.map);
  }
}

/** The place in the middle of a street, and whether the street is higher than wide on a map. Undefined without places. */
export function middleOfStreet(places: readonly Point[]): { at: Point; isUpright: boolean } | undefined {
  const [first] = places;
  if (!first) return undefined;
  const widthOf = ({ lng }: Point): number => nearTo(first.lng, lng) * Math.cos((first.lat * Math.PI) / 180);
  const extentOf = (of: (place: Point) => number): number => {
    const values = places.map(of);
    return Math.max(...values) - Math.min(...values);
  };
  const heightOf = ({ lat }: Point): number => lat;
  const isUpright = extentOf(heightOf) > extentOf(widthOf);
  const along = isUpright ? heightOf : widthOf;
  const at = places.toSorted((a, b) => along(a) - along(b))[Math.floor(places.length / 2)] ?? first;
  return { at, isUpright };
}
