import { onePostgreSql } from '../../support/database.js';
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
  type TestRecord,
  title,
} from '../../support/records.js';
import { SEED, SeededRandom } from '../../support/seeded-random.js';

const LINES = 40;

/** Records with so few keys that most refer to or contradict each other. */
const KINDS: Readonly<Record<string, (random: SeededRandom) => TestRecord>> = {
  library: (random) =>
    library({
      websiteId: websiteIdBy(random),
      holdLimit: 1 + random.integerBelow(3),
      pickupHours: numberBy(random),
    }),
  collection: (random) =>
    collection(nameBy(random), { websiteId: websiteIdBy(random), name: `Collection ${numberBy(random)}` }),
  category: (random) =>
    category(kindBy(random), random.pick([[], ['main'], ['main', 'rare']]), {
      websiteId: websiteIdBy(random),
    }),
  title: (random) => title(numberBy(random), { crossRefId: 1 + random.integerBelow(6) }),
  copies: (random) => ({
    ...copies(numberBy(random), random.integerBelow(3)),
    collectionId: random.pick([nameBy(random), nameBy(random), 'Main', null]),
  }),
  // With cards of their own: a line that takes another's card waits for it (patron-feeds.test.ts).
  patron: (random) => {
    const number = numberBy(random);
    return patron(number, {
      category: kindBy(random),
      cardNumber: random.pick([null, `A${number}`, `B${number}`]),
    });
  },
  hold: (random) => hold(numberBy(random), numberBy(random)),
  checkout: (random) => ({
    record: 'checkout',
    websiteId: websiteIdBy(random),
    patronId: numberBy(random),
    reserveId: reserveIdOf(numberBy(random)),
    expires: random.pick(DUE_DATES),
  }),
  token: (random) => ({
    record: 'token',
    token: `token-${numberBy(random)}`.padEnd(32, '-'),
    patronId: numberBy(random),
  }),
  client: (random) => ({
    record: 'client',
    clientId: 'catalog',
    secret: 'sixteen letters!',
    websiteIds: [websiteIdBy(random)],
  }),
};

/** Two kinds at a time, because a third kind between them could hide a wrong batch. */
const PAIRS = Object.keys(KINDS).flatMap((one, index, all) =>
  all.slice(index + 1).map((other) => [one, other] as const),
);

const DUE_DATES = [20, 40].map((days) => new Date(Date.now() + days * 24 * 60 * 60 * 1_000).toISOString());

/** At the start there are three titles, three patrons and two libraries. */
const numberBy = (random: SeededRandom): number => 1 + random.integerBelow(5);
const websiteIdBy = (random: SeededRandom): number => random.pick([37, 37, 37, 38, 39]);
const nameBy = (random: SeededRandom): string => random.pick(['main', 'rare']);
const kindBy = (random: SeededRandom): string => random.pick(['adult', 'staff']);

function anyFile(random: SeededRandom, kinds: readonly string[]): TestRecord[] {
  return Array.from({ length: LINES }, () => {
    const record = KINDS[random.pick(kinds)]?.(random) ?? library();
    return random.integerBelow(8) === 0 ? { ...record, delete: true } : record;
  });
}

const START = [
  ...smallLibrary(3, [1, 0, 2]),
  collection('rare'),
  category('staff', ['rare']),
  library({ websiteId: 38 }),
];

/** What must not depend on how the lines are applied: everything but random values and times. */
const STATE: Readonly<Record<string, string>> = {
  library: 'website_id, hold_limit, pickup_hours',
  collection: 'website_id, collection_id, name, account_number',
  patron_category: 'website_id, category',
  category_collection: '*',
  title: 'reserve_id, cross_ref_id',
  copies: '*',
  title_queue: 'website_id, reserve_id, next_ticket, live_holds',
  withdrawn_title: 'website_id, collection_id, reserve_id, cross_ref_id, title',
  queue_block: '*',
  patron: '*',
  hold: 'website_id, reserve_id, ticket, patron_id, category, collection_id, expires_at - placed_at > $1 AS long',
  checkout: 'website_id, patron_id, reserve_id, collection_id, expires_at',
  access_token: 'token_hash, patron_id',
  client: '*',
};

/** In an order that the foreign keys allow. */
const TABLES_TO_EMPTY = [
  ...['hold', 'checkout', 'copies', 'title_queue', 'title', 'patron_directory', 'patron_category'],
  ...['collection', 'library', 'client'],
];

describe(`the order of the lines (HOLDFAST_TEST_SEED=${SEED})`, () => {
  let together: ImportUnderTest;
  let apart: ImportUnderTest;

  beforeAll(async () => {
    [together, apart] = await Promise.all([openImport(), openImport()]);
  });
  afterAll(() => Promise.all([together.close(), apart.close()]));

  async function stateOf(data: ImportUnderTest): Promise<unknown> {
    const tables = Object.entries(STATE).map(async ([table, columns]) => {
      const values = columns.includes('$1') ? ['2.5 hours'] : [];
      const text = `SELECT ${columns} FROM ${table} ORDER BY 1, 2${table === 'hold' ? ', 3' : ''}`;
      const rows = await data.rows(text.replace('$1', '$1::interval'), ...values);
      return [table, rows.map((row) => JSON.stringify(row)).sort()];
    });
    return Object.fromEntries((await Promise.all(tables)) as [string, unknown][]);
  }

  test.each(PAIRS)(
    'a file of %s and %s records has the same result as its lines one by one',
    async (one, other) => {
      for (const data of [together, apart]) {
        for (const table of TABLES_TO_EMPTY) await data.rows(`DELETE FROM ${table}`);
        expect(await data.import(...START)).toEqual(allApplied(START.length));
      }
      const pair = PAIRS.findIndex(([first, second]) => first === one && second === other);
      const lines = anyFile(new SeededRandom(pair), [one, other]);
      const reasons: string[] = [];
      for (const [index, line] of lines.entries()) {
        const rejected = (await apart.import(line)).reasons;
        reasons.push(...rejected.map((reason) => reason.replace('line 1:', `line ${index + 1}:`)));
      }
      expect((await together.import(...lines)).reasons).toEqual(reasons);
      expect(await stateOf(together)).toEqual(await stateOf(apart));
    },
  );

  onePostgreSql('alternating titles and copies are applied in the same batches', async () => {
    const data = together;
    await data.import(...smallLibrary(0, []));
    const numbers = Array.from({ length: 200 }, (_, index) => 1_000 + index);
    const lines = numbers.flatMap((number) => [title(number), copies(number, 1)]);
    expect(await data.import(...lines)).toEqual(allApplied(400));
    const written = await data.rows(
      `SELECT count(*)::int AS copies, count(DISTINCT xmin::text) < 20 AS together
       FROM copies WHERE reserve_id >= $1`,
      reserveIdOf(1_000),
    );
    expect(written).toEqual([{ copies: 200, together: true }]);
  });
});
