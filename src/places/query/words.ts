const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** How many words a text holds, at least: Elasticsearch's tokenizer may join some of them. */
export function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0;
}
