/** Whether an address is for whoever runs the service (probes, Prometheus), not for callers of the interface. */
export function isForOperators(path: string): boolean {
  return /^\/(health|metrics)(\/|$)/i.test(path);
}
