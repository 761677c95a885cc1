import { CONTENT_URL } from './lending-library.js';
import {
  address,
  anObject,
  beginningWith,
  elementWhere,
  including,
  listOfLength,
  members,
  optional,
  type Reading,
  whole,
  words,
} from './reading.js';

/** A link as strict clients want it: both members, always. */
export const link = members({ href: address, type: words });

/** A link of which only the address is read. */
export const href = members({ href: address });

/** A token as every client reads it. */
export const token = members({ access_token: words, token_type: words, expires_in: whole });

/** A refused sign-in: OAuth's own status and body. */
export const signInRefused = {
  status: 400,
  body: members({ error: words, error_description: words }),
};

/** The pictures of a title, of which there may be none. */
export const images = members({
  thumbnail: optional(link),
  cover: optional(link),
  cover150Wide: optional(link),
  cover300Wide: optional(link),
});

/** What a download link answers: where the content is. */
export const download = members({
  links: members({ contentlink: members({ href: beginningWith(CONTENT_URL), type: words }) }),
});

/** An action with a field of this name. */
export function field(name: string, read: Reading): Reading {
  return members({ fields: elementWhere('name', name, read) });
}

/** A loan that offers to lock this format in. */
export function canLock(formatType: string): Reading {
  return members({
    actions: members({ format: field('formatType', members({ options: including(formatType) })) }),
  });
}

export function holdList(length: number, hold: Reading = anObject): Reading {
  return members({ holds: listOfLength(length, hold) });
}

export function loanList(length: number, loan: Reading = anObject): Reading {
  return members({ checkouts: listOfLength(length, loan) });
}
