import { type ErrorCode, MESSAGES } from '../domain/errors.js';

/** When each error occurs. Exhaustive, so that a new code cannot be forgotten here. */
const WHEN: Readonly<Record<ErrorCode, string>> = {
  InvalidRequestBody: 'The body cannot be read, or the request is not HTTP.',
  MissingField: 'A required field is absent, null or empty.',
  InvalidFieldValue: 'A field has a value that is not allowed.',
  InvalidEmailAddress: '`emailAddress` is not one plain mailbox.',
  Unauthorized: 'There is no token, or it is unknown, expired or revoked.',
  Forbidden: 'The role of the staff account or API token does not suffice. Patrons never meet it.',
  NotFound: 'It does not exist, or the caller may not see it.',
  PatronDoesntHaveTitleOnHold: 'The patron has no hold on the title.',
  HoldNotSuspended: 'The hold is not suspended.',
  AlreadyOnWaitList: 'The patron has the title on hold already.',
  PatronExceededHoldLimit: 'The patron has as many holds as `holdLimit` allows.',
  PatronExceededWatchLimit: 'The patron watches 100 titles.',
  HoldAlreadySuspended: 'The hold is suspended.',
  HoldReadyForCheckout: 'The hold is ready.',
  IgnoreHoldEmailCannotBeChanged:
    'The hold was placed without an address, and would get one, or the reverse.',
  TitleAlreadyCheckedOut: 'The patron has the title on loan.',
  NotWithinRenewalWindow:
    'The patron has the title on loan, and the loan does not end within the days in which its library renews it.',
  NoCopiesAvailable: 'No copy is free for the patron or set aside for them.',
  PatronHasExceededCheckoutLimit: 'The patron has as many titles on loan as `checkoutLimit` allows.',
  TitleNotCheckedOut: 'The patron does not have the title on loan.',
  PatronDoesntHaveTitleCheckedOut: 'The patron does not have the title on loan.',
  PatronTitleProcessingFailed:
    'The title does not come in that format, the patron cannot use it now, or there is no content to hand out.',
  AnotherFormatHasBeenLockedIn: 'Another format of the loan is locked in.',
  TitleNotInCollection: 'The title is unknown, or in none of the patron’s collections.',
  PatronCategoryUnknown:
    'The system of the library knows the card, and no category of the library fits it, or it is of another home library.',
  LibraryUnavailable: 'The system of the library, which knows its cards and PINs, cannot be reached.',
  InvalidLendingPeriod: 'The format does not offer that many days, or the library overrides them.',
  PatronBlocked: 'The library has blocked the patron.',
  PatronExpired: 'The patron’s last day at the library is over.',
  RequestInProgress: 'A request with the same `Idempotency-Key` has not ended yet.',
  IdempotencyKeyReused: 'Another request had the same `Idempotency-Key` in the last 24 hours.',
  IteratorExpired:
    'Events behind the `iterator` have been deleted after 30 days, or the database was restored since. Patrons never meet it.',
  MethodNotAllowed: 'The address exists, but not with this method.',
  PayloadTooLarge: 'The body is too large.',
  UnsupportedMediaType: 'The body is of another type, not UTF-8, or compressed.',
  TooManyRequests:
    'The address, the patron or the client has sent too many requests, or too many sign-ins wait.',
  RequestTimeout: 'The request was not complete in time.',
  ServiceUnavailable: 'The database is away or busy, or the outcome is unknown.',
  InsufficientStorage: 'There is no space left for an upload of records.',
  InternalServerError: 'A fault of the service.',
};

/** What each error says: an example of those whose message is not always the same. */
const SAYS: Readonly<Record<ErrorCode, string>> = {
  ...MESSAGES,
  InvalidRequestBody: 'The body must be {"fields": [{"name": string, "value": string}, ...]}.',
  MissingField: 'numberOfDays is missing: it must be a whole number from 1 to 365, in plain digits.',
  InvalidFieldValue: "reserveId must be a title's reserveId (a GUID) or crossRefId (a positive integer).",
  InvalidEmailAddress:
    'emailAddress must be one e-mail address like local@example.org, of at most 254 plain characters.',
  Unauthorized: 'The access token is unknown, expired or revoked.',
  PatronExceededHoldLimit: 'Patron has reached the limit of 15 holds.',
  PatronExceededWatchLimit: 'Patron has reached the limit of 100 watches.',
  NotWithinRenewalWindow:
    'Patron has checked out this title and can place a hold on it from 72 hours before the loan ends.',
  PatronHasExceededCheckoutLimit: 'Patron has reached the limit of 15 checkouts.',
  InvalidLendingPeriod: 'lendingPeriodDays must be one of 1, 7, 14, 21, 89 for eBook.',
  PatronBlocked: 'The library has blocked this patron: Please see the desk about a lost book.',
  PatronExpired: 'The patron’s membership of the library has expired.',
  IteratorExpired:
    'Events are kept for 30 days, and some behind this iterator are gone: read anew what you need, and begin without iterator, at the oldest event that is kept, or with iterator=now.',
  MethodNotAllowed: 'This address allows GET, HEAD, PUT, OPTIONS.',
  PayloadTooLarge: 'The body must not be larger than 65536 bytes.',
  UnsupportedMediaType:
    'The body must be sent as application/json (or application/*+json) in UTF-8, without a content encoding.',
  TooManyRequests: 'More than 600 requests in 60 seconds: wait 12 seconds.',
  RequestTimeout: 'The body was not complete after 30 seconds.',
  ServiceUnavailable: 'The service is busy or its database is away: try again shortly.',
  InsufficientStorage: 'There is no space left for uploads. Nothing was imported.',
  InternalServerError: 'An unexpected error has occurred.',
};

export const ERROR_CODES = Object.keys(WHEN) as ErrorCode[];

export function explanationOf(code: ErrorCode): { readonly when: string; readonly message: string } {
  return { when: WHEN[code], message: SAYS[code] };
}
