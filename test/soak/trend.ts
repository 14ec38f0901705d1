/** The slope of a straight line through points. */
export interface Trend {
  slope: number;
  /** The standard error of the slope. */
  error: number;
}

/** A linear regression. The error is infinite with fewer than three points. */
export function trend(points: readonly (readonly [x: number, y: number])[]): Trend {
  const count = points.length;
  if (count < 3) return { slope: 0, error: Infinity };
  const mean = (of: 0 | 1): number => points.reduce((sum, point) => sum + point[of], 0) / count;
  const [meanX, meanY] = [mean(0), mean(1)];
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread;
  const rest = points.reduce((sum, [x, y]) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0);
  return { slope, error: Math.sqrt(rest / (count - 2) / spread) };
}
