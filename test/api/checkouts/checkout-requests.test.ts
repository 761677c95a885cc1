import { expectCreated, expectRefusal } from '../../support/answers.js';
import { fields } from '../../support/client.js';
import { checkoutPath, CHECKOUTS } from '../../support/paths.js';
import { TestLibrary } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

const ID_FIELDS = ['reserveId', 'crossRefId', 'id'] as const;

describe('the title to borrow', () => {
  test.each(ID_FIELDS.flatMap((name) => [[name, 'reserveId'] as const, [name, 'crossRefId'] as const]))(
    'may be identified by the field %s with its %s',
    async (name, kind) => {
      const { patron, title } = await library.ready();
      const answer = await patron.post(CHECKOUTS, { [name]: String(title[kind]) });
      expectCreated(answer);
      expect(answer.body).toMatchObject(title);
    },
  );

  test('may be identified by a number, by a GUID in upper case, and by field names in any case', async () => {
    for (const name of ['RESERVEID', 'reserveid', 'CrossRefID', 'Id']) {
      const { patron, title } = await library.ready();
      expectCreated(await patron.post(CHECKOUTS, { [name]: title.crossRefId }));
    }
    const { patron, title } = await library.ready();
    const answer = await patron.post(CHECKOUTS, { reserveId: title.reserveId.toUpperCase() });
    expectCreated(answer);
    expect(answer.body.reserveId).toBe(title.reserveId);
  });

  test('may be identified by several fields that agree', async () => {
    const { patron, title } = await library.ready();
    const values = {
      id: title.crossRefId,
      reserveId: title.reserveId.toUpperCase(),
      crossRefId: title.crossRefId,
    };
    expectCreated(await patron.post(CHECKOUTS, values));
  });

  test('is refused when two fields identify two titles, and neither is borrowed', async () => {
    const [{ patron, title }, other] = [await library.ready(), await library.addTitle(1)];
    for (const values of [
      { reserveId: title.reserveId, crossRefId: other.crossRefId },
      { id: title.reserveId, reserveId: other.reserveId },
      { id: title.crossRefId, crossRefId: other.crossRefId },
      { id: title.crossRefId, crossRefId: 999_999 },
    ])
      expectRefusal(await patron.post(CHECKOUTS, values), 'InvalidFieldValue', 'must name the same title');
    expect((await patron.loans()).body.totalItems).toBe(0);
    expect(Object.keys((await patron.find(title)).body.actions)).toContain('checkout');
  });

  test('is required', async () => {
    const patron = await library.addPatron();
    for (const values of [{}, { reserveId: '' }, { id: null }, { formatType: 'ebook-kindle' }])
      expectRefusal(
        await patron.post(CHECKOUTS, values),
        'MissingField',
        /^id is missing: .*reserveId or crossRefId/,
      );
  });

  test.each(ID_FIELDS)('is refused by name when its %s is not an identifier', async (name) => {
    const patron = await library.addPatron();
    for (const value of ['07', '-1', '0', '1e1', 'nonsense', true, 1.5, '9'.repeat(5000)])
      expectRefusal(
        await patron.post(CHECKOUTS, { [name]: value }),
        'InvalidFieldValue',
        new RegExp(`^${name} must be .*reserveId \\(a GUID\\) or crossRefId \\(a positive integer\\)`),
      );
  });

  test('is refused with 400, never 404, when it is unknown or the library does not have it', async () => {
    const patron = await library.addPatron();
    const notOwned = await library.addTitle({});
    for (const id of ['bbbbbbbb-0000-4000-8000-000000000000', '999999', '2147483647', notOwned.reserveId]) {
      const answer = await patron.post(CHECKOUTS, { id });
      expectRefusal(answer, 'TitleNotInCollection');
      expect(answer.status).toBe(400);
    }
  });
});

const NOT_THAT_FORMAT = 'The selected format may not be available for this title.';

describe('the format', () => {
  test.each([
    ['one that no title has', 'ebook-stone'],
    ['one of another title', 'audiobook-mp3'],
    ['one in another case', 'EBOOK-KINDLE'],
    ['one with a space', ' ebook-kindle'],
    ['a number', 7],
    ['a boolean', true],
  ])('must be one of the title’s: not %s', async (_, formatType) => {
    const { patron, title } = await library.ready();
    const before = await patron.snapshot();
    const answer = await patron.borrow(title, { formatType });
    expectRefusal(answer, 'PatronTitleProcessingFailed', NOT_THAT_FORMAT);
    expect(await patron.snapshot()).toEqual(before);
    expect((await patron.loans()).body.totalItems).toBe(0);
  });

  test('may be any of the title’s', async () => {
    for (const formatType of ['audiobook-wma', 'audiobook-mp3']) {
      const title = await library.addTitle(1, {
        formatClass: 'Audiobook',
        formats: ['audiobook-wma', 'audiobook-mp3'],
      });
      const answer = await (await library.addPatron()).borrow(title, { formatType });
      expect(answer.body).toMatchObject({ isFormatLockedIn: true, formats: [{ formatType }] });
    }
  });
});

describe('the request', () => {
  const body = (values: Record<string, string | number>): string => fields(values);

  test('may have a trailing slash, as in the availability record', async () => {
    const { patron, title } = await library.ready();
    expectCreated(await patron.post(`${CHECKOUTS}/`, { reserveId: title.reserveId }));
  });

  test('may have any JSON media type', async () => {
    const { patron, title } = await library.ready();
    const answer = await patron.send('POST', CHECKOUTS, {
      headers: { 'content-type': 'application/vnd.holdfast.circulation.api+json; charset=UTF-8' },
      body: body({ reserveId: title.reserveId }),
    });
    expectCreated(answer);
  });

  test.each([
    ['empty', ''],
    ['not JSON', '{"fields":'],
    ['without fields', '{}'],
    ['with the same field twice', '{"fields":[{"name":"id","value":"1"},{"name":"ID","value":"1"}]}'],
    ['with an object for a value', '{"fields":[{"name":"reserveId","value":{}}]}'],
  ])('is refused when it is %s', async (_, text) => {
    const patron = await library.addPatron();
    const headers = { 'content-type': 'application/json' };
    expectRefusal(await patron.send('POST', CHECKOUTS, { headers, body: text }), 'InvalidRequestBody');
  });

  test('needs the patron’s token', async () => {
    const { title } = await library.ready();
    for (const [method, path] of [
      ['GET', CHECKOUTS],
      ['POST', CHECKOUTS],
      ['GET', checkoutPath(title)],
      ['DELETE', checkoutPath(title)],
    ] as const) {
      const answer = await fetch(new URL(path, library.service.url), { method });
      expect([method, path, answer.status]).toEqual([method, path, 401]);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="holdfast"');
    }
  });

  test('a method that is not allowed is refused with those that are', async () => {
    const { patron, title } = await library.ready();
    for (const [method, path, allowed] of [
      ['PUT', CHECKOUTS, 'GET, HEAD, POST, OPTIONS'],
      ['DELETE', CHECKOUTS, 'GET, HEAD, POST, OPTIONS'],
      ['POST', checkoutPath(title), 'GET, HEAD, DELETE, OPTIONS'],
      ['PUT', checkoutPath(title), 'GET, HEAD, DELETE, OPTIONS'],
    ] as const) {
      const answer = await patron.send(method, path);
      expectRefusal(answer, 'MethodNotAllowed');
      expect(answer.headers.get('allow')).toBe(allowed);
    }
  });
});
