import outlinesOfKinds from 'kind-outlines';
import marker from '@mapbox/maki/icons/marker.svg';
import post from '@mapbox/maki/icons/post.svg';
import residentialCommunity from '@mapbox/maki/icons/residential-community.svg';
import town from '@mapbox/maki/icons/town.svg';

/** The outlines of the icons of Maki that the page uses. Suggestions of areas have the last three. */
const outlines: Readonly<Record<string, string>> = {
  ...outlinesOfKinds,
  post,
  'residential-community': residentialCommunity,
  town,
};

/** The outline of an icon, in a square of 15 units. */
export function outlineOf(name: string): string {
  return outlines[name] ?? marker;
}
