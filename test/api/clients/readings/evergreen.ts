import {
  address,
  anObject,
  count,
  elementWhere,
  flag,
  listOf,
  members,
  oneOf,
  optional,
  type Reading,
  time,
  whole,
  words,
} from '../../../support/clients/support/reading.js';
import { href } from '../support/shapes.js';

export const library = members({
  collectionToken: words,
  formats: listOf(members({ id: words, name: words }), { atLeast: 1 }),
  links: members({ products: href }),
});

export const metadata = members({
  id: words,
  title: words,
  creators: listOf(members({ name: words })),
  formats: listOf(members({ id: words, name: words }), { atLeast: 1 }),
});

export const availability = members({
  id: words,
  available: flag,
  copiesOwned: count,
  copiesAvailable: count,
});

/** An action as the page makes a form of it: it compares the method in lower case. */
export function action(method: 'post' | 'put' | 'delete'): Reading {
  return members({
    href: address,
    method: oneOf(method),
    fields: optional(listOf(members({ name: words }))),
  });
}

/** The page fills both fields in, and stops when one of them is missing. */
export const holdAction = members({
  href: address,
  method: oneOf('post'),
  fields: elementWhere('name', 'reserveId', anObject),
});

export const checkoutAction = members({
  href: address,
  method: oneOf('post'),
  fields: elementWhere('name', 'formatType', members({ options: listOf(words, { atLeast: 1 }) })),
});

export const patron = members({
  links: members({ holds: href, checkouts: href }),
  linkTemplates: members({ availability: href, search: href }),
});

export const hold = members({
  reserveId: words,
  holdPlacedDate: time,
  holdListPosition: whole,
  numberOfHolds: whole,
  holdExpires: optional(time),
  holdSuspension: optional(members({ numberOfDays: whole })),
  actions: anObject,
});

export const loan = members({
  reserveId: words,
  expires: time,
  formats: listOf(members({ formatType: words, linkTemplates: members({ downloadLink: href }) })),
  actions: members({ earlyReturn: action('delete') }),
  links: members({ downloadRedirect: href }),
});
