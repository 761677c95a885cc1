import { verifyPin } from '../../../src/access/sign-in/pin.js';
import { findPatronOfToken, hashToken } from '../../../src/access/tokens/tokens.store.js';
import { allApplied, type ImportUnderTest, openImport } from '../../support/runs/import-under-test.js';
import {
  category,
  collection,
  copies,
  hold,
  library,
  patron,
  reserveIdOf,
  smallLibrary,
  title,
} from '../../support/records.js';

describe('each kind of record', () => {
  let data: ImportUnderTest;

  beforeEach(async () => {
    data = await openImport();
    await data.import(...smallLibrary(2, [1]));
  });
  afterEach(() => data.close());

  const token = { record: 'token', token: 'the-secret-of-patron-1-is-a-long-one', patronId: 1 };
  const client = { record: 'client', clientId: 'catalog', secret: 'sixteen letters!', websiteIds: [37] };

  test('a library with only a name gets the defaults', async () => {
    await data.import({ record: 'library', websiteId: 40, name: 'Hillside' });
    const [found] = await data.rows<Record<string, unknown>>('SELECT * FROM library WHERE website_id = 40');
    expect(found).toEqual({
      ...{ website_id: 40, name: 'Hillside', collection_token: expect.stringMatching(/^[0-9a-f]{32}$/) },
      ...{ hold_limit: 15, checkout_limit: 15, pickup_hours: 72, missed_pickup: 'redeliver-once' },
      ...{
        renewal_days: 3,
        suspension_ends_after_days: null,
        pin_required: true,
        md5_pins: false,
        card_case_matters: false,
        waits_outdated_at: null,
      },
      ...{ lending_periods: { eBook: 21, Audiobook: 21, Video: 7 }, lending_overrides: {} },
    });
  });

  test('of a library, null and what is not named have their defaults', async () => {
    const stored = async (members: object, column: string): Promise<unknown> => {
      await data.import(library(members));
      const [row] = await data.rows<Record<string, unknown>>(`SELECT ${column} AS value FROM library`);
      return row?.value;
    };
    const days = (suspensionEndsAfterDays: unknown): Promise<unknown> =>
      stored({ missedPickup: 'suspend', suspensionEndsAfterDays }, 'suspension_ends_after_days');
    expect([await days(366), await days(0), await days(31), await days(null)]).toEqual([366, null, 31, 365]);
    expect(await stored({ missedPickup: 'cancel' }, 'suspension_ends_after_days')).toBeNull();
    const overrides = (lendingOverrides: unknown): Promise<unknown> =>
      stored({ lendingOverrides }, 'lending_overrides');
    expect(await overrides({ eBook: 7, Video: 3 })).toEqual({ eBook: 7, Video: 3 });
    expect(await overrides({ eBook: null, Video: 3 })).toEqual({ Video: 3 });
    expect(await overrides(undefined)).toEqual({});
    const periods = await stored({ lendingPeriods: { Video: 3 } }, 'lending_periods');
    expect(periods).toEqual({ eBook: 21, Audiobook: 21, Video: 3 });
  });

  test("a category's collection token changes only with its set of collections", async () => {
    await data.import(collection('childrens'));
    const tokenAfter = async (...change: Parameters<typeof category>): Promise<string | undefined> => {
      await data.import(category(...change));
      const [row] = await data.rows<{ token: string }>(
        'SELECT collection_token AS token FROM patron_category',
      );
      return row?.token;
    };
    const first = await tokenAfter('adult', ['main']);
    expect(first).toMatch(/^[\w-]{22,}$/);
    expect(await tokenAfter('adult', ['main'], { holdLimit: 3 })).toBe(first);
    const both = await tokenAfter('adult', ['main', 'childrens']);
    expect(both).not.toBe(first);
    expect(await tokenAfter('adult', ['childrens', 'main', 'main'])).toBe(both);
    expect(await tokenAfter('adult', [])).not.toBe(both);
    await data.import(category('adult', ['main']), category('staff', ['main']));
    const rows = await data.rows<{ token: string }>('SELECT collection_token AS token FROM patron_category');
    expect(new Set(rows.map((row) => row.token)).size).toBe(2);
  });

  test('copies without a collection are in the only one, whose name may be in any case', async () => {
    const unnamed = { ...copies(1, 2), collectionId: undefined };
    expect(await data.import(unnamed, copies(1, 3, 'MAIN'))).toEqual(allApplied(2));
    expect(await data.rows('SELECT collection_id, owned FROM copies')).toEqual([
      { collection_id: 'main', owned: 3 },
    ]);
    expect(await data.import({ ...unnamed, delete: true })).toEqual(allApplied(1));
    expect(await data.rows('SELECT FROM copies')).toEqual([]);

    const reason = 'collectionId is missing: library 37 has several collections, or none';
    const { reasons } = await data.import(collection('rare'), unnamed, { ...unnamed, delete: true });
    expect(reasons).toEqual([`line 2: ${reason}`, `line 3: ${reason}`]);
  });

  test('a patron’s category may be named in any case, unless two differ in nothing else', async () => {
    const categoryOf = async (name: string): Promise<unknown> => {
      const { reasons } = await data.import(patron(1, { category: name }));
      const [row] = await data.rows<object>('SELECT category FROM patron WHERE patron_id = 1');
      return { reasons, ...row };
    };
    expect(await categoryOf('ADULT')).toEqual({ reasons: [], category: 'adult' });
    const before = await data.dump();
    await data.import(patron(1, { category: 'Adult' }));
    expect(await data.dump()).toEqual(before);
    await data.import(category('ADULT', ['main']));
    expect(await categoryOf('ADULT')).toEqual({ reasons: [], category: 'ADULT' });
    const reason = 'line 1: category "Adult" is unknown in library 37';
    expect(await categoryOf('Adult')).toEqual({ reasons: [reason], category: 'ADULT' });
  });

  test('a crossRefId that a title gives up can be used by a later line, and not by an earlier one', async () => {
    await data.import(title(2));
    const taken = await data.import(title(3, { crossRefId: 2 }), title(2, { crossRefId: 20 }));
    expect(taken.reasons).toEqual([`line 1: crossRefId 2 is already the number of title ${reserveIdOf(2)}`]);
    expect(await data.import(title(2, { crossRefId: 21 }), title(3, { crossRefId: 20 }))).toEqual(
      allApplied(2),
    );
  });

  test('a patron’s record changes what it says, and nothing that the service itself has stored', async () => {
    await data.import(patron(1, { cardNumber: 'A1', pin: '2468', holdLimit: 3, checkoutLimit: 4 }));
    await data.rows(
      `UPDATE patron SET last_hold_email = 'a@example.org', existing_patron = true,
         lending_preferences = '{"eBook": 7}' WHERE patron_id = 1`,
    );
    await data.import(patron(1, { cardNumber: null, pin: null, holdLimit: null, checkoutLimit: null }));
    const kept = { last_hold_email: 'a@example.org', lending_preferences: { eBook: 7 } };
    expect(await data.rows('SELECT * FROM patron WHERE patron_id = 1')).toMatchObject([
      {
        ...{ card_number: null, pin_hash: null, hold_limit: null, checkout_limit: null },
        ...{ ...kept, existing_patron: true },
      },
    ]);
  });

  test('a patron’s language is stored in its canonical form, and removed with null', async () => {
    const stored = (): Promise<unknown[]> => data.rows('SELECT language FROM patron WHERE patron_id = 1');
    await data.import(patron(1, { language: 'FR-ca' }));
    expect(await stored()).toEqual([{ language: 'fr-CA' }]);
    await data.import(patron(1, { language: 'sv' }));
    expect(await stored()).toEqual([{ language: 'sv' }]);
    await data.import(patron(1, { language: null }));
    expect(await stored()).toEqual([{ language: null }]);
  });

  test('a PIN is stored as a slow hash, which stays the same until the PIN changes', async () => {
    const hashAfter = async (pin: string): Promise<string> => {
      await data.import(patron(1, { pin }));
      const [row] = await data.rows<{ pin_hash: string }>('SELECT pin_hash FROM patron WHERE patron_id = 1');
      return row?.pin_hash ?? '';
    };
    const first = await hashAfter('2468');
    expect(first).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await verifyPin('2468', first)).toBe(true);
    expect(await verifyPin('2469', first)).toBe(false);
    expect(await hashAfter('2468')).toBe(first);
    expect(await verifyPin('1357', await hashAfter('1357'))).toBe(true);
  });

  test('a card number is unique in its library, and passes on in any order of the lines', async () => {
    await data.import(patron(1, { cardNumber: 'A1' }));
    const taken = await data.import(patron(2, { cardNumber: 'A1' }));
    expect(taken.reasons).toEqual(['line 1: cardNumber "A1" is already the card of patron 1']);
    expect(await data.import(patron(2, { cardNumber: 'A1' }), patron(1, { cardNumber: null }))).toEqual(
      allApplied(2),
    );
    expect(await data.import(patron(2, { cardNumber: null }), patron(1, { cardNumber: 'A1' }))).toEqual(
      allApplied(2),
    );
    await data.import(library({ websiteId: 38 }), category('adult', [], { websiteId: 38 }));
    expect(await data.import(patron(3801, { websiteId: 38, cardNumber: 'A1' }))).toEqual(allApplied(1));
  });

  test('a token belongs to its patron for the given time, and only its hash is stored', async () => {
    await data.import({ ...token, expiresInSeconds: 600 });
    expect(await findPatronOfToken(data.database, token.token)).toEqual({ websiteId: 37, patronId: 1 });
    const [row] = await data.rows<{ hash: Buffer; seconds: number }>(
      'SELECT token_hash AS hash, EXTRACT(epoch FROM expires_at - service_now())::int AS seconds FROM access_token',
    );
    expect(row?.hash).toEqual(hashToken(token.token));
    expect(row?.seconds).toBeGreaterThan(500);
    expect(row?.seconds).toBeLessThanOrEqual(600);
  });

  test('a repeated token keeps its expiry or gets an earlier one, and starts again if it has expired', async () => {
    const minutesLeft = async (): Promise<number | undefined> => {
      const [row] = await data.rows<{ minutes: number }>(
        'SELECT ceil(EXTRACT(epoch FROM expires_at - service_now()) / 600)::int * 10 AS minutes FROM access_token',
      );
      return row?.minutes;
    };
    await data.import({ ...token, expiresInSeconds: 1_800 });
    await data.import(token);
    expect(await minutesLeft()).toBe(30);
    await data.import({ ...token, expiresInSeconds: 1_200 });
    expect(await minutesLeft()).toBe(20);
    await data.rows(`UPDATE access_token SET expires_at = service_now() - interval '1 second'`);
    await data.import(token);
    expect(await minutesLeft()).toBe(60);
    await data.import({ ...token, patronId: 2 });
    expect(await findPatronOfToken(data.database, token.token)).toEqual({ websiteId: 37, patronId: 2 });
  });

  test('a client has its libraries, and only the hash of its secret', async () => {
    await data.import(library({ websiteId: 38 }), { ...client, websiteIds: [38, 37, 38] });
    expect(await data.rows('SELECT * FROM client')).toEqual([
      { client_id: 'catalog', secret_hash: hashToken(client.secret), website_ids: [37, 38] },
    ]);
    await data.import({ ...client, secret: 'another sixteen letters', websiteIds: [] });
    expect(await data.rows('SELECT * FROM client')).toEqual([
      { client_id: 'catalog', secret_hash: hashToken('another sixteen letters'), website_ids: [] },
    ]);
  });

  test('a repeated file changes no row of any table', async () => {
    const file = [
      ...smallLibrary(0, [1, 0, 2], { holdLimit: 3, lendingOverrides: { Video: 3 } }),
      collection('childrens'),
      category('child', ['childrens'], { holdLimit: 3 }),
      copies(1, 2, 'childrens'),
      patron(1, { cardNumber: 'A1', pin: '2468', category: 'child' }),
      patron(2, { checkoutLimit: 3 }),
      token,
      client,
      ...[1, 2, 3].map((number) =>
        hold(2, number, number === 2 ? undefined : { emailAddress: `reader${number}@example.org` }),
      ),
    ];
    expect(await data.import(...file)).toEqual(allApplied(file.length));
    const before = await data.dump();
    expect(Object.values(before).flat().length).toBeGreaterThan(20);
    expect(await data.import(...file)).toEqual(allApplied(file.length));
    expect(await data.dump()).toEqual(before);
  });
});
