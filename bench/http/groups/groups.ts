import { type Group } from '../bench.js';
import { abilitiesGroup } from './abilities.js';
import { aloneGroup } from './alone.js';
import { alternativesGroup } from './alternatives/alternatives.js';
import { floorGroup } from './floor.js';
import { formatsGroup } from './formats.js';
import { growthGroup } from './growth/growth.js';
import { listsGroup } from './lists.js';
import { resourcesGroup } from './resources.js';
import { suggestGroup } from './suggest.js';
import { tilesGroup } from './tiles.js';

/** The groups of measurements, in their order. */
export const groups = {
  floor: floorGroup,
  alternatives: alternativesGroup,
  suggest: suggestGroup,
  tiles: tilesGroup,
  abilities: abilitiesGroup,
  resources: resourcesGroup,
  formats: formatsGroup,
  lists: listsGroup,
  growth: growthGroup,
  alone: aloneGroup,
} satisfies Record<string, Group>;

export type GroupName = keyof typeof groups;
