import type { Action } from '../http/answers/action.representation.js';
import type { Addresses, Link } from '../http/answers/addresses.js';
import { representTime, type Timestamp } from '../http/answers/timestamp.representation.js';
import { borrowAction, placeAction } from '../http/answers/title-offers.representation.js';
import type { CrossRefId, ReserveId } from '../http/answers/title.representation.js';
import type { WatchedTitle } from './watches.service.js';

/** A title that the patron watches. @see contract: #watches */
export interface WatchRecord {
  readonly reserveId: ReserveId;
  readonly crossRefId: CrossRefId;
  /** The title itself: it may be in none of the patron’s collections, and `metadata` then 404. */
  readonly title: string;
  /** Where it is told what comes of it; empty: nowhere. */
  readonly emailAddress: string;
  readonly watchedSince: Timestamp;
  readonly links: { readonly self: Link; readonly metadata: Link };
  /** `hold` and `checkout`: at most one, and neither while the patron has the title on hold or on loan. A hold takes the watch’s place. */
  readonly actions: { readonly unwatch: Action; readonly hold?: Action; readonly checkout?: Action };
}

/** At most 100. */
export interface WatchListRecord {
  readonly totalItems: number;
  readonly watches: readonly WatchRecord[];
  readonly links: { readonly self: Link };
}

export function representWatch(watched: WatchedTitle, addresses: Addresses): WatchRecord {
  const { reserveId, crossRefId, title, emailAddress, watchedAt } = watched;
  const href = addresses.watch(reserveId);
  return {
    reserveId,
    crossRefId,
    title,
    emailAddress: emailAddress ?? '',
    watchedSince: representTime(watchedAt),
    links: {
      self: addresses.circulationLink(href),
      metadata: addresses.catalogLink(addresses.metadata(watched.collectionToken, reserveId)),
    },
    actions: {
      unwatch: { href, method: 'delete' },
      ...(watched.offered === 'hold' && { hold: placeAction(watched, addresses) }),
      ...(watched.offered === 'checkout' && { checkout: borrowAction(watched, addresses) }),
    },
  };
}

export function representWatchList(watches: readonly WatchedTitle[], addresses: Addresses): WatchListRecord {
  return {
    totalItems: watches.length,
    watches: watches.map((watched) => representWatch(watched, addresses)),
    links: { self: addresses.circulationLink(addresses.watches) },
  };
}
