import { Chances, SEED } from '../support/random.js';
import {
  category,
  collection,
  copies,
  library,
  patron,
  reserveIdOf,
  smallLibrary,
  type TestRecord,
  title,
} from '../support/records.js';
import { allApplied, type ImportUnderTest, openImport } from './import-under-test.js';
import { hold } from './queues-under-test.js';

const LINES = 40;

/** Records with so few keys that most name or contradict each other. */
const KINDS: Readonly<Record<string, (chances: Chances) => TestRecord>> = {
  library: (chances) =>
    library({
      websiteId: websiteIdBy(chances),
      holdLimit: 1 + chances.below(3),
      pickupHours: numberBy(chances),
    }),
  collection: (chances) =>
    collection(nameBy(chances), { websiteId: websiteIdBy(chances), name: `Collection ${numberBy(chances)}` }),
  category: (chances) =>
    category(kindBy(chances), chances.oneOf([[], ['main'], ['main', 'rare']]), {
      websiteId: websiteIdBy(chances),
    }),
  title: (chances) => title(numberBy(chances), { crossRefId: 1 + chances.below(6) }),
  copies: (chances) => copies(numberBy(chances), chances.below(3), nameBy(chances)),
  patron: (chances) =>
    patron(numberBy(chances), {
      category: kindBy(chances),
      cardNumber: chances.oneOf([null, 'A', 'B']),
    }),
  hold: (chances) => hold(numberBy(chances), numberBy(chances)),
  token: (chances) => ({
    record: 'token',
    token: `token-${numberBy(chances)}`,
    patronId: numberBy(chances),
  }),
  client: (chances) => ({
    record: 'client',
    clientId: 'catalog',
    secret: 'sixteen letters!',
    websiteIds: [websiteIdBy(chances)],
  }),
};

/** Each two kinds alone: what might be brought together wrongly is then not kept apart by a third. */
const PAIRS = Object.keys(KINDS).flatMap((one, index, all) =>
  all.slice(index + 1).map((other) => [one, other] as const),
);

/** Of titles and patrons, three are there at the start; of libraries, two. */
const numberBy = (chances: Chances): number => 1 + chances.below(5);
const websiteIdBy = (chances: Chances): number => chances.oneOf([37, 37, 37, 38, 39]);
const nameBy = (chances: Chances): string => chances.oneOf(['main', 'rare']);
const kindBy = (chances: Chances): string => chances.oneOf(['adult', 'staff']);

function anyFile(chances: Chances, kinds: readonly string[]): TestRecord[] {
  return Array.from({ length: LINES }, () => {
    const record = KINDS[chances.oneOf(kinds)]?.(chances) ?? library();
    return chances.below(8) === 0 ? { ...record, delete: true } : record;
  });
}

const START = [
  ...smallLibrary(3, [1, 0, 2]),
  collection('rare'),
  category('staff', ['rare']),
  library({ websiteId: 38 }),
];

/** What must be the same however the lines were applied: all but chance and the time of day. */
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
  access_token: 'token_hash, patron_id',
  client: '*',
};

/** In the order that the references between them allow. */
const EMPTYING = [
  'hold',
  'copies',
  'title_queue',
  'title',
  'patron_directory',
  'patron_category',
  'collection',
  'library',
  'client',
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
    'a file of %s and %s records is applied as if line by line, in its order',
    async (one, other) => {
      for (const data of [together, apart]) {
        for (const table of EMPTYING) await data.rows(`DELETE FROM ${table}`);
        expect(await data.import(...START)).toEqual(allApplied(START.length));
      }
      const pair = PAIRS.findIndex(([first, second]) => first === one && second === other);
      const lines = anyFile(new Chances(pair), [one, other]);
      const reasons: string[] = [];
      for (const [index, line] of lines.entries()) {
        const rejected = (await apart.import(line)).reasons;
        reasons.push(...rejected.map((reason) => reason.replace('line 1:', `line ${index + 1}:`)));
      }
      expect((await together.import(...lines)).reasons).toEqual(reasons);
      expect(await stateOf(together)).toEqual(await stateOf(apart));
    },
  );

  test('titles and copies that alternate are applied together', async () => {
    const data = together;
    await data.import(...smallLibrary(0, []));
    const lines = Array.from({ length: 200 }, (_, index) => [
      title(1_000 + index),
      copies(1_000 + index, 1),
    ]).flat();
    expect(await data.import(...lines)).toEqual(allApplied(400));
    const written = await data.rows(
      `SELECT count(*)::int AS copies, count(DISTINCT xmin::text) < 20 AS together
       FROM copies WHERE reserve_id >= $1`,
      reserveIdOf(1_000),
    );
    expect(written).toEqual([{ copies: 200, together: true }]);
  });
});
