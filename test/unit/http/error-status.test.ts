import { ERROR_STATUS } from '../../../src/http/errors/error-status.js';

/** Copied by hand (contract: #errors), so that a slip in the service's own table is seen. */
const CODES = {
  400: [
    ...['InvalidRequestBody', 'MissingField', 'InvalidFieldValue', 'InvalidEmailAddress'],
    ...[
      'AlreadyOnWaitList',
      'PatronExceededHoldLimit',
      'PatronExceededWatchLimit',
      'HoldAlreadySuspended',
      'HoldReadyForCheckout',
    ],
    ...['IgnoreHoldEmailCannotBeChanged', 'TitleAlreadyCheckedOut', 'NotWithinRenewalWindow'],
    ...['NoCopiesAvailable', 'PatronHasExceededCheckoutLimit', 'TitleNotCheckedOut'],
    ...['PatronDoesntHaveTitleCheckedOut', 'PatronTitleProcessingFailed', 'AnotherFormatHasBeenLockedIn'],
    ...['TitleNotInCollection'],
    ...['InvalidLendingPeriod'],
  ],
  401: ['Unauthorized'],
  403: ['Forbidden', 'PatronBlocked', 'PatronCategoryUnknown', 'PatronExpired'],
  404: ['NotFound', 'PatronDoesntHaveTitleOnHold', 'HoldNotSuspended'],
  405: ['MethodNotAllowed'],
  408: ['RequestTimeout'],
  409: ['RequestInProgress'],
  410: ['IteratorExpired'],
  413: ['PayloadTooLarge'],
  415: ['UnsupportedMediaType'],
  422: ['IdempotencyKeyReused'],
  429: ['TooManyRequests'],
  500: ['InternalServerError'],
  503: ['ServiceUnavailable', 'LibraryUnavailable'],
  507: ['InsufficientStorage'],
};

test('each code has the status of the contract, and there are no others', () => {
  const statuses = Object.entries(CODES).flatMap(([status, codes]) =>
    codes.map((code) => [code, Number(status)] as const),
  );
  expect(ERROR_STATUS).toEqual(Object.fromEntries(statuses));
});
