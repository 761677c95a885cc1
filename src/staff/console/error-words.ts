import { type ErrorCode, MESSAGES } from '../../domain/errors.js';
import type { ErrorRecord } from '../../http/errors/error.representation.js';

/** An error in words for staff: what happened, and what to do. */
export interface ErrorWords {
  readonly title: string;
  readonly text: string;
}

const NO_SUCH_PAGE: ErrorWords = {
  title: 'There is no such page',
  text: 'The address may have a mistake, or what it showed has been removed.',
};

const LATER: ErrorWords = {
  title: 'This cannot be done right now',
  text: 'Try again in a minute. If you have sent a form, look first whether it was done.',
};

const WORDS: Readonly<Partial<Record<ErrorCode, ErrorWords>>> = {
  NotFound: NO_SUCH_PAGE,
  MethodNotAllowed: NO_SUCH_PAGE,
  Forbidden: {
    title: 'Your role does not allow this',
    text: 'If you need it for your work, ask an administrator of your library.',
  },
  TooManyRequests: { title: 'That was too much at once', text: 'Wait a moment, then try again.' },
  PayloadTooLarge: { title: 'That was too large', text: 'Send it in smaller parts.' },
  RequestTimeout: LATER,
  ServiceUnavailable: LATER,
  LibraryUnavailable: {
    title: 'The library’s own system cannot be reached',
    text: 'Here nobody has this card; that system may know it. Try again in some minutes.',
  },
  InsufficientStorage: LATER,
  InternalServerError: {
    title: 'Something went wrong here',
    text: 'Try again. If it happens again, tell those who run the service the number of the request below.',
  },
};

/** The message of other errors already explains the problem. */
export function errorWords({ errorCode, message }: ErrorRecord): ErrorWords {
  const known = WORDS[errorCode];
  if (known === undefined)
    return { title: 'This was not done', text: `${message} Go back, correct it, and send it again.` };
  // A refusal may say who is allowed to do it, or what is busy.
  const isSpecial =
    (errorCode === 'Forbidden' || errorCode === 'ServiceUnavailable') && message !== MESSAGES[errorCode];
  return isSpecial ? { ...known, text: message } : known;
}
