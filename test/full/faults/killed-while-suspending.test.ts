import pg from 'pg';
import { statement } from '../../../src/platform/database/statement.js';
import { mustSucceed, PatronClient } from '../../support/client.js';
import { eventually } from '../../support/clock.js';
import { statementsWaitingForLocks } from '../../support/stored/database-sessions.js';
import { brokenInvariants } from '../../support/invariants.js';
import { HOLDS } from '../../support/paths.js';
import { type Deployment, startDeployment, startProcess, urlWithLongTimeouts } from '../support/processes.js';
import { reserveIdOf, smallLibrary } from '../../support/records.js';
import { tokenOf } from '../../support/service.js';

/** Patron 1 has a ready hold on each title, and patron 2 waits for each. */
const TITLES = 12;
/** Placed sixth from the end: so many holds are suspended before it. */
const LOCKED = 7;
const ALL = `${HOLDS}/suspension`;
const INDEFINITE = { suspensionType: 'indefinite', includeReady: true };

let deployment: Deployment;
let locker: pg.Client;
beforeEach(async () => {
  const records = smallLibrary(2, Array<number>(TITLES).fill(1));
  deployment = await startDeployment(records, { processes: 1 });
  for (const patronId of [1, 2]) {
    const [patron] = await deployment.signIn(patronId);
    for (let title = 1; title <= TITLES; title++)
      await mustSucceed(patron!.post(HOLDS, { id: title, ignoreHoldEmail: true }));
  }
  locker = new pg.Client(deployment.databaseUrl);
  await locker.connect();
  await locker.query('BEGIN');
  await locker.query('SELECT FROM title_queue WHERE reserve_id = $1 FOR UPDATE', [reserveIdOf(LOCKED)]);
});
afterEach(async () => {
  await locker.end();
  await deployment.close();
});

const CONDITIONS = statement<{ condition: string }>(
  'test-conditions',
  `SELECT t.cross_ref_id AS title,
     CASE WHEN h.suspension_type IS NOT NULL THEN 'suspended' WHEN h.collection_id IS NOT NULL THEN 'ready' ELSE 'waiting' END
       AS condition
   FROM hold h JOIN title t USING (reserve_id) WHERE h.patron_id = $1 ORDER BY 1`,
);

async function conditionsOf(patronId: number): Promise<string[]> {
  const rows = await deployment.database.run(CONDITIONS, [patronId]);
  return rows.map(({ condition }) => condition);
}

/** Those of the titles up to the locked one, and of the later ones: the newest placed is suspended first. */
const untilLocked = (older: string, newer: string): string[] => [
  ...Array<string>(LOCKED).fill(older),
  ...Array<string>(TITLES - LOCKED).fill(newer),
];

test('a process that is killed while it suspends all holds leaves each whole, and a repetition completes', async () => {
  const killed = await startProcess({
    DATABASE_URL: urlWithLongTimeouts(deployment.databaseUrl),
    ROLE: 'api',
  });
  const token = await tokenOf(deployment.database, 1);
  const lost = new PatronClient(killed.url, token).post(ALL, INDEFINITE).catch(() => undefined);
  await eventually(async () =>
    expect(await statementsWaitingForLocks(deployment.database)).toContainEqual(
      expect.stringContaining('title_queue'),
    ),
  );
  await killed.kill();
  await lost;

  expect(await conditionsOf(1)).toEqual(untilLocked('ready', 'suspended'));
  expect(await conditionsOf(2)).toEqual(untilLocked('waiting', 'ready'));
  expect(await brokenInvariants(deployment.database)).toEqual([]);

  await locker.query('ROLLBACK');
  const [patron] = await deployment.signIn(1);
  const { body } = await mustSucceed(patron!.post(ALL, INDEFINITE));
  expect((body as { outcomes: { outcome: string }[] }).outcomes.map(({ outcome }) => outcome)).toEqual(
    untilLocked('suspended', 'alreadySuspended').reverse(),
  );
  expect(await conditionsOf(1)).toEqual(Array<string>(TITLES).fill('suspended'));
  expect(await brokenInvariants(deployment.database)).toEqual([]);
});
