/** Grey shapes where texts will be, while they are loading. Screen readers hear the status beside it. */
export function Skeleton({ lines, class: name = '' }: { lines: number; class?: string }) {
  return (
    <div class={`skeleton ${name}`} aria-hidden="true">
      {[...Array(lines).keys()].map((line) => (
        <span key={line} />
      ))}
    </div>
  );
}
