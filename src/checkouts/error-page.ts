import type { Refusal } from '../domain/errors.js';

/**
 * The client's page on which a browser shows why a download was refused.
 * @returns undefined unless its origin is listed: a link of ours must not lead a patron just anywhere
 */
export function errorPageFor(
  { code, message }: Refusal,
  page: string | undefined,
  origins: readonly string[],
): string | undefined {
  if (page === undefined || !URL.canParse(page)) return undefined;
  const address = new URL(page);
  // A blob: address has the origin of the page that made it.
  if (!/^https?:$/.test(address.protocol) || !origins.includes(address.origin)) return undefined;
  address.searchParams.set('ErrorCode', code);
  address.searchParams.set('ErrorDescription', message);
  return address.href;
}
