import { type OpenDay, type PlaceHours } from '../api/records.js';
import { useResource } from '../api/use-resource.js';
import { clockTime, weekday } from '../parts/formats.js';
import { type Texts } from '../texts/texts.js';
import { useTexts } from '../texts/use-texts.js';

/** Whether a place is open, until when, and the hours of the next seven days. */
export function OpeningHours({ path, stated }: { path: string; stated: string }) {
  const texts = useTexts();
  const { value, problem } = useResource<PlaceHours>(`${path}/hours`, 'hours');
  const { days } = value ?? {};
  if (problem ?? (value && !days)) {
    return (
      <p>
        {texts.unreadableHours} <code>{stated}</code>
      </p>
    );
  }
  return (
    <details class="hours">
      <summary>{value ? <State hours={value} /> : texts.loading}</summary>
      <dl>
        {days?.map((day, at) => [
          <dt key={day.date} class={at === 0 ? 'today' : ''}>
            {weekday(day.date, texts.lang, 'long')}
          </dt>,
          <dd key={`${day.date} hours`} class={at === 0 ? 'today' : ''}>
            {dayLine(day, texts)}
          </dd>,
        ])}
      </dl>
    </details>
  );
}

function State({ hours: { open = false, changes, days = [] } }: { hours: PlaceHours }) {
  const texts = useTexts();
  if (changes === undefined) return <b class={open ? 'open' : 'closed'}>{open ? texts.alwaysOpen : texts.closed}</b>;
  const time = clockTime(changes, texts.lang);
  if (open) return <b class="open">{texts.openUntil(time)}</b>;
  const isToday = changes.startsWith(days[0]?.date ?? '');
  const opens = isToday ? time : `${weekday(changes.slice(0, 10), texts.lang, 'short')} ${time}`;
  return (
    <>
      <b class="closed">{texts.closed}</b> · {texts.opensAt(opens)}
    </>
  );
}

function dayLine({ date, ranges }: OpenDay, texts: Texts): string {
  const [first] = ranges;
  if (!first) return texts.closed;
  if (first.from === `${date}T00:00` && first.until > `${date}T23:59`) return texts.wholeDay;
  return ranges.map(({ from, until }) => `${clockTime(from, texts.lang)}–${clockTime(until, texts.lang)}`).join(', ');
}
