// The HTTP status of each is in http/error-status.ts, its meaning for clients in docs/errors.md.
/** Every reason for which the service refuses a request. Clients distinguish them by the code. */
export type ErrorCode =
  | 'InvalidRequestBody'
  | 'MissingField'
  | 'InvalidFieldValue'
  | 'InvalidEmailAddress'
  | 'Unauthorized'
  | 'Forbidden'
  | 'NotFound'
  | 'PatronDoesntHaveTitleOnHold'
  | 'HoldNotSuspended'
  | 'AlreadyOnWaitList'
  | 'PatronExceededHoldLimit'
  | 'PatronExceededWatchLimit'
  | 'HoldAlreadySuspended'
  | 'HoldReadyForCheckout'
  | 'IgnoreHoldEmailCannotBeChanged'
  | 'TitleAlreadyCheckedOut'
  | 'NotWithinRenewalWindow'
  | 'NoCopiesAvailable'
  | 'PatronHasExceededCheckoutLimit'
  | 'TitleNotCheckedOut'
  | 'PatronDoesntHaveTitleCheckedOut'
  | 'PatronTitleProcessingFailed'
  | 'AnotherFormatHasBeenLockedIn'
  | 'TitleNotInCollection'
  | 'PatronCategoryUnknown'
  | 'LibraryUnavailable'
  | 'InvalidLendingPeriod'
  | 'PatronBlocked'
  | 'PatronExpired'
  | 'RequestInProgress'
  | 'IdempotencyKeyReused'
  | 'IteratorExpired'
  | 'MethodNotAllowed'
  | 'PayloadTooLarge'
  | 'UnsupportedMediaType'
  | 'TooManyRequests'
  | 'RequestTimeout'
  | 'ServiceUnavailable'
  | 'InsufficientStorage'
  | 'InternalServerError';

/** A field of a request and its error, which completes the sentence "<name> …". */
export interface FieldProblem {
  readonly name: string;
  readonly problem: string;
}

/** A refusal for a reason that the caller can act on. Nothing was changed. */
export class Refusal extends Error {
  /** @param field the refused field, if the refusal is about one */
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly field?: FieldProblem,
  ) {
    super(message);
    this.name = 'Refusal';
  }
}

/** The codes of refusals of one field. */
export type FieldRefusalCode = Extract<
  ErrorCode,
  'InvalidFieldValue' | 'InvalidEmailAddress' | 'MissingField'
>;

/** @param problem completes the sentence "<name> …", with its full stop */
export function refusedField(
  name: string,
  problem: string,
  code: FieldRefusalCode = 'InvalidFieldValue',
): Refusal {
  return new Refusal(code, `${name} ${problem}`, { name, problem });
}

/** The refusals whose message is always the same. */
export const MESSAGES = {
  Forbidden: 'Your role does not permit this.',
  NotFound: 'The requested resource could not be found.',
  PatronDoesntHaveTitleOnHold: 'Patron does not have this title on hold.',
  HoldNotSuspended: 'The hold is not suspended.',
  AlreadyOnWaitList: 'Patron is already on the waiting list.',
  HoldAlreadySuspended: 'The hold is already suspended: change or release its suspension instead.',
  HoldReadyForCheckout: 'The hold cannot be changed: its title is ready to be checked out.',
  IgnoreHoldEmailCannotBeChanged:
    'ignoreHoldEmail cannot be changed after the hold was placed: a hold placed without an emailAddress keeps none.',
  TitleAlreadyCheckedOut: 'Patron has already checked out this title.',
  NoCopiesAvailable: 'No copy of this title is available to this patron now.',
  TitleNotCheckedOut: 'Patron has not checked out this title.',
  PatronDoesntHaveTitleCheckedOut: 'Patron does not have this title checked out.',
  PatronTitleProcessingFailed: 'The selected format may not be available for this title.',
  AnotherFormatHasBeenLockedIn: 'Another format of this title has been locked in, and cannot be changed.',
  RequestInProgress: 'A request with this Idempotency-Key is in progress: wait, and send it again.',
  IdempotencyKeyReused:
    'This Idempotency-Key was sent with another request in the last 24 hours: use a new key for each request.',
  TitleNotInCollection: 'This title is in none of the collections that this patron may use.',
  PatronCategoryUnknown: 'The library has set up no category for this card: ask the library.',
  LibraryUnavailable: 'The system of the library cannot be reached: try again in some minutes.',
  ServiceUnavailable: 'The service is busy or its database is away: try again shortly.',
} as const satisfies Partial<Record<ErrorCode, string>>;

export function refusal(code: keyof typeof MESSAGES): Refusal {
  return new Refusal(code, MESSAGES[code]);
}
