import {
  all,
  anObject,
  count,
  exactly,
  flag,
  lastMember,
  listOf,
  lowerCaseId,
  members,
  optional,
  time,
  whole,
  words,
} from '../../../support/clients/support/reading.js';
import { href } from '../support/shapes.js';

export const availability = members({
  reserveId: lowerCaseId,
  copiesOwned: count,
  copiesAvailable: count,
  numberOfHolds: count,
  available: flag,
});

export const availabilities = members({
  totalItems: exactly(2),
  availability: listOf(availability, { atLeast: 2 }),
});

/** Found again by `id`, as the holds and loans name it. */
export const metadata = members({
  id: lowerCaseId,
  title: words,
  crossRefId: whole,
  mediaType: words,
  creators: listOf(members({ name: words, role: words })),
});

export const hold = members({
  reserveId: lowerCaseId,
  holdListPosition: whole,
  autoCheckout: exactly(false),
  holdPlacedDate: time,
  emailAddress: words,
  holdExpires: optional(time),
  holdSuspension: optional(anObject),
  actions: anObject,
});

/** The hold is ready when the last of its actions is `checkout`. */
export const readyHold = all(hold, members({ holdExpires: time, actions: lastMember('checkout') }));

export const loan = members({
  reserveId: lowerCaseId,
  expires: time,
  isFormatLockedIn: flag,
  formats: listOf(members({ formatType: words, linkTemplates: members({ downloadLinkV2: href }) })),
  links: members({ downloadRedirect: href }),
});
