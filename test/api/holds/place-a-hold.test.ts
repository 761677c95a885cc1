import { expectCreated, expectRefusal, TIMESTAMP } from '../../support/answers.js';
import { holdPath, HOLDS } from '../../support/paths.js';
import { CATALOG_URL, PUBLIC_URL } from '../../support/service.js';
import { TestLibrary } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

const HOUR_MS = 60 * 60 * 1000;

describe('the answer to a placement', () => {
  test('is the hold, without autoCheckout, a suspension and an expiry', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle()];
    const answer = await patron.place(title);
    const { body: profile } = await patron.profile();

    expectCreated(answer);
    const self = `${PUBLIC_URL}/v1/patrons/me/holds/${title.reserveId}`;
    expect(answer.headers.get('location')).toBe(self);
    expect(answer.body).toEqual({
      reserveId: title.reserveId,
      crossRefId: title.crossRefId,
      emailAddress: patron.emailAddress,
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
          fields: [{ name: 'emailAddress', type: 'text', value: patron.emailAddress, optional: true }],
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

  test('has the time of placement, in UTC and to the second', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    const [patron, title] = [await library.addPatron(), await library.addTitle()];
    const { holdPlacedDate } = (await patron.place(title)).body;
    expect(Date.parse(holdPlacedDate)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(holdPlacedDate)).toBeLessThanOrEqual(Date.now());
  });

  test('a hold placed while a copy is free is ready at once, for the library’s 72 hours', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle(1)];
    const answer = await patron.place(title);

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

  test('a hold placed while others wait for the only copy comes after them', async () => {
    const title = await library.addTitle();
    const [, , third] = await library.fillQueue(title, 3);
    expect((await third.find(title)).body).toMatchObject({ holdListPosition: 3, numberOfHolds: 3 });
  });
});

describe('the title', () => {
  const ID_FIELDS = ['id', 'reserveId', 'crossRefId'] as const;

  test.each(ID_FIELDS.flatMap((name) => [[name, 'reserveId'] as const, [name, 'crossRefId'] as const]))(
    'may be identified by the field %s with its %s',
    async (name, kind) => {
      const [patron, title] = [await library.addPatron(), await library.addTitle()];
      const answer = await patron.post(HOLDS, {
        [name]: String(title[kind]),
        emailAddress: 'reader@example.org',
      });
      expectCreated(answer);
      expect(answer.body).toMatchObject(title);
    },
  );

  test('may be identified by a crossRefId as a number', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle()];
    const answer = await patron.post(HOLDS, { id: title.crossRefId, emailAddress: 'reader@example.org' });
    expectCreated(answer);
    expect(answer.body.reserveId).toBe(title.reserveId);
  });

  test('may be identified in upper case, and is in lower case in the answer', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle()];
    const answer = await patron.place({ ...title, reserveId: title.reserveId.toUpperCase() });
    expectCreated(answer);
    expect(answer.body.reserveId).toBe(title.reserveId);
    expect(answer.headers.get('location')).toBe(`${PUBLIC_URL}${holdPath(title)}`);
  });

  test.each(['reserveId', 'crossRefId'] as const)(
    'may be identified by the URL alone, with its %s',
    async (kind) => {
      const [patron, title] = [await library.addPatron(), await library.addTitle()];
      const answer = await patron.post(holdPath(title[kind]), { emailAddress: 'reader@example.org' });
      expectCreated(answer);
      expect(answer.headers.get('location')).toBe(`${PUBLIC_URL}${holdPath(title)}`);
      expect((await patron.find(title)).status).toBe(200);
    },
  );

  test('may be identified by the URL and the fields together, if they agree', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle()];
    const answer = await patron.post(holdPath(title.reserveId.toUpperCase()), {
      id: title.crossRefId,
      reserveId: title.reserveId.toUpperCase(),
      crossRefId: String(title.crossRefId),
      emailAddress: 'reader@example.org',
    });
    expectCreated(answer);
  });

  test('may be in a request with a trailing slash, to the holds or to the hold', async () => {
    const patron = await library.addPatron();
    for (const path of [() => `${HOLDS}/`, (id: string) => `${holdPath(id)}/`]) {
      const { reserveId } = await library.addTitle();
      expectCreated(await patron.post(path(reserveId), { reserveId, emailAddress: 'reader@example.org' }));
    }
    expect((await patron.list()).body.totalItems).toBe(2);
  });

  test('in two fields that identify two titles is refused', async () => {
    const [patron, title, other] = [
      await library.addPatron(),
      await library.addTitle(),
      await library.addTitle(),
    ];
    const answer = await patron.post(HOLDS, {
      id: title.crossRefId,
      reserveId: other.reserveId,
      emailAddress: 'reader@example.org',
    });
    expectRefusal(answer, 'InvalidFieldValue', 'must name the same title');
    expect((await patron.list()).body.totalItems).toBe(0);
  });

  test('in a URL and a field that identify two titles is refused', async () => {
    const [patron, title, other] = [
      await library.addPatron(),
      await library.addTitle(),
      await library.addTitle(),
    ];
    const values = { reserveId: other.reserveId, emailAddress: 'reader@example.org' };
    expectRefusal(
      await patron.post(holdPath(title), values),
      'InvalidFieldValue',
      'must name the same title',
    );
    expect((await patron.list()).body.totalItems).toBe(0);
  });

  test('is required', async () => {
    const patron = await library.addPatron();
    for (const values of [{}, { id: '' }, { reserveId: null }])
      expectRefusal(
        await patron.post(HOLDS, { ...values, emailAddress: 'reader@example.org' }),
        'MissingField',
        /^id is missing: .*reserveId or crossRefId/,
      );
  });

  test.each(['id', 'reserveId', 'crossRefId'])(
    'in a %s that is not an identifier is refused by name',
    async (name) => {
      const patron = await library.addPatron();
      for (const value of ['07', '-1', '0', '1e1', 'nonsense', true, 1.5])
        expectRefusal(
          await patron.post(HOLDS, { [name]: value, emailAddress: 'reader@example.org' }),
          'InvalidFieldValue',
          new RegExp(`^${name} must be .*reserveId \\(a GUID\\) or crossRefId \\(a positive integer\\)`),
        );
    },
  );

  test('that is unknown is not found', async () => {
    const patron = await library.addPatron();
    const values = { emailAddress: 'reader@example.org' };
    for (const id of ['bbbbbbbb-0000-4000-8000-000000000000', '999999'])
      expectRefusal(await patron.post(HOLDS, { ...values, id }), 'NotFound');
    for (const id of ['bbbbbbbb-0000-4000-8000-000000000000', '999999', '0', 'nonsense', '%00'])
      expectRefusal(await patron.post(holdPath(id), values), 'NotFound');
  });

  test('outside the patron’s collections is not found, like an unknown one', async () => {
    const child = await library.addPatron({ category: 'child' });
    for (const title of [await library.addTitle({ adults: 1 }), await library.addTitle({ elsewhere: 1 })]) {
      expectRefusal(await child.place(title), 'NotFound');
      expectRefusal(
        await child.post(HOLDS, { id: title.crossRefId, emailAddress: 'a@example.org' }),
        'NotFound',
      );
    }
    expect(await child.snapshot()).toMatchObject({
      holds: { totalItems: 0 },
      profile: { existingPatron: false },
    });
  });

  test('that is in the catalog but not in the library is not found', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle({})];
    expectRefusal(await patron.place(title), 'NotFound');
  });
});
