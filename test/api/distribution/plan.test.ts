import {
  type TableCatalog,
  type CatalogTable,
  obstaclesIn,
  placementOf,
  planDistribution,
} from '../../../src/cli/distribution/distribution-plan.store.js';
import { distribute, findPlan, preflight } from '../../../src/cli/distribution/distribution.js';
import { readCatalog } from '../../../src/cli/distribution/distribution.store.js';
import { Database } from '../../../src/platform/database/database.js';
import { statement } from '../../../src/platform/database/statement.js';
import { freshDatabase, IS_CLUSTER, NO_TIMEOUTS, type TestDatabase } from '../../support/database.js';

let stored: TestDatabase;
let database: Database;
let catalog: TableCatalog;

beforeAll(async () => {
  stored = await freshDatabase();
  database = new Database({ url: stored.url, poolSize: 2, ...NO_TIMEOUTS });
  catalog = await readCatalog(database, IS_CLUSTER);
});
afterAll(async () => {
  await database.close();
  await stored.drop();
});

/** As on a database that has just been migrated. */
const undistributed = (): TableCatalog => ({
  ...catalog,
  tables: catalog.tables.map((table) => ({ ...table, kept: null })),
});

const table = (name: string, properties: Partial<CatalogTable> = {}): CatalogTable => ({
  ...{ name, primaryKey: ['website_id'], uniqueIndexes: {}, triggers: [], kept: null },
  ...properties,
});

describe('every table of the schema', () => {
  test('has a place', () => {
    const places = catalog.tables.map((each) => `${each.name}: ${placementOf(each)}`);
    expect(places).toEqual(
      expect.arrayContaining([
        'library: distributed',
        'patron: distributed',
        'hold: distributed',
        'checkout: distributed',
        'idempotent_answer: distributed',
        'notice_outbox: distributed',
        'pin_guessing: distributed',
        'withdrawn_title: distributed',
        'title: reference',
        'patron_directory: reference',
        'access_token: local',
        'failed_sign_ins: local',
        'token_key: local',
        'service_clock: null',
      ]),
    );
  });

  test('can be distributed, if it is to be: its unique indexes contain the library, and it has no trigger', () => {
    expect(obstaclesIn(catalog)).toEqual([]);
  });

  test('belongs nowhere if it is new, has no library in its key, and nobody has said where', () => {
    expect(() => placementOf(table('reading_circle', { primaryKey: ['circle_id'] }))).toThrow(
      'Table reading_circle is neither keyed by website_id nor listed',
    );
  });
});

test('a unique index without the library and a trigger are obstacles', () => {
  const uniqueIndexes = { hold_pkey: ['website_id', 'ticket'], hold_by_ticket: ['ticket'] };
  expect(
    obstaclesIn({ tables: [table('hold', { uniqueIndexes, triggers: ['note_hold'] })], references: [] }),
  ).toEqual([
    'The unique index hold_by_ticket of hold does not contain website_id.',
    'hold has the trigger note_hold, which Citus does not support.',
  ]);
});

describe('the plan', () => {
  test('drops each reference before any table is distributed, and adds it afterwards as it was', () => {
    const plan = planDistribution(undistributed());
    const firstTable = plan.findIndex((step) => step.startsWith('SELECT create_'));
    const lastTable = plan.findLastIndex((step) => step.includes('_table'));
    for (const { from, name, definition } of catalog.references) {
      expect(plan.indexOf(`ALTER TABLE "${from}" DROP CONSTRAINT "${name}"`)).toBeGreaterThanOrEqual(0);
      expect(plan.indexOf(`ALTER TABLE "${from}" DROP CONSTRAINT "${name}"`)).toBeLessThan(firstTable);
      expect(plan.indexOf(`ALTER TABLE "${from}" ADD CONSTRAINT "${name}" ${definition}`)).toBeGreaterThan(
        lastTable,
      );
    }
    expect(catalog.references.length).toBeGreaterThan(20);
  });

  test('is empty where every table is in its place', () => {
    const tables = catalog.tables.map((each) => ({ ...each, kept: placementOf(each) }));
    expect(planDistribution({ ...catalog, tables })).toEqual([]);
  });

  test('finds a new table, and leaves the others and their references alone', () => {
    const kept = catalog.tables.map((each) => ({ ...each, kept: placementOf(each) }));
    const reference = {
      name: 'motto_library_fkey',
      from: 'motto',
      to: 'library',
      definition: 'FOREIGN KEY …',
    };
    const after = { tables: [...kept, table('motto')], references: [...catalog.references, reference] };
    expect(planDistribution(after)).toEqual([
      'ALTER TABLE "motto" DROP CONSTRAINT "motto_library_fkey"',
      `SELECT create_distributed_table('motto', 'website_id', colocate_with => 'library')`,
      'ALTER TABLE "motto" ADD CONSTRAINT "motto_library_fkey" FOREIGN KEY …',
      `SELECT create_distributed_function('service_now()')`,
    ]);
  });
});

const onePostgreSql = IS_CLUSTER ? describe.skip : describe;

onePostgreSql('on a PostgreSQL without Citus', () => {
  test('nothing is changed, and all that is missing is said', async () => {
    expect(await preflight(database)).toEqual([
      expect.stringMatching(/^The extension citus is not installed/),
    ]);
    await expect(distribute(database)).rejects.toThrow('CREATE EXTENSION citus');
    expect(await readCatalog(database, false)).toEqual(catalog);
  });

  test('so is what stands in the way in the schema', async () => {
    await database.run(statement('', 'CREATE UNIQUE INDEX hold_by_ticket ON hold (ticket)'));
    expect(await preflight(database)).toContain(
      'The unique index hold_by_ticket of hold does not contain website_id.',
    );
    await database.run(statement('', 'DROP INDEX hold_by_ticket'));
  });
});

const cluster = IS_CLUSTER ? describe : describe.skip;

cluster('on a Citus cluster', () => {
  test('nothing is missing, and every table is where it belongs', async () => {
    expect(await preflight(database)).toEqual([]);
    expect(await findPlan(database)).toEqual([]);
    expect(await distribute(database)).toEqual([]);
  });

  test('a table that a migration adds is distributed the next time', async () => {
    await database.run(
      statement('', 'CREATE TABLE motto (website_id INTEGER PRIMARY KEY REFERENCES library (website_id))'),
    );
    expect((await findPlan(database)).join()).toContain('motto');
    await distribute(database);
    expect(await findPlan(database)).toEqual([]);
    expect((await readCatalog(database, true)).tables).toContainEqual(
      expect.objectContaining({ name: 'motto', kept: 'distributed' }),
    );
  });
});
