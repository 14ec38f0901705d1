import { InvalidArgumentError } from 'commander';

const units = { s: 1, m: 60, h: 3600, d: 86_400 };

/** @param value such as `30m` @returns seconds */
export function parseDuration(value: string): number {
  const [, count = '', unit = ''] = /^(\d{1,5})([smhd])$/.exec(value) ?? [];
  const seconds = unit === '' ? 0 : Number(count) * units[unit as keyof typeof units];
  if (seconds < 1) throw new InvalidArgumentError('It must be a time such as 30m, 24h or 7d.');
  return seconds;
}
