import { type Load } from '../../load/load.js';
import { mixOf } from '../../requests/paths.js';
import { contestantsFor, names, type SideName } from './contestants.js';
import { type Row } from './rows.js';
import { type Sides } from './sides.js';

/** Requests of each row. They are its last ones, so that caches do not know the first ones. */
const ofRow = 500;

const isSide = (name: string): name is SideName => Object.hasOwn(names, name);

/** Sends requests of all rows to each side, so that all are compiled before the first measurement. */
export async function warmUpSides(load: Load, sides: Sides, rows: readonly Row[], seconds: number): Promise<void> {
  for (const side of Object.keys(names).filter(isSide)) {
    const own = rows.filter((row) => row.sides.includes(side));
    const paths = mixOf(Object.fromEntries(own.map((row) => [row.name, row.paths.slice(-ofRow)])));
    for (const { target } of contestantsFor(sides, [side], paths)) {
      if (paths.length > 0) await load.warmUp(target, { connections: 8, seconds });
    }
  }
}
