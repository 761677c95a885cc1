import {
  anObject,
  count,
  elementWhere,
  exactly,
  flag,
  listOf,
  members,
  number,
  optional,
  text,
  time,
  whole,
  words,
} from '../../../support/clients/support/reading.js';
import { href, images } from '../support/shapes.js';

export const library = members({
  name: words,
  type: words,
  collectionToken: words,
  formats: listOf(members({ id: words, name: words }), { atLeast: 1 }),
  links: members({ self: href, products: href, advantageAccounts: href }),
});

export const metadata = members({
  id: words,
  title: words,
  sortTitle: words,
  mediaType: words,
  publisher: optional(text),
  creators: listOf(members({ name: words, role: words, fileAs: words })),
  languages: listOf(members({ code: words, name: words })),
  subjects: listOf(members({ value: words })),
  formats: listOf(members({ id: words, name: words }), { atLeast: 1 }),
  images,
});

export const availability = members({
  reserveId: words,
  available: flag,
  copiesOwned: count,
  copiesAvailable: count,
  numberOfHolds: count,
  accounts: listOf(members({ id: whole, copiesOwned: count, copiesAvailable: count }), { atLeast: 1 }),
});

/** The page of options, whose current period is one of those on offer. */
export const patron = members({
  holdLimit: count,
  checkoutLimit: count,
  lendingPeriods: listOf(members({ formatType: words, lendingPeriod: whole }), { atLeast: 3 }),
  actions: listOf(
    members({
      editLendingPeriod: members({
        fields: elementWhere(
          'name',
          'lendingPeriodDays',
          members({ options: listOf(words, { atLeast: 1 }) }),
        ),
      }),
    }),
    { atLeast: 3 },
  ),
});

export const hold = members({
  reserveId: words,
  holdPlacedDate: time,
  numberOfHolds: whole,
  holdListPosition: whole,
  holdExpires: optional(time),
  holdSuspension: optional(members({ numberOfDays: whole })),
});

export const readyHold = members({ holdExpires: time, actions: members({ checkout: anObject }) });

export const loan = members({
  reserveId: words,
  expires: time,
  checkoutDate: time,
  isFormatLockedIn: flag,
  formats: listOf(members({ formatType: words, links: members({ self: href }) })),
  actions: members({ earlyReturn: anObject }),
  links: members({ downloadRedirect: href }),
});

/** What the indexer reads without asking whether it is there: anything else, and the title is not written. */
export const indexedMetadata = members({
  id: words,
  crossRefId: whole,
  title: words,
  mediaType: words,
  images,
  creators: listOf(members({ role: words, name: words, fileAs: words })),
  formats: listOf(
    members({
      id: words,
      name: words,
      fileSize: optional(whole),
      identifiers: optional(listOf(members({ type: words, value: words }))),
      samples: optional(listOf(members({ source: words, url: words }))),
    }),
    { atLeast: 1 },
  ),
  languages: listOf(members({ code: words, name: words })),
  subjects: listOf(members({ value: words })),
  isOwnedByCollections: flag,
  popularity: whole,
  starRating: optional(number),
  sortTitle: optional(text),
  publishDateText: optional(text),
  isPublicDomain: optional(flag),
});

export const indexedAvailability = members({
  available: flag,
  numberOfHolds: count,
  availabilityType: words,
  accounts: listOf(
    members({ id: whole, copiesOwned: count, copiesAvailable: count, shared: optional(flag) }),
    {
      atLeast: 1,
    },
  ),
});

/** Accounts by which a consortium's libraries own titles of their own. */
export const advantageAccounts = members({
  id: whole,
  advantageAccounts: listOf(
    members({ id: whole, name: words, collectionToken: words, links: members({ products: href }) }),
  ),
});

export const branchAccount = members({
  advantageAccounts: elementWhere('id', '1201', members({ id: exactly(1201) })),
});
