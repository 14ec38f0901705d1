import { type OpenDay, type PlaceHours } from '../api/records.js';
import { useQuery } from '../api/use-query.js';
import { clockTime, today, weekday } from '../parts/formats.js';
import { OpenState } from '../parts/OpenState.js';
import { type Texts } from '../texts/texts.js';
import { useTexts } from '../texts/use-texts.js';

/** Whether a place is open, until when, and the hours of the next seven days. */
export function OpeningHours({ path, stated }: { path: string; stated: string }) {
  const texts = useTexts();
  const { value, problem } = useQuery<{ hours: PlaceHours }>(`${path}/hours`);
  const { hours } = value ?? {};
  const { days } = hours ?? {};
  if (problem ?? (hours && !days)) {
    return (
      <p>
        {texts.unreadableHours} <code>{stated}</code>
      </p>
    );
  }
  return (
    <details class="hours">
      <summary>
        {hours ? <OpenState open={hours.open} changes={hours.changes} today={today(hours.timeZone)} /> : texts.loading}
      </summary>
      <dl>
        {days?.map((day, at) => [
          <dt key={day.date} class={at === 0 ? 'today' : ''}>
            {weekday(day.date, texts.lang)}
          </dt>,
          <dd key={`${day.date} hours`} class={at === 0 ? 'today' : ''}>
            {dayRanges(day, texts).map((range) => (
              <span key={range}>{range}</span>
            ))}
          </dd>,
        ])}
      </dl>
    </details>
  );
}

/** Whether a place is open, and until when. Nothing if its hours cannot be read. */
export function OpenNow({ path }: { path: string }) {
  const { hours } = useQuery<{ hours: PlaceHours }>(`${path}/hours`).value ?? {};
  if (!hours?.days) return null;
  return <OpenState open={hours.open} changes={hours.changes} today={today(hours.timeZone)} />;
}

function dayRanges({ date, ranges }: OpenDay, texts: Texts): string[] {
  const [first] = ranges;
  if (!first) return [texts.closed];
  if (first.from === `${date}T00:00` && first.until > `${date}T23:59`) return [texts.wholeDay];
  return ranges.map(({ from, until }) => `${clockTime(from, texts.lang)}–${clockTime(until, texts.lang)}`);
}
