import { ERROR_STATUS } from '../../../src/http/errors/error-status.js';
import { statement } from '../../../src/platform/database/statement.js';
import { JSON_TYPE } from '../../support/answers.js';
import { TestLibrary } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

/** Copied by hand (contract: #errors), so that a slip in the service's own table is seen. */
const CODES = {
  400: [
    'InvalidRequestBody',
    'MissingField',
    'InvalidFieldValue',
    'InvalidEmailAddress',
    'AlreadyOnWaitList',
    'PatronExceededHoldLimit',
    'HoldAlreadySuspended',
    'HoldReadyForCheckout',
    'IgnoreHoldEmailCannotBeChanged',
    'TitleAlreadyCheckedOut',
    'NotWithinRenewalWindow',
    'NoCopiesAvailable',
    'PatronHasExceededCheckoutLimit',
    'TitleNotCheckedOut',
    'PatronDoesntHaveTitleCheckedOut',
    'PatronTitleProcessingFailed',
    'TitleNotInCollection',
    'InvalidLendingPeriod',
  ],
  401: ['Unauthorized'],
  403: ['Forbidden'],
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
  503: ['ServiceUnavailable'],
  507: ['InsufficientStorage'],
};

test('each code has the status of the contract, and there are no others', () => {
  const statuses = Object.entries(CODES).flatMap(([status, codes]) =>
    codes.map((code) => [code, Number(status)] as const),
  );
  expect(ERROR_STATUS).toEqual(Object.fromEntries(statuses));
});

describe('an internal error', () => {
  const RENAME_TABLE = statement('test-rename-hold', 'ALTER TABLE hold RENAME TO hold_out_of_reach');
  const RESTORE_TABLE = statement('test-restore-hold', 'ALTER TABLE hold_out_of_reach RENAME TO hold');

  test('has the usual body, which does not reveal the cause', async () => {
    const { patron, title } = await library.waiting();
    await library.service.database.run(RENAME_TABLE);
    const answers = [await patron.list(), await patron.find(title), await patron.remove(title)];
    await library.service.database.run(RESTORE_TABLE);
    for (const { status, headers, body } of answers) {
      expect([status, body]).toEqual([
        500,
        {
          errorCode: 'InternalServerError',
          message: 'An unexpected error has occurred.',
          token: headers.get('x-request-id'),
        },
      ]);
      expect(headers.get('content-type')).toBe(JSON_TYPE);
      expect(headers.get('cache-control')).toBe('no-cache');
      expect(headers.get('etag')).toBeNull();
    }
    expect((await patron.list()).body.totalItems).toBe(1);
  });
});
