import type { Request } from 'express';
import { refusal } from '../domain/errors.js';
import { isLoopback } from '../platform/loopback.js';
import type { Config } from '../platform/settings/config.js';

/** The part of the settings that says who can reach the service. */
type Reach = Pick<Config, 'sandbox' | 'host' | 'publicUrl'>;

/**
 * Whether this is a sandbox that only its own machine can reach. The shelf then offers the clock, the mails and the demo's
 * cards to its visitors. A sandbox behind a proxy may listen on loopback too, but its PUBLIC_URL names another host.
 */
export function isLocalSandbox({ sandbox, host, publicUrl }: Reach): boolean {
  return sandbox && isLoopback(host) && isLoopback(new URL(publicUrl).hostname);
}

/**
 * A page of another site can make a browser send requests to this machine, also under a name of its own that it lets point
 * here. Such a request has the other site's name as its `Host`.
 * @throws Refusal `NotFound`
 */
export function requireLocalHost({ headers: { host = '' } }: Request): void {
  const address = `http://${host}`;
  if (!URL.canParse(address) || !isLoopback(new URL(address).hostname)) throw refusal('NotFound');
}
