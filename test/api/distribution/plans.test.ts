import { Database } from '../../../src/platform/database/database.js';
import { freshDatabase, IS_CLUSTER, NO_TIMEOUTS, type TestDatabase } from '../../support/database.js';
import { concernsSeveralLibraries } from './across-libraries.js';
import { everyStatement, nameOf } from './every-statement.js';
import { runOnCluster } from './plan-on-cluster.js';

/** What statements.test.ts reads from the statements, Citus itself says here. */

/** Statements in several parts, each on one node: the coordinator keeps what one gives the next. The others are sent whole. */
const IN_PARTS = [
  // Citus computes no times of rows in an INSERT.
  'events-write-of-holds',
  // Beside the events and the jobs, which the coordinator has.
  'events-publish-patrons',
  'events-publish-titles',
  'events-forget-patrons',
  'events-purge',
  'webhook-deliveries-record-failure',
];

const cluster = IS_CLUSTER ? describe : describe.skip;

cluster('on a Citus cluster', () => {
  let stored: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    stored = await freshDatabase();
    database = new Database({ url: stored.url, poolSize: 2, ...NO_TIMEOUTS });
  });
  afterAll(async () => {
    await database.close();
    await stored.drop();
  });

  test('no statement is refused, and each that names its library runs on one shard', async () => {
    const plans = [];
    for (const statement of await everyStatement())
      if (/^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/.test(statement.text))
        plans.push({ name: nameOf(statement), ...(await runOnCluster(database, statement)) });
    expect(plans.length).toBeGreaterThan(500);
    expect(plans.filter(({ refusal }) => refusal !== undefined)).toEqual([]);
    const ofOneLibrary = plans.filter(({ name }) => !concernsSeveralLibraries(name));
    expect(ofOneLibrary.filter(({ tasks }) => tasks.some((shards) => shards > 1))).toEqual([]);
    const inParts = ofOneLibrary.filter(({ tasks }) => tasks.length > 1).map(({ name }) => name);
    expect(new Set(inParts)).toEqual(new Set(IN_PARTS));
  }, 900_000);
});
