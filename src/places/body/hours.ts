import { type LocalTime, minuteOfWeek } from '../query/open.js';
import { type QueryClause, SEARCH_FIELDS } from './clauses.js';

/** The names of the queries (`_name`) that a place matches if it is open, and if its hours are known. */
export const HOURS_QUERIES = { open: 'open', known: 'hoursKnown' } as const;

/** Places that are open. `times` are the local times of one instant or of a part of a day, or a single one for all time zones. */
export function openClause(times: readonly LocalTime[]): QueryClause {
  return anyTime(times, ({ minute, until = minute + 1 }) => {
    const inWeek = minuteOfWeek(minute);
    // Exceptions are whole days.
    const must_not = [contains(SEARCH_FIELDS.openExceptions, minute)];
    const filter = [meets(SEARCH_FIELDS.openWeek, inWeek, inWeek + until - minute)];
    const should = [{ bool: { filter, must_not } }, meets(SEARCH_FIELDS.openDates, minute, until)];
    return { bool: { should, minimum_should_match: 1 } };
  });
}

/** Places whose hours are unknown: they have none, or none that can be read, or none for this time. */
export function unknownHoursClause(times: readonly LocalTime[]): QueryClause {
  return { bool: { must_not: [knownClause(times)] } };
}

/** Clauses that show for each place whether it is open. They change neither which places are found nor their scores. */
export function showOpenClauses(times: readonly LocalTime[]): QueryClause[] {
  return [
    { constant_score: { filter: openClause(times), boost: 0, _name: HOURS_QUERIES.open } },
    { constant_score: { filter: knownClause(times), boost: 0, _name: HOURS_QUERIES.known } },
  ];
}

function knownClause(times: readonly LocalTime[]): QueryClause {
  return anyTime(times, ({ minute }) => contains(SEARCH_FIELDS.openKnown, minute));
}

/** The time zones come first: without a place in one of them, Elasticsearch skips the rest. */
function anyTime(times: readonly LocalTime[], clauseAt: (time: LocalTime) => QueryClause): QueryClause {
  const should = times.map((time) => {
    const clause = clauseAt(time);
    if (!time.timeZones) return clause;
    return { bool: { filter: [{ terms: { [SEARCH_FIELDS.timeZone]: time.timeZones } }, clause] } };
  });
  return { bool: { should, minimum_should_match: 1 } };
}

/** Matches places with a range of minutes that contains any of the minutes from `from` up to, but without, `until`. */
function meets(field: string, from: number, until: number): QueryClause {
  return until === from + 1 ? contains(field, from) : { range: { [field]: { gte: from, lt: until } } };
}

/** Matches places with a range of minutes that contains this minute. */
export function contains(field: string, minute: number): QueryClause {
  return { term: { [field]: { value: minute } } };
}
