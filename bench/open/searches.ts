import { type LocalTime } from '../../src/places/query/open.js';
import { type SearchRequest } from '../../src/places/query/search-request.js';
import { searchBody, type SearchBody } from '../../src/places/body/search-body.js';

/** A Tuesday morning. */
const MINUTE = Date.UTC(2026, 10, 24, 10, 30) / 60_000;

const everywhere: SearchRequest = { filters: [], sort: [], rows: 10, start: 0 };
const words: SearchRequest = { ...everywhere, term: { type: 'words', text: 'pizza' } };

/** The local times of a directory in so many time zones: those of its places, and others. */
function timesOf(timeZones: readonly string[], count: number): LocalTime[] {
  const others = Array.from({ length: count - 1 }, (_, index) => ({
    minute: MINUTE + 30 * (index - 20),
    timeZones: [`Etc/Zone-${index}`],
  }));
  return [{ minute: MINUTE, timeZones }, ...others];
}

function open(request: SearchRequest, at: readonly LocalTime[], state: 'open' | 'unknown' = 'open'): SearchBody {
  return searchBody({ ...request, ...(state === 'unknown' && { rows: 0 }), hours: { state, at } });
}

/** Searches by what they measure. */
export function openSearches(timeZones: readonly string[]): { name: string; body: SearchBody }[] {
  return [
    { name: 'all places', request: everywhere },
    { name: 'a word', request: words },
  ].flatMap(({ name, request }) => [
    { name, body: searchBody(request) },
    { name: '  open at a local time', body: open(request, [{ minute: MINUTE }]) },
    { name: '  open at an instant, 1 local time', body: open(request, timesOf(timeZones, 1)) },
    { name: '  open at an instant, 38 local times', body: open(request, timesOf(timeZones, 38)) },
    { name: '  count of unknown hours', body: open(request, timesOf(timeZones, 1), 'unknown') },
  ]);
}
