import { expectCreated, expectRefusal, TIMESTAMP } from '../support/answers.js';
import { CATALOG_URL, PUBLIC_URL } from '../support/service.js';
import { holdPath, HOLDS, TestLibrary } from '../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

const HOUR_MS = 60 * 60 * 1000;

describe('the answer to a placement', () => {
  test('is the hold, as placements tell it: without autoCheckout, a suspension or an expiry', async () => {
    const [reader, title] = [await library.reader(), await library.title()];
    const answer = await reader.place(title);
    const { body: profile } = await reader.profile();

    expectCreated(answer);
    const self = `${PUBLIC_URL}/v1/patrons/me/holds/${title.reserveId}`;
    expect(answer.headers.get('location')).toBe(self);
    expect(answer.body).toEqual({
      reserveId: title.reserveId,
      crossRefId: title.crossRefId,
      emailAddress: reader.emailAddress,
      holdListPosition: 1,
      numberOfHolds: 1,
      holdPlacedDate: expect.stringMatching(TIMESTAMP),
      links: {
        self: { href: self, type: 'application/vnd.holdfast.circulation.api+json' },
        metadata: {
          href: `${CATALOG_URL}/v1/collections/${profile.collectionToken}/products/${title.reserveId}/metadata`,
          type: 'application/vnd.holdfast.api+json',
        },
      },
      actions: {
        removeHold: { href: self, method: 'delete' },
        editHold: {
          href: self,
          type: 'application/json',
          method: 'put',
          fields: [{ name: 'emailAddress', type: 'text', value: reader.emailAddress, optional: true }],
        },
        addSuspension: {
          href: `${self}/suspension`,
          type: 'application/json',
          method: 'post',
          fields: [
            { name: 'suspensionType', type: 'text', options: ['indefinite', 'limited'], optional: false },
            { name: 'numberOfDays', type: 'number', optional: true },
          ],
        },
      },
    });
    expect(Object.keys(answer.body.actions)).toEqual(['removeHold', 'editHold', 'addSuspension']);
  });

  test('tells when the hold was placed, in UTC and to the second', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    const [reader, title] = [await library.reader(), await library.title()];
    const { holdPlacedDate } = (await reader.place(title)).body;
    expect(Date.parse(holdPlacedDate)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(holdPlacedDate)).toBeLessThanOrEqual(Date.now());
  });

  test('a hold placed while a copy is free is ready at once, for the library’s 72 hours', async () => {
    const [reader, title] = [await library.reader(), await library.title(1)];
    const answer = await reader.place(title);

    expectCreated(answer);
    expect(Object.keys(answer.body)).toEqual([
      'reserveId',
      'crossRefId',
      'emailAddress',
      'holdListPosition',
      'numberOfHolds',
      'holdPlacedDate',
      'holdExpires',
      'links',
      'actions',
    ]);
    const { holdExpires, holdPlacedDate, actions } = answer.body;
    expect(holdExpires).toMatch(TIMESTAMP);
    expect(Date.parse(holdExpires) - Date.parse(holdPlacedDate)).toBe(72 * HOUR_MS);
    expect(Object.keys(actions)).toEqual(['removeHold', 'addSuspension', 'checkout']);
    expect(answer.body).toMatchObject({ holdListPosition: 1, numberOfHolds: 1 });
  });

  test('a hold placed while others wait for the only copy stands behind them', async () => {
    const title = await library.title();
    const [, , third] = await library.inLine(title, 3);
    expect((await third.find(title)).body).toMatchObject({ holdListPosition: 3, numberOfHolds: 3 });
  });
});

describe('the title', () => {
  const NAMES = ['id', 'reserveId', 'crossRefId'] as const;

  test.each(NAMES.flatMap((name) => [[name, 'reserveId'] as const, [name, 'crossRefId'] as const]))(
    'may be named by the field %s with its %s',
    async (name, kind) => {
      const [reader, title] = [await library.reader(), await library.title()];
      const answer = await reader.post(HOLDS, {
        [name]: String(title[kind]),
        emailAddress: 'reader@example.org',
      });
      expectCreated(answer);
      expect(answer.body).toMatchObject(title);
    },
  );

  test('may be named by a crossRefId sent as a number', async () => {
    const [reader, title] = [await library.reader(), await library.title()];
    const answer = await reader.post(HOLDS, { id: title.crossRefId, emailAddress: 'reader@example.org' });
    expectCreated(answer);
    expect(answer.body.reserveId).toBe(title.reserveId);
  });

  test('may be named in upper case, and is answered in lower case', async () => {
    const [reader, title] = [await library.reader(), await library.title()];
    const answer = await reader.place({ ...title, reserveId: title.reserveId.toUpperCase() });
    expectCreated(answer);
    expect(answer.body.reserveId).toBe(title.reserveId);
    expect(answer.headers.get('location')).toBe(`${PUBLIC_URL}${holdPath(title)}`);
  });

  test.each(['reserveId', 'crossRefId'] as const)(
    'may be named by the address alone, by its %s',
    async (kind) => {
      const [reader, title] = [await library.reader(), await library.title()];
      const answer = await reader.post(holdPath(title[kind]), { emailAddress: 'reader@example.org' });
      expectCreated(answer);
      expect(answer.headers.get('location')).toBe(`${PUBLIC_URL}${holdPath(title)}`);
      expect((await reader.find(title)).status).toBe(200);
    },
  );

  test('may be named by the address and the fields together, when all name the same', async () => {
    const [reader, title] = [await library.reader(), await library.title()];
    const answer = await reader.post(holdPath(title.reserveId.toUpperCase()), {
      id: title.crossRefId,
      reserveId: title.reserveId.toUpperCase(),
      crossRefId: String(title.crossRefId),
      emailAddress: 'reader@example.org',
    });
    expectCreated(answer);
  });

  test('may be asked for at an address with a trailing slash, of the holds or of the hold', async () => {
    const reader = await library.reader();
    for (const path of [() => `${HOLDS}/`, (id: string) => `${holdPath(id)}/`]) {
      const { reserveId } = await library.title();
      expectCreated(await reader.post(path(reserveId), { reserveId, emailAddress: 'reader@example.org' }));
    }
    expect((await reader.list()).body.totalItems).toBe(2);
  });

  test('two fields that name two titles are refused', async () => {
    const [reader, title, other] = [await library.reader(), await library.title(), await library.title()];
    const answer = await reader.post(HOLDS, {
      id: title.crossRefId,
      reserveId: other.reserveId,
      emailAddress: 'reader@example.org',
    });
    expectRefusal(answer, 'InvalidFieldValue', 'must name the same title');
    expect((await reader.list()).body.totalItems).toBe(0);
  });

  test('an address and a field that name two titles are refused', async () => {
    const [reader, title, other] = [await library.reader(), await library.title(), await library.title()];
    const values = { reserveId: other.reserveId, emailAddress: 'reader@example.org' };
    expectRefusal(
      await reader.post(holdPath(title), values),
      'InvalidFieldValue',
      'must name the same title',
    );
    expect((await reader.list()).body.totalItems).toBe(0);
  });

  test('must be named', async () => {
    const reader = await library.reader();
    for (const values of [{}, { id: '' }, { reserveId: null }])
      expectRefusal(
        await reader.post(HOLDS, { ...values, emailAddress: 'reader@example.org' }),
        'MissingField',
        /^id is missing: .*reserveId or crossRefId/,
      );
  });

  test.each(['id', 'reserveId', 'crossRefId'])(
    'a %s that is no identifier is refused by name',
    async (name) => {
      const reader = await library.reader();
      for (const value of ['07', '-1', '0', '1e1', 'nonsense', true, 1.5])
        expectRefusal(
          await reader.post(HOLDS, { [name]: value, emailAddress: 'reader@example.org' }),
          'InvalidFieldValue',
          new RegExp(`^${name} must be .*reserveId \\(a GUID\\) or crossRefId \\(a positive integer\\)`),
        );
    },
  );

  test('a title that nobody has heard of is not found', async () => {
    const reader = await library.reader();
    const values = { emailAddress: 'reader@example.org' };
    for (const id of ['bbbbbbbb-0000-4000-8000-000000000000', '999999'])
      expectRefusal(await reader.post(HOLDS, { ...values, id }), 'NotFound');
    for (const id of ['bbbbbbbb-0000-4000-8000-000000000000', '999999', '0', 'nonsense', '%00'])
      expectRefusal(await reader.post(holdPath(id), values), 'NotFound');
  });

  test('a title of none of the patron’s collections is not found, like one that nobody has heard of', async () => {
    const child = await library.reader({ category: 'child' });
    for (const title of [await library.title({ adults: 1 }), await library.title({ elsewhere: 1 })]) {
      expectRefusal(await child.place(title), 'NotFound');
      expectRefusal(
        await child.post(HOLDS, { id: title.crossRefId, emailAddress: 'a@example.org' }),
        'NotFound',
      );
    }
    expect(await child.everything()).toMatchObject({
      holds: { totalItems: 0 },
      profile: { existingPatron: false },
    });
  });

  test('a title that the catalog knows but the library does not own is not found', async () => {
    const [reader, title] = [await library.reader(), await library.title({})];
    expectRefusal(await reader.place(title), 'NotFound');
  });
});
