import {
  anObject,
  count,
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

export const library = members({ collectionToken: words, name: words, links: members({ products: href }) });

export const page = members({
  totalItems: count,
  limit: whole,
  offset: whole,
  products: listOf(
    members({
      id: words,
      title: words,
      subtitle: optional(text),
      mediaType: words,
      starRating: optional(number),
      formats: listOf(members({ id: words })),
      images: optional(images),
      links: members({ metadata: href, availability: href }),
    }),
    { atLeast: 1 },
  ),
  links: members({ first: href, last: href }),
});

/** Perl dies where it expects an object and gets a text. */
export const metadata = members({
  id: words,
  mediaType: words,
  title: words,
  publisher: optional(text),
  shortDescription: optional(text),
  starRating: optional(number),
  popularity: number,
  creators: listOf(members({ name: words, role: words })),
  images,
  languages: listOf(members({ name: words })),
  subjects: listOf(members({ value: words })),
  formats: listOf(members({ id: words }), { atLeast: 1 }),
});

export const availability = members({
  id: words,
  available: flag,
  copiesAvailable: count,
  copiesOwned: count,
  availabilityType: words,
});

export const patron = members({
  patronId: whole,
  existingPatron: flag,
  checkoutLimit: count,
  holdLimit: count,
  collectionToken: words,
});

export const hold = members({
  reserveId: words,
  holdPlacedDate: time,
  holdListPosition: whole,
  numberOfHolds: whole,
});

export const loan = members({
  reserveId: words,
  checkoutDate: time,
  expires: time,
  isFormatLockedIn: flag,
  formats: listOf(members({ reserveId: words, formatType: words, linkTemplates: anObject })),
});

/** A format that Koha offers for download: one of its link templates begins with `downloadLink`. */
export function downloadable(title: string): typeof loan {
  return members({
    reserveId: exactly(title),
    formatType: words,
    linkTemplates: members({ downloadLink: href }),
  });
}
