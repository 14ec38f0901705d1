/** Whether a path is for operators (probes, Prometheus, profiles), not for clients of the API. */
export function isForOperators(path: string): boolean {
  return /^\/(health|metrics|profile)(\/|$)/i.test(path);
}

/** Whether a path is that of the metrics. They are large, and no load is shed there. */
export function isMetrics(path: string): boolean {
  return /^\/metrics(\/|$)/i.test(path);
}

/** Whether a path is that of the processor profile, which only `ADMIN_PORT` serves. */
export function isProfile(path: string): boolean {
  return /^\/profile(\/|$)/i.test(path);
}
