/** What patrons read when the service refuses something. They never meet codes, statuses or names of members. */

const SENTENCES: Readonly<Record<string, string>> = {
  Unauthorized: 'You are signed out. Please sign in again.',
  Forbidden: 'Your library does not allow this.',
  NotFound: 'This is no longer there.',
  PatronDoesntHaveTitleOnHold: 'You no longer have this title on hold.',
  HoldNotSuspended: 'The hold is not suspended.',
  AlreadyOnWaitList: 'You have this title on hold already.',
  PatronExceededHoldLimit: 'You have as many holds as your library allows.',
  HoldAlreadySuspended: 'The hold is suspended already.',
  HoldReadyForCheckout: 'The title is ready for you, so its hold cannot be changed.',
  IgnoreHoldEmailCannotBeChanged: 'A hold that was placed without an e-mail address gets none later.',
  TitleAlreadyCheckedOut: 'You have borrowed this title already.',
  NotWithinRenewalWindow: 'You have borrowed this title. It can be renewed in the last days of the loan.',
  NoCopiesAvailable: 'No copy is free for you now.',
  PatronHasExceededCheckoutLimit:
    'You have borrowed as many titles as your library allows. Return one first.',
  TitleNotCheckedOut: 'You no longer have this title on loan.',
  PatronDoesntHaveTitleCheckedOut: 'You no longer have this title on loan.',
  PatronTitleProcessingFailed: 'This title does not come in that format, or another was chosen before.',
  TitleNotInCollection: 'Your library does not lend this title to you.',
  InvalidLendingPeriod: 'Please choose one of the periods in the list.',
  InvalidEmailAddress: 'Please enter one e-mail address, such as reader@example.org.',
  TooManyRequests: 'That was too much at once.',
  RequestTimeout: 'The connection is too slow just now.',
  ServiceUnavailable: 'The service is busy.',
};

const NO_ANSWER = 'The service does not answer. Check the connection.';
const FAULT = 'Something went wrong in the service. Nothing is lost; please try again later.';

/** About one field, by its name. */
const FIELD_SENTENCES: Readonly<Record<string, string>> = {
  emailAddress: 'Please enter one e-mail address, such as reader@example.org.',
  numberOfDays: 'Please enter a number of days from 1 to 365.',
};
const FIELD_FAULT = 'Please check what you entered.';

interface Refused {
  readonly status: number | undefined;
  readonly code: string;
}

export function sentenceFor({ status, code }: Refused): string {
  const sentence = SENTENCES[code];
  if (sentence !== undefined) return sentence;
  if (status === undefined || status === 502 || status === 504) return NO_ANSWER;
  if (status === 429) return SENTENCES.TooManyRequests ?? FAULT;
  if (status === 503) return SENTENCES.ServiceUnavailable ?? FAULT;
  return code === 'InvalidFieldValue' || code === 'MissingField' ? FIELD_FAULT : FAULT;
}

/** Why a field's value was refused. */
export function sentenceForField(name: string): string {
  return FIELD_SENTENCES[name] ?? FIELD_FAULT;
}

/** A request that failed for these may succeed later, and is repeated without a click. */
export function isWorthRetrying({ status }: Refused): boolean {
  return status === undefined || status === 429 || status >= 500;
}
