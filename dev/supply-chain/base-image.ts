/**
 * Why the base image of a Dockerfile gets no fixes on a day. The Dockerfile says until when its Debian has support
 * (https://www.debian.org/releases/).
 */
export function supportFault(dockerfile: string, now: Date): string | undefined {
  const [, until] = /^# Debian \d+ has support until (\d{4}-\d\d-\d\d)/m.exec(dockerfile) ?? [];
  if (until === undefined) return 'the Dockerfile does not say how long Debian of the image has support';
  if (now.toISOString().slice(0, 10) <= until) return undefined;
  return `Debian of the image (Dockerfile) has had no support since ${until}`;
}
