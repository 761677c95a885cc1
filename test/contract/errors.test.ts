import { readFile } from 'node:fs/promises';
import { ERROR_STATUS } from '../../src/http/error-status.js';
import { statement } from '../../src/platform/database/statement.js';
import { JSON_TYPE } from '../support/answers.js';
import { TestLibrary } from '../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

test('each code has the status that clients know it by', () => {
  const codes = Object.entries(ERROR_STATUS);
  const withStatus = (status: number): string[] =>
    codes.filter(([, own]) => (own as number) === status).map(([code]) => code);
  const told = { 401: ['Unauthorized'], 405: ['MethodNotAllowed'], 408: ['RequestTimeout'] };
  const more = { 413: ['PayloadTooLarge'], 415: ['UnsupportedMediaType'], 429: ['TooManyRequests'] };
  const ours = { 500: ['InternalServerError'], 503: ['ServiceUnavailable'] };
  for (const [status, names] of Object.entries({ ...told, ...more, ...ours }))
    expect(withStatus(Number(status))).toEqual(names);
  expect(withStatus(404)).toEqual(['NotFound', 'PatronDoesntHaveTitleOnHold', 'HoldNotSuspended']);
  expect(withStatus(400)).toEqual([
    'InvalidRequestBody',
    'MissingField',
    'InvalidFieldValue',
    'InvalidEmailAddress',
    'AlreadyOnWaitList',
    'PatronExceededHoldLimit',
    'HoldAlreadySuspended',
    'HoldReadyForCheckout',
    'IgnoreHoldEmailCannotBeChanged',
    'EmailAddressMismatch',
    'TitleAlreadyCheckedOut',
    'NoCopiesAvailable',
    'PatronHasExceededCheckoutLimit',
    'TitleNotCheckedOut',
    'PatronDoesntHaveTitleCheckedOut',
    'InvalidLendingPeriod',
  ]);
  expect(codes).toHaveLength(27);
});

test('the words kept for what nobody expected stand in one place of the service', async () => {
  const filter = await readFile(new URL('../../src/http/error.filter.ts', import.meta.url), 'utf8');
  expect(filter.split('An unexpected error has occurred.')).toHaveLength(2);
});

describe('a fault of the service’s own', () => {
  const RENAME = statement('test-break', 'ALTER TABLE hold RENAME TO hold_out_of_reach');
  const MEND = statement('test-mend', 'ALTER TABLE hold_out_of_reach RENAME TO hold');

  test('is told in one body, and says nothing of what went wrong', async () => {
    const { reader, title } = await library.waiting();
    await library.service.database.run(RENAME);
    const answers = [await reader.list(), await reader.find(title), await reader.remove(title)];
    await library.service.database.run(MEND);
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
    expect((await reader.list()).body.totalItems).toBe(1);
  });
});
