import {
  address,
  absent,
  all,
  count,
  everyMember,
  exactly,
  flag,
  listOf,
  matching,
  members,
  nullOr,
  number,
  oneOf,
  optional,
  type Reading,
  text,
  time,
  whole,
  words,
} from '../../../support/clients/support/reading.js';
import { images, link } from '../support/shapes.js';

/** Every link has both members, or the whole answer is thrown away. */
const links = everyMember(link);

export const library = members({
  collectionToken: words,
  links: all(links, members({ advantageAccounts: link })),
});

export const advantageAccounts = members({
  id: whole,
  advantageAccounts: listOf(
    members({ id: whole, name: words, collectionToken: words, links: members({ products: link }) }),
  ),
});

const format = members({
  id: words,
  duration: optional(matching(/^\d+:\d\d:\d\d$/)),
  identifiers: optional(listOf(members({ type: words, value: words }))),
  samples: optional(listOf(members({ url: address, formatType: words }))),
});

/** The bibliographic members, which Palace takes from the product of a list. */
const bibliographic = {
  id: words,
  title: words,
  sortTitle: words,
  subtitle: optional(text),
  series: optional(text),
  publisher: optional(text),
  imprint: optional(text),
  publishDate: optional(matching(/^\d{4}-\d\d-\d\d/)),
  languages: optional(listOf(members({ code: words }))),
  subjects: optional(listOf(members({ value: words }))),
  keywords: optional(listOf(members({ value: words }))),
  creators: optional(listOf(members({ fileAs: words, name: words, role: words }))),
  mediaType: oneOf('eBook', 'Audiobook', 'Video'),
  formats: listOf(format),
  images: optional(images),
  popularity: optional(number),
  starRating: optional(number),
  shortDescription: optional(text),
  fullDescription: optional(text),
};

export const page = members({
  totalItems: count,
  products: listOf(
    members({
      ...bibliographic,
      dateAdded: time,
      primaryCreator: optional(members({ role: words, name: words })),
      links: all(links, members({ metadata: link, availability: link, availabilityV2: link })),
    }),
    { atLeast: 1 },
  ),
  links: members({ next: optional(link) }),
});

export const metadata = members({
  ...bibliographic,
  languages: listOf(members({ code: words })),
  subjects: listOf(members({ value: words })),
  creators: listOf(members({ fileAs: words, name: words, role: words })),
  images,
});

export const availability = members({
  reserveId: words,
  accounts: listOf(
    members({ id: whole, copiesOwned: count, copiesAvailable: count, shared: optional(flag) }),
  ),
  availabilityType: oneOf('Normal', 'AlwaysAvailable', 'LimitedAvailability'),
  available: flag,
  copiesAvailable: count,
  copiesOwned: count,
  numberOfHolds: count,
  isOwnedByCollections: optional(flag),
  errorCode: absent,
  links,
});

const fields = listOf(
  members({
    name: words,
    value: optional(nullOr(text)),
    options: optional(listOf(text)),
    optional: optional(flag),
  }),
);
const action = members({ href: address, method: words, fields: optional(fields) });

export const patron = members({
  patronId: whole,
  websiteId: whole,
  existingPatron: flag,
  collectionToken: words,
  holdLimit: count,
  checkoutLimit: count,
  lendingPeriods: listOf(members({ formatType: words, lendingPeriod: whole, units: words })),
  links,
  linkTemplates: links,
  actions: listOf(everyMember(action)),
});

export const hold = members({
  reserveId: words,
  crossRefId: whole,
  emailAddress: text,
  holdListPosition: count,
  numberOfHolds: count,
  holdPlacedDate: time,
  holdExpires: optional(time),
  links,
  actions: everyMember(action),
});

/** Palace fills in two variables of a download link and stops at any other. */
const downloadLink: Reading = (value, at) =>
  typeof value === 'string'
    ? [...value.matchAll(/\{(\w+)\}/g)]
        .map(([, name = '']) => name)
        .filter((name) => !['errorpageurl', 'odreadauthurl'].includes(name))
        .map((name) => `${at} has the variable ${name}`)
    : [`${at} is no text`];

export const loanFormat = members({
  formatType: words,
  links,
  linkTemplates: all(links, members({ downloadLink: members({ href: downloadLink, type: words }) })),
});

export const loan = members({
  reserveId: words,
  crossRefId: whole,
  checkoutDate: time,
  expires: time,
  isFormatLockedIn: flag,
  formats: listOf(loanFormat),
  actions: all(
    everyMember(action),
    members({ earlyReturn: members({ href: address, method: exactly('delete') }) }),
  ),
});

/** The answer of a download link is read as a format too. */
export const download = members({
  formatType: words,
  links: all(links, members({ contentlink: link })),
});
