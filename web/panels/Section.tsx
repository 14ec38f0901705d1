import { type JSX } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { type ListItems } from '../api/records.js';
import { useList } from '../api/use-list.js';
import { count } from '../parts/formats.js';
import { More } from '../parts/More.js';
import { ProblemNote } from '../parts/ProblemNote.js';
import { useTexts } from '../texts/use-texts.js';

interface Props<K extends keyof ListItems> {
  readonly kind: K;
  readonly title: string;
  readonly path: string;
  readonly children: (item: ListItems[K], at: number) => JSX.Element;
}

/** A list in a panel that loads more pages on request. */
export function Section<K extends keyof ListItems>({ kind, title, path, children }: Props<K>) {
  const texts = useTexts();
  const heading = useId();
  const list = useRef<HTMLUListElement>(null);
  const { header, items, busy, problem, more, retry } = useList(kind, `${path}?rows=5`);
  return (
    <section class="section stack" aria-labelledby={heading} aria-busy={busy}>
      <h3 id={heading} tabIndex={-1}>
        {title} {header && <small>{count(header.found, texts.lang)}</small>}
      </h3>
      {problem && <ProblemNote problem={problem} retry={retry} />}
      {header?.found === 0 && <p class="line">{texts.none[kind]}</p>}
      {items.length > 0 && (
        <ul class={busy ? 'stack dimmed' : 'stack'} ref={list}>
          {items.map(children)}
        </ul>
      )}
      <More more={more} busy={busy} list={list}>
        <span class="hidden">{title}</span>
      </More>
    </section>
  );
}
