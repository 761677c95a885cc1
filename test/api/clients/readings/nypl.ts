import {
  count,
  elementWhere,
  exactly,
  flag,
  listOf,
  members,
  optional,
  time,
  whole,
  words,
} from '../../../support/clients/support/reading.js';
import { href, link } from '../support/shapes.js';

export const library = members({ collectionToken: words, links: members({ advantageAccounts: href }) });

export const advantageAccounts = members({
  advantageAccounts: listOf(members({ id: whole, name: words, links: members({ products: href }) })),
});

export const page = members({
  totalItems: count,
  products: listOf(
    members({
      id: words,
      title: words,
      dateAdded: time,
      primaryCreator: optional(members({ name: words })),
      links: members({ availability: href }),
    }),
    { atLeast: 1 },
  ),
});

export const metadata = members({
  id: words,
  title: words,
  sortTitle: words,
  languages: listOf(members({ code: words })),
  subjects: listOf(members({ value: words })),
  creators: listOf(members({ fileAs: words, name: words, role: words })),
  formats: listOf(members({ id: words }), { atLeast: 1 }),
});

/** The account is found by a number: the text "-1" would be no account. */
export const availability = members({
  accounts: elementWhere(
    'id',
    '-1',
    members({ id: exactly(-1), copiesOwned: count, copiesAvailable: count }),
  ),
  numberOfHolds: count,
});

export const hold = members({
  reserveId: words,
  holdListPosition: whole,
  holdPlacedDate: time,
  holdExpires: optional(time),
});

export const loan = members({
  reserveId: words,
  checkoutDate: time,
  expires: time,
  isFormatLockedIn: flag,
  formats: listOf(members({ formatType: words })),
});

export const loanFormat = members({ formatType: words, linkTemplates: members({ downloadLink: link }) });
