import pg from 'pg';
import { freshDatabase, IS_CLUSTER } from '../../../support/database.js';
import { brokenInvariants } from '../../../support/invariants.js';
import { eventually } from '../../../support/clock.js';
import { WorkerDeployment } from '../../support/servers/worker-deployment.js';
import { busyClients, librariesByNode, LIBRARIES, recordsOfLibraries } from './libraries-on-nodes.js';
import { LibraryLoad, summaryOf } from './library-load.js';

const cluster = IS_CLUSTER ? describe : describe.skip;

const SHARD = `get_shard_id_for_distribution_column('library', $1::int)`;

cluster('on a Citus cluster', () => {
  let service: WorkerDeployment;
  let session: pg.Client;
  beforeAll(async () => {
    const stored = await freshDatabase();
    service = await WorkerDeployment.start(recordsOfLibraries(), 1, stored);
    await service.addWorker();
    session = new pg.Client(stored.url);
    await session.connect();
  });
  afterAll(async () => {
    await session.end();
    await service.close();
  });

  test('a library moves to another node while patrons use it, and no request fails', async () => {
    const [[from, [moved] = []], [to]] = [...(await librariesByNode(session))] as [
      [number, number[]],
      [number, number[]],
    ];
    const load = new LibraryLoad(await busyClients(service));
    const haveAnswered = (atLeast: number): Promise<void> =>
      eventually(() => {
        for (const websiteId of LIBRARIES) expect(load.of(websiteId).answered).toBeGreaterThan(atLeast);
      });
    await haveAnswered(10);
    load.reset();
    const began = performance.now();
    await session.query(
      `SELECT citus_move_shard_placement(${SHARD}, '127.0.0.1', $2, '127.0.0.1', $3, 'force_logical')`,
      [moved, from, to],
    );
    const seconds = (performance.now() - began) / 1000;
    const during = summaryOf(LIBRARIES.map((websiteId) => load.of(websiteId)));
    await haveAnswered(10);
    await load.stop();

    console.info(`The library moved in ${seconds.toFixed(1)} s: ${during}.`);
    expect((await librariesByNode(session)).get(to)).toContain(moved);
    expect(LIBRARIES.flatMap((websiteId) => load.of(websiteId).failures)).toEqual([]);
    expect(await brokenInvariants(service.database)).toEqual([]);
  });
});
