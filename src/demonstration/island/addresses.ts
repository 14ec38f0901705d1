import { between, distance, leftOf, add, scale, type Point, projectOn, segmentsOf, orientationOf } from './geometry.js';
import { type Block, courseOf, groundOf, type Street } from './network.js';
import { cityName, type Town, villageNames } from './streets.js';

/** A house on a street, on the drawing board. */
export interface House {
  readonly street: Street;
  readonly number: string;
  readonly city: string;
  readonly district: string | undefined;
  readonly zipcode: string;
  readonly at: Point;
  readonly ground: readonly Point[];
}

/** Metres from the edge of a block: a house is as deep, and keeps off the corners, where the houses of the next street are. */
const FRONT = 2;
const DEPTH = 12;
const CORNER = 12;

/** All houses, with numbers that grow along their streets: odd ones on the left, even ones on the right. */
export function housesOf({ blocks, settlements }: Town): House[] {
  const frontages = blocks.flatMap(frontagesOf);
  const courses = new Map<Street, Point[]>();
  const courseFor = (street: Street): Point[] => {
    const known = courses.get(street) ?? courseOf(street);
    courses.set(street, known);
    return known;
  };
  const placed = frontages.map((house) => ({ ...house, ...projectOn(courseFor(house.street), house.at) }));
  placed.sort((a, b) => a.along - b.along);
  const numbers = new Map<string, number>();
  const areas = new Map(settlements.map(({ name }, at) => [name, at + 1]));
  const streetsOf = new Map<string, Street[]>();
  return placed.map(({ street, at, ground, isLeft, place }) => {
    const side = `${street.id} ${isLeft}`;
    const number = numbers.get(side) ?? (isLeft ? 1 : 2);
    numbers.set(side, number + 2);
    const streets = streetsOf.get(place) ?? [];
    streetsOf.set(place, streets);
    if (!streets.includes(street)) streets.push(street);
    const isVillage = villageNames.some((name) => name === place);
    return {
      ...{ street, at, ground, number: String(number) },
      city: isVillage ? place : cityName,
      district: isVillage ? undefined : place,
      // Such as `VM3 114`: the district, and the street in it.
      zipcode: `VM${areas.get(place) ?? 0} ${101 + streets.indexOf(street)}`,
    };
  });
}

interface Frontage {
  readonly street: Street;
  readonly at: Point;
  readonly ground: readonly Point[];
  /** The district or the village. */
  readonly place: string;
}

/** Houses side by side along the streets around a block. */
function frontagesOf(block: Block): Frontage[] {
  const ground = groundOf(block, FRONT);
  if (!ground) return [];
  const toBoard = (point: Point): Point => block.plane(block.toStreets(point));
  const turn = orientationOf(ground);
  return segmentsOf(ground, true).flatMap(([from, to], at) => {
    const street = block.sides[at]?.street;
    if (!street || street.class === 'path') return [];
    const length = distance(from, to) - 2 * CORNER;
    const count = Math.floor(length / block.frontage);
    const inwards = scale(leftOf(from, to), turn);
    const corner = (along: number, depth: number): Point =>
      add(between(from, to, (CORNER + along) / distance(from, to)), scale(inwards, depth));
    return Array.from({ length: Math.max(0, count) }, (_, house) => {
      const width = length / count;
      const [start, end] = [house * width + 1, (house + 1) * width - 1];
      const depth = DEPTH - ((house * 7 + at * 3) % 4);
      const corners = [corner(start, 0), corner(end, 0), corner(end, depth), corner(start, depth)];
      return {
        ...{ street, place: block.district, ground: corners.map(toBoard) },
        at: toBoard(corner((start + end) / 2, depth / 2)),
      };
    });
  });
}
