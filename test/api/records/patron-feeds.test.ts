import { findCardHolder } from '../../../src/access/sign-in/cards.store.js';
import {
  allApplied,
  type ImportUnderTest,
  importRecords,
  openImport,
} from '../../support/runs/import-under-test.js';
import {
  hold,
  patron,
  toLines,
  reserveIdOf,
  smallLibrary,
  type TestRecord,
  WEBSITE_ID,
} from '../../support/records.js';

interface Stored {
  readonly patron_id: number;
  readonly external_id: string | null;
  readonly card_number: string | null;
  readonly has_pin: boolean;
  readonly [column: string]: unknown;
}

describe("a library's feed of patrons", () => {
  let data: ImportUnderTest;

  beforeEach(async () => {
    data = await openImport();
    await data.import(...smallLibrary(0, [1]));
  });
  afterEach(() => data.close());

  const byExternalId = (externalId: string, members: object = {}): TestRecord => ({
    ...{ record: 'patron', websiteId: WEBSITE_ID, externalId },
    ...members,
  });
  const stored = (): Promise<Stored[]> =>
    data.rows<Stored>(`
      SELECT patron_id, external_id, category, card_number, hold_limit, checkout_limit, language, expires_on::text,
        blocked_reason, pin_hash IS NOT NULL AS has_pin,
        ARRAY(SELECT f.card_number FROM further_card f
              WHERE f.website_id = p.website_id AND f.patron_id = p.patron_id ORDER BY place) AS further
      FROM patron p ORDER BY patron_id`);

  test("names patrons by the library's own numbers; the service gives its own, which no other patron has", async () => {
    await data.rows("SELECT setval('patron_number', 1000000000)");
    const lines = [
      patron(1_000_000_001),
      ...['E-1', 'E-2', 'E-3'].map((externalId) => byExternalId(externalId, { category: 'adult' })),
    ];
    expect(await data.import(...lines)).toEqual(allApplied(4));
    const before = await data.dump();
    expect(await data.import(...lines)).toEqual(allApplied(4));

    expect(await data.dump()).toEqual(before);
    const patrons = await stored();
    expect(patrons.map(({ external_id: externalId }) => externalId)).toEqual([null, 'E-1', 'E-2', 'E-3']);
    expect(patrons.map(({ patron_id: id }) => id > 1_000_000_001)).toEqual([false, true, true, true]);
  });

  test('gives patrons each other’s cards and numbers, in pairs and in chains', async () => {
    await data.import(
      patron(1, { cardNumber: 'A', externalId: 'E-1' }),
      patron(2, { cardNumber: 'B', externalId: 'E-2' }),
      patron(3, { cardNumbers: ['C', 'D'] }),
    );
    const lines = [
      patron(1, { cardNumber: 'b', externalId: 'E-2' }),
      patron(2, { cardNumber: 'D', externalId: 'E-1' }),
      patron(3, { cardNumbers: ['A', 'C'] }),
      patron(4, { cardNumber: 'E' }),
    ];
    expect(await data.import(...lines)).toEqual(allApplied(4));
    const cards = (await stored()).map((each) => [each.external_id, each.card_number, each.further]);
    expect(cards).toEqual([
      ['E-2', 'b', []],
      ['E-1', 'D', []],
      [null, 'A', ['C']],
      [null, 'E', []],
    ]);
  });

  test('gives no card of a patron whose own line is rejected, or who keeps it', async () => {
    await data.import(patron(1, { cardNumber: 'A' }), patron(2, { cardNumber: 'B' }));
    const before = await data.dump();
    const { reasons } = await data.import(
      patron(1, { cardNumber: 'B' }),
      patron(2, { cardNumber: 'A', category: 'nobody' }),
    );
    expect(reasons).toEqual([
      'line 1: cardNumber "B" is already the card of patron 2',
      'line 2: category "nobody" is unknown in library 37',
    ]);
    expect((await data.import(patron(1, { cardNumber: 'B' }), patron(2))).reasons).toEqual([reasons[0]]);
    expect(await data.dump()).toEqual(before);
  });

  test('gives patrons each other’s cards wherever their lines are in a list; a later line of a patron decides', async () => {
    await data.import(
      patron(1, { cardNumber: 'A', externalId: 'E-1' }),
      patron(2, { cardNumber: 'B', externalId: 'E-2' }),
      ...['C', undefined, 'E', undefined, 'G'].map((cardNumber, index) => patron(index + 3, { cardNumber })),
    );
    const long = patron(9, { language: 'x'.repeat(800_000) });
    const lines = [
      patron(1, { cardNumber: 'B', externalId: 'E-2' }),
      patron(8, { cardNumber: 'C' }),
      patron(4, { cardNumber: 'E' }),
      patron(6, { cardNumber: 'G' }),
      ...[long, long, long],
      patron(2, { cardNumber: 'A', externalId: 'E-1' }),
      patron(3, { cardNumber: 'D' }),
      patron(6, { cardNumber: 'H' }),
      patron(7, { cardNumber: 'I' }),
    ];
    async function* pieces(): AsyncGenerator<string> {
      yield await Promise.resolve(toLines(...lines));
    }
    const before = await data.dump();
    const counts = { applied: 6, rejected: 5, effects: { added: 1, changed: 5, unchanged: 0, removed: 0 } };
    expect(await importRecords(pieces(), data.database, { dryRun: true })).toMatchObject(counts);
    expect(await data.dump()).toEqual(before);

    expect((await data.import(...lines)).reasons).toEqual([
      ...[5, 6, 7].map((line) => `line ${line}: is longer than the 131072 bytes of a patron`),
      'line 3: cardNumber "E" is already the card of patron 5',
      'line 4: cardNumber "G" is already the card of patron 7',
    ]);
    const cards = (await stored()).map((each) => [each.patron_id, each.external_id, each.card_number]);
    expect(cards).toEqual([
      [1, 'E-2', 'B'],
      [2, 'E-1', 'A'],
      [3, null, 'D'],
      [4, null, null],
      [5, null, 'E'],
      [6, null, 'H'],
      [7, null, 'I'],
      [8, null, 'C'],
    ]);
  });

  test('names the patrons of holds and tokens by them, and removes patrons', async () => {
    const token = {
      ...{ record: 'token', token: 'a-token-that-is-long-enough-to-be-one' },
      ...{ websiteId: WEBSITE_ID, externalId: 'E-1' },
    };
    const held = { ...hold(1), patronId: undefined };
    const outcome = await data.import(
      byExternalId('E-1', { category: 'adult' }),
      { ...held, record: 'hold', externalId: 'E-1' },
      token,
      { ...held, record: 'hold', externalId: 'E-2' },
      { ...token, websiteId: undefined },
      { ...held, record: 'hold' },
    );

    expect(outcome).toMatchObject({ applied: 3 });
    expect(outcome.reasons).toEqual([
      'line 4: externalId "E-2" is not a patron of library 37',
      'line 5: websiteId is missing: externalId needs it',
      'line 6: patronId is missing, and so is externalId: one of them must name the patron',
    ]);
    expect(await data.rows('SELECT reserve_id FROM hold')).toEqual([{ reserve_id: reserveIdOf(1) }]);
    expect(await data.rows('SELECT patron_id FROM access_token')).toHaveLength(1);
    expect(await data.import(byExternalId('E-1', { delete: true }))).toEqual(allApplied(1));
    expect(await stored()).toEqual([]);
  });

  test('keeps what it does not say, removes what is null, and counts the PINs that it removes', async () => {
    await data.import(
      patron(1, {
        ...{ externalId: 'E-1', cardNumbers: ['A', 'B'], pin: '2468', holdLimit: 3, checkoutLimit: 4 },
        ...{ language: 'fr', expiresOn: '2026-12-31', blocked: { reason: 'A lost book' } },
      }),
    );
    const [whole] = await stored();
    expect(await data.import({ record: 'patron', websiteId: WEBSITE_ID, patronId: 1 })).toEqual(
      allApplied(1),
    );
    expect(await stored()).toEqual([whole]);
    expect(whole).toEqual({
      ...{
        patron_id: 1,
        external_id: 'E-1',
        category: 'adult',
        card_number: 'A',
        further: ['B'],
        has_pin: true,
      },
      ...{ hold_limit: 3, checkout_limit: 4, language: 'fr', expires_on: '2026-12-31' },
      blocked_reason: 'A lost book',
    });

    const outcome = await data.import(
      byExternalId('E-1', {
        ...{ cardNumber: null, pin: null, holdLimit: null, checkoutLimit: null },
        ...{ language: null, expiresOn: null, blocked: null },
      }),
    );

    expect(outcome).toEqual({ ...allApplied(1), pinsRemoved: 1 });
    expect(await stored()).toEqual([
      {
        ...{
          patron_id: 1,
          external_id: 'E-1',
          category: 'adult',
          card_number: null,
          further: [],
          has_pin: false,
        },
        ...{ hold_limit: null, checkout_limit: null, language: null, expires_on: null, blocked_reason: null },
      },
    ]);
  });

  test('gives a patron at most ten cards, which no other patron has', async () => {
    const eleven = Array.from({ length: 11 }, (_, index) => `C-${index}`);
    await data.import(patron(1, { cardNumbers: eleven.slice(0, 10) }), patron(2, { cardNumber: 'other' }));

    const { reasons } = await data.import(
      patron(2, { cardNumber: 'c-9' }),
      patron(2, { cardNumbers: eleven }),
      patron(2, { cardNumbers: ['one', 'ONE'] }),
      patron(2, { cardNumber: 'two', cardNumbers: ['one', 'two'] }),
    );
    await data.import(patron(1, { cardNumber: 'C-5' }), patron(2, { cardNumbers: ['other', 'C-9'] }));

    expect(reasons).toEqual([
      'line 1: cardNumber "c-9" is already the card of patron 1',
      'line 2: cardNumbers must be a list of at most 10',
      'line 3: cardNumbers must not have a card twice',
      'line 4: cardNumber must be the first of cardNumbers',
    ]);
    expect((await stored()).map(({ card_number: first, further }) => [first, further])).toEqual([
      ['C-5', []],
      ['other', ['C-9']],
    ]);
    const holderOf = async (cardNumber: string): Promise<number | undefined> =>
      (await findCardHolder(data.database, { websiteId: WEBSITE_ID, cardNumber }))?.patronId;
    expect([await holderOf('c-9'), await holderOf('OTHER'), await holderOf('C-0')]).toEqual([
      2,
      2,
      undefined,
    ]);
  });

  test('names the patron who has a card as the library does', async () => {
    await data.import(byExternalId('E-1', { category: 'adult', cardNumber: 'C-1' }));
    const { reasons } = await data.import(byExternalId('E-2', { category: 'adult', cardNumber: 'C-1' }));
    expect(reasons).toEqual([
      'line 1: cardNumber "C-1" is already the card of the patron with externalId "E-1"',
    ]);
  });

  test('refuses numbers that are those of another patron, and a new patron without a category', async () => {
    await data.import(patron(1, { externalId: 'E-1' }), patron(2, { externalId: 'E-2' }));

    const { reasons } = await data.import(
      patron(2, { externalId: 'E-1' }),
      byExternalId('E-3'),
      byExternalId('x'.repeat(129), { category: 'adult' }),
      patron(1, { blocked: { reason: 'x'.repeat(201) } }),
      patron(1, { expiresOn: '2026-02-30' }),
      '{"record":"patron","websiteId":37,"patronId":1,"patronId":2,"category":"adult"}',
    );

    expect(reasons).toEqual([
      'line 1: externalId "E-1" is already that of patron 1',
      'line 2: category is missing: the patron is new',
      'line 3: externalId must be text of 1 to 128 characters',
      'line 4: blocked.reason must be text of 1 to 200 characters',
      'line 5: expiresOn is a day that does not exist',
      'line 6: has the same member twice in one object',
    ]);
  });

  test('may name one patron in two ways in one file', async () => {
    await data.import(patron(1, { externalId: 'E-1' }));

    const outcome = await data.import(patron(1, { holdLimit: 1 }), byExternalId('E-1', { checkoutLimit: 2 }));

    expect(outcome).toEqual(allApplied(2));
    expect(await stored()).toMatchObject([{ hold_limit: 1, checkout_limit: 2 }]);
  });
});
