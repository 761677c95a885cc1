import pg from 'pg';
import { freshDatabase, IS_CLUSTER, type TestDatabase } from '../../support/database.js';
import { concernsSeveralLibraries } from './across-libraries.js';
import { everyStatement, nameOf } from './every-statement.js';
import { runOnCluster } from './plan-on-cluster.js';

/** What statements.test.ts reads from the statements, Citus itself says here. */

const cluster = IS_CLUSTER ? describe : describe.skip;

cluster('on a Citus cluster', () => {
  let stored: TestDatabase;
  let session: pg.Client;
  beforeAll(async () => {
    stored = await freshDatabase();
    session = new pg.Client(stored.url);
    await session.connect();
  });
  afterAll(async () => {
    await session.end();
    await stored.drop();
  });

  test('no statement is refused, and each that names its library runs on one shard', async () => {
    const plans = [];
    for (const statement of await everyStatement())
      if (/^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/.test(statement.text))
        plans.push({ name: nameOf(statement), ...(await runOnCluster(session, statement.text)) });
    if (process.env.PLANS) console.log(plans.map((p) => JSON.stringify(p)).join('\n'));
    expect(plans.length).toBeGreaterThan(150);
    expect(plans.filter(({ refusal }) => refusal !== undefined)).toEqual([]);
    const several = plans.filter(({ name, tasks }) => tasks > 1 && !concernsSeveralLibraries(name));
    expect(several).toEqual([]);
  });
});
