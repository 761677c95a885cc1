import type { IncomingMessage } from 'node:http';

/** The template of the route that answers a request, such as `/v1/patrons/me/holds/:id`; never the URL itself. */
export function routeOf(request: IncomingMessage): string {
  const { route } = request as IncomingMessage & { route?: { path?: string } };
  return route?.path ?? 'unknown';
}
