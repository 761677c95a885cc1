import { FollowedFeed, type FollowedService, isSince } from './followed-feed.js';
import { LocalReceiver } from './local-receiver.js';

export type { FollowedService } from './followed-feed.js';

interface Listening {
  /** Ends the listening. */
  readonly signal: AbortSignal;
  readonly report: (line: string) => void;
}

/**
 * Sends a service's events to a receiver, in the order of the feed and one at a time, from now on or since a moment.
 * @throws CommandFailed if the service cannot be asked, or refuses
 */
export async function listen(
  service: FollowedService,
  { url, secret }: { readonly url: string; readonly secret: string },
  since: Date | undefined,
  { signal, report }: Listening,
): Promise<void> {
  const feed = new FollowedFeed(service, signal, report);
  const receiver = new LocalReceiver(url, secret, report);
  const now = await feed.end();
  report(`Events of ${service.url} go to ${url}, signed with ${secret}. Press Ctrl-C to stop.`);
  for await (const event of feed.events(since === undefined ? now : undefined))
    if (since === undefined || isSince(event, since)) await receiver.deliver(event, signal);
}
