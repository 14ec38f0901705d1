/** A figure beside what is asked of it. */
export interface Check {
  readonly name: string;
  readonly seen: number;
  readonly atLeast?: number;
  readonly atMost?: number;
  /** `times` and the like. */
  readonly unit: string;
}

export function isHeld({ seen, atLeast = -Infinity, atMost = Infinity }: Check): boolean {
  return seen >= atLeast && seen <= atMost;
}

/** `at least 0.80 times` */
export function asked({ atLeast, atMost, unit }: Check): string {
  if (atLeast !== undefined) return `at least ${atLeast} ${unit}`;
  return `at most ${atMost ?? Infinity} ${unit}`;
}
