import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PatronClient } from '../../support/client.js';
import { PatronLoad } from '../support/runs/patron-load.js';
import { emptyDatabase, NO_TIMEOUTS } from '../../support/database.js';
import { Database } from '../../../src/platform/database/database.js';
import { findFormerRelease, ReleaseCheckout } from '../support/servers/former-release.js';
import { brokenInvariants } from '../../support/invariants.js';
import { runHoldfast, startProcess, urlWithLongTimeouts } from '../support/processes.js';
import { smallLibrary, toLines } from '../../support/records.js';

/** What the former release's clients see, asked over HTTP of a service in the test's own process. */
const CONTRACT_TESTS = ['holds', 'suspensions', 'checkouts', 'story'];
/** One looks for a time in every table that there is, and one for the tests that a document names. */
const OTHERS = ['story/kept-moments.test.ts', 'story/reliability-page.test.ts'];

const former = findFormerRelease();
/** A shallow clone does not have the former release. */
const describeWithHistory = former === undefined ? describe.skip : describe;

describeWithHistory(`the former release, ${former?.version ?? 'of which there is no history here'},`, () => {
  let release: ReleaseCheckout;
  beforeAll(async () => {
    release = await ReleaseCheckout.build(former!);
  }, 600_000);
  afterAll(() => release.remove());

  test('passes its own contract tests on the schema of this one', async () => {
    const { passed, failed, output } = await release.runTests(CONTRACT_TESTS, OTHERS);
    if (failed !== 0) throw new Error(output);
    expect(passed).toBeGreaterThan(300);
  }, 1_200_000);

  test('goes on while the database is migrated, and beside this one', async () => {
    const database = await emptyDatabase();
    const settings = { DATABASE_URL: database.url, ROLE: 'api' };
    // Patrons share a queue, so that on a busy machine they may wait for its lock longer than in production.
    const serving = { ...settings, DATABASE_URL: urlWithLongTimeouts(database.url, 20_000) };
    const library = join(release.folder, 'library.ndjson');
    await writeFile(library, toLines(...smallLibrary(8, [3])));
    const imported = await runHoldfast(['import', library], settings, release.program);
    expect([imported.code, imported.err]).toEqual([0, '']);
    const pool = new Database({ url: database.url, poolSize: 5, ...NO_TIMEOUTS });
    const old = await startProcess(serving, 'serve', release.program);
    const onOld = await PatronLoad.start(old.url, pool, [1, 2, 3, 4], FormerClient);
    await onOld.answersMore(20);

    const migrated = await runHoldfast(['migrate'], settings);
    expect([migrated.code, migrated.out]).toEqual([0, 'The database is up to date.\n']);
    const young = await startProcess(serving);
    const onYoung = await PatronLoad.start(young.url, pool, [5, 6, 7, 8]);
    await Promise.all([onOld.answersMore(40), onYoung.answersMore(40)]);

    expect(await onOld.stop()).toEqual([]);
    await old.stop();
    await onYoung.answersMore(20);
    expect(await onYoung.stop()).toEqual([]);
    await young.stop();
    expect(await brokenInvariants(pool)).toEqual([]);
    await pool.close();
    await database.drop();
  });
});

/** The former release's answers need not have the headers that this one's have. */
class FormerClient extends PatronClient {
  constructor(baseUrl: string, token: string) {
    super(baseUrl, token, () => undefined);
  }
}
