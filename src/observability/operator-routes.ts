/** Whether a path is for operators (probes, Prometheus), not for clients of the API. */
export function isForOperators(path: string): boolean {
  return /^\/(health|metrics)(\/|$)/i.test(path);
}
