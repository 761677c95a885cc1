import { type ErrorCode, MESSAGES } from '../domain/errors.js';

interface ErrorDescription {
  readonly when: string;
  /** An example of what it says. */
  readonly message: string;
}

/** Every error, with an example. Exhaustive, so that a new code cannot be forgotten here. */
export const ERROR_DESCRIPTIONS: Readonly<Record<ErrorCode, ErrorDescription>> = {
  InvalidRequestBody: {
    when: 'The body cannot be read, or the request is not HTTP.',
    message: 'The body must be {"fields": [{"name": string, "value": string}, ...]}.',
  },
  MissingField: {
    when: 'A required field is absent, null or empty.',
    message: 'numberOfDays is missing: it must be a whole number from 1 to 365, in plain digits.',
  },
  InvalidFieldValue: {
    when: 'A field has a value that is not allowed.',
    message: "reserveId must be a title's reserveId (a GUID) or crossRefId (a positive integer).",
  },
  InvalidEmailAddress: {
    when: '`emailAddress` is not one plain mailbox.',
    message:
      'emailAddress must be one e-mail address like local@example.org, of at most 254 plain characters.',
  },
  Unauthorized: {
    when: 'There is no token, or it is unknown, expired or revoked.',
    message: 'The access token is unknown, expired or revoked.',
  },
  Forbidden: {
    when: 'The role of the staff account or API token does not suffice. Patrons never meet it.',
    message: MESSAGES.Forbidden,
  },
  NotFound: {
    when: 'It does not exist, or the caller may not see it.',
    message: MESSAGES.NotFound,
  },
  PatronDoesntHaveTitleOnHold: {
    when: 'The patron has no hold on the title.',
    message: MESSAGES.PatronDoesntHaveTitleOnHold,
  },
  HoldNotSuspended: { when: 'The hold is not suspended.', message: MESSAGES.HoldNotSuspended },
  AlreadyOnWaitList: {
    when: 'The patron has the title on hold already.',
    message: MESSAGES.AlreadyOnWaitList,
  },
  PatronExceededHoldLimit: {
    when: 'The patron has as many holds as `holdLimit` allows.',
    message: 'Patron has reached the limit of 15 holds.',
  },
  HoldAlreadySuspended: { when: 'The hold is suspended.', message: MESSAGES.HoldAlreadySuspended },
  HoldReadyForCheckout: { when: 'The hold is ready.', message: MESSAGES.HoldReadyForCheckout },
  IgnoreHoldEmailCannotBeChanged: {
    when: 'The hold was placed without an address, and would get one, or the reverse.',
    message: MESSAGES.IgnoreHoldEmailCannotBeChanged,
  },
  TitleAlreadyCheckedOut: {
    when: 'The patron has the title on loan.',
    message: MESSAGES.TitleAlreadyCheckedOut,
  },
  NotWithinRenewalWindow: {
    when: 'The patron has the title on loan, and the loan does not end within the days in which its library renews it.',
    message:
      'Patron has checked out this title and can place a hold on it from 72 hours before the loan ends.',
  },
  NoCopiesAvailable: {
    when: 'No copy is free for the patron or set aside for them.',
    message: MESSAGES.NoCopiesAvailable,
  },
  PatronHasExceededCheckoutLimit: {
    when: 'The patron has as many titles on loan as `checkoutLimit` allows.',
    message: 'Patron has reached the limit of 15 checkouts.',
  },
  TitleNotCheckedOut: {
    when: 'The patron does not have the title on loan.',
    message: MESSAGES.TitleNotCheckedOut,
  },
  PatronDoesntHaveTitleCheckedOut: {
    when: 'The patron does not have the title on loan.',
    message: MESSAGES.PatronDoesntHaveTitleCheckedOut,
  },
  PatronTitleProcessingFailed: {
    when: 'The title does not come in that format, another format is locked in, or there is no content to hand out.',
    message: MESSAGES.PatronTitleProcessingFailed,
  },
  TitleNotInCollection: {
    when: 'The title is unknown, or in none of the patron’s collections.',
    message: MESSAGES.TitleNotInCollection,
  },
  InvalidLendingPeriod: {
    when: 'The format does not offer that many days.',
    message: 'lendingPeriodDays must be one of 1, 7, 14, 21, 89 for eBook.',
  },
  RequestInProgress: {
    when: 'A request with the same `Idempotency-Key` has not ended yet.',
    message: MESSAGES.RequestInProgress,
  },
  IdempotencyKeyReused: {
    when: 'Another request had the same `Idempotency-Key` in the last 24 hours.',
    message: MESSAGES.IdempotencyKeyReused,
  },
  IteratorExpired: {
    when: 'Events behind the `iterator` have been deleted after 30 days. Patrons never meet it.',
    message:
      'Events are kept for 30 days, and some behind this iterator are gone: read anew what you need, and begin without iterator, at the oldest event that is kept, or with iterator=now.',
  },
  MethodNotAllowed: {
    when: 'The address exists, but not with this method.',
    message: 'This address allows GET, HEAD, PUT, OPTIONS.',
  },
  PayloadTooLarge: {
    when: 'The body is too large.',
    message: 'The body must not be larger than 65536 bytes.',
  },
  UnsupportedMediaType: {
    when: 'The body is of another type, not UTF-8, or compressed.',
    message:
      'The body must be sent as application/json (or application/*+json) in UTF-8, without a content encoding.',
  },
  TooManyRequests: {
    when: 'The address, the patron or the client has sent too many requests, or too many sign-ins wait.',
    message: 'More than 600 requests in 60 seconds: wait 12 seconds.',
  },
  RequestTimeout: {
    when: 'The request was not complete in time.',
    message: 'The body was not complete after 30 seconds.',
  },
  ServiceUnavailable: {
    when: 'The database is away or busy, or the outcome is unknown.',
    message: 'The service is busy or its database is away: try again shortly.',
  },
  InsufficientStorage: {
    when: 'There is no space left for an upload of records.',
    message: 'There is no space left for uploads. Nothing was imported.',
  },
  InternalServerError: {
    when: 'A fault of the service.',
    message: 'An unexpected error has occurred.',
  },
};
