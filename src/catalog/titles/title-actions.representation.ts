import { titleActionFor } from '../../domain/titles/availability.js';
import { type Action, REQUEST_TYPE } from '../../http/answers/action.representation.js';
import type { Addresses } from '../../http/answers/addresses.js';
import type { CatalogTitle, OpenedTitle } from './titles.service.js';

/** What the patron may do with a title now: at most one of the two, and neither when a client asks. */
export interface TitleActions {
  readonly hold?: Action;
  readonly checkout?: Action;
}

export function representTitleActions(
  { collections, title }: OpenedTitle,
  addresses: Addresses,
): TitleActions {
  if (collections.patron === undefined) return {};
  const isCopyFree = title.copies.some(({ free, luckyFree }) => free + luckyFree > 0);
  switch (titleActionFor({ ...title, isCopyFree })) {
    case 'checkout':
      return { checkout: representCheckout(title, addresses) };
    case 'hold':
      return { hold: representHold(title, addresses) };
    case undefined:
      return {};
  }
}

/** Its target ends in a slash here, and in no other answer: clients compare it (contract: #actions-on-a-title). */
function representCheckout({ reserveId, formats }: CatalogTitle, addresses: Addresses): Action {
  return {
    href: `${addresses.checkouts}/`,
    type: REQUEST_TYPE,
    method: 'post',
    fields: [
      { name: 'reserveId', type: 'text', value: reserveId, optional: false },
      { name: 'formatType', type: 'text', options: formats, optional: true },
    ],
  };
}

function representHold({ reserveId }: CatalogTitle, addresses: Addresses): Action {
  return {
    href: addresses.holds,
    type: REQUEST_TYPE,
    method: 'post',
    fields: [
      { name: 'reserveId', type: 'text', value: reserveId, optional: false },
      { name: 'emailAddress', type: 'text', optional: false },
      // With it, no address is needed (contract: #place-a-hold).
      { name: 'ignoreHoldEmail', type: 'text', value: 'false', options: ['false', 'true'], optional: true },
      { name: 'notNeededAfter', type: 'date', optional: true },
    ],
  };
}
