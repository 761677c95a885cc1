import { titleActionFor } from '../../domain/titles/availability.js';
import type { Action } from '../../http/answers/action.representation.js';
import type { Addresses } from '../../http/answers/addresses.js';
import { borrowAction, placeAction, watchAction } from '../../http/answers/title-offers.representation.js';
import type { OpenedTitle } from './titles.service.js';

/** What the patron may do with a title now: at most one of the first two, `watch` beside `hold`, and nothing when a client asks. */
export interface TitleActions {
  readonly hold?: Action;
  readonly checkout?: Action;
  readonly watch?: Action;
}

export function representTitleActions(
  { collections, title }: OpenedTitle,
  addresses: Addresses,
): TitleActions {
  if (collections.patron === undefined) return {};
  const isCopyFree = title.copies.some(({ free, luckyFree }) => free + luckyFree > 0);
  switch (titleActionFor({ ...title, isCopyFree })) {
    case 'checkout':
      // Its target ends in a slash here, and in no other answer: clients compare it (contract: #actions-on-a-title).
      return { checkout: borrowAction(title, addresses, `${addresses.checkouts}/`) };
    case 'hold':
      return { hold: placeAction(title, addresses), watch: watchAction(title, addresses) };
    case undefined:
      return {};
  }
}
