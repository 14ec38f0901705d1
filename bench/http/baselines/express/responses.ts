import { type Request, type Response } from 'express';

interface Page {
  readonly rows: number;
  readonly start: number;
}

/** The address that links begin with. */
export function base(request: Pick<Request, 'protocol' | 'headers'>): string {
  return `${request.protocol}://${request.headers.host ?? ''}`;
}

export function link(from: string, kind: string, id: string): { rel: string; uri: string } {
  return { rel: 'self', uri: `${from}/v2/${kind}/${encodeURIComponent(id)}` };
}

/** The header of a list, with links to the pages beside this one. */
export function header(
  request: Pick<Request, 'protocol' | 'headers' | 'path' | 'url'>,
  found: number,
  { rows, start }: Page,
): object {
  const page = (from: number): string => {
    const query = new URLSearchParams(request.url.split('?')[1]);
    query.set('rows', String(rows));
    query.set('start', String(from));
    return `${base(request)}${request.path}?${query.toString()}`;
  };
  return {
    found,
    rows,
    start,
    ...(start + rows < found && { next: page(start + rows) }),
    ...(start > 0 && { previous: page(Math.max(0, start - rows)) }),
  };
}

export function missing(response: Response): void {
  response.status(404).json({ status: 404, title: 'Not found' });
}
