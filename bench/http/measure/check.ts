/** A measured value and its target. */
export interface Check {
  readonly name: string;
  readonly measured: number;
  readonly atLeast?: number;
  readonly atMost?: number;
  /** For example `times Elasticsearch`. */
  readonly unit: string;
}

export function isMet({ measured, atLeast = -Infinity, atMost = Infinity }: Check): boolean {
  return measured >= atLeast && measured <= atMost;
}

/** `at least 0.80 times` */
export function targetOf({ atLeast, atMost, unit }: Check): string {
  if (atLeast !== undefined) return `at least ${atLeast} ${unit}`;
  return `at most ${atMost ?? Infinity} ${unit}`;
}
