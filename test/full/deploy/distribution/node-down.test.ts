import pg from 'pg';
import { mustSucceed } from '../../../support/client.js';
import { eventually } from '../../../support/clock.js';
import { freshDatabase, IS_CLUSTER } from '../../../support/database.js';
import { brokenInvariants } from '../../../support/invariants.js';
import { waitUntilJobsAreDone } from '../../../support/jobs.js';
import { HOLDS } from '../../../support/paths.js';
import { reserveIdOf } from '../../../support/records.js';
import { WorkerDeployment } from '../../support/servers/worker-deployment.js';
import { Browser, addMember } from '../../../support/staff/staff-members.js';
import {
  addressOf,
  busyClients,
  clientOf,
  LIBRARIES,
  librariesByNode,
  recordsOfLibraries,
} from './libraries-on-nodes.js';
import { LibraryLoad, summaryOf } from './library-load.js';
import { NodeProxy } from './node-proxy.js';

const cluster = IS_CLUSTER ? describe : describe.skip;

/** Long enough that the node is down when pickups end and reminders are due. */
const UNTIL_DUE = `interval '8 seconds'`;
/** The first is Today. It and Mail tell also of the whole service, without the libraries that are down. */
const CONSOLE_PAGES = [
  '',
  '/mail',
  '/queues',
  '/to-buy',
  '/charts',
  '/timers',
  '/imports',
  '/patrons',
  '/previews',
];

cluster('on a Citus cluster of which one node goes down,', () => {
  let service: WorkerDeployment;
  let session: pg.Client;
  let node: NodeProxy;
  let down: readonly number[];
  let others: readonly number[];
  let load: LibraryLoad;
  beforeAll(async () => {
    const stored = await freshDatabase();
    session = new pg.Client(stored.url);
    await session.connect();
    const byNode = [...(await librariesByNode(session))] as [[number, number[]], [number, number[]]];
    [[, down], [, others]] = byNode;
    node = await NodeProxy.before(byNode[0][0], session);
    service = await WorkerDeployment.start(recordsOfLibraries(), 1, stored);
    await service.addWorker();
    await holdTitles();
    load = new LibraryLoad(await busyClients(service));
    await haveAnswered(LIBRARIES, 10);
  });
  afterAll(async () => {
    await node.start();
    await load.stop();
    await session.end();
    await service.close();
    await node.stop();
  });

  /** In every library one patron has a copy of title 2 set aside, and another waits for it; a third has one of title 3. */
  async function holdTitles(): Promise<void> {
    for (const websiteId of LIBRARIES)
      for (const [number, title] of [
        [1, 2],
        [2, 3],
        [3, 2],
      ] as const) {
        const client = await clientOf(service, websiteId, number);
        await mustSucceed(client.post(HOLDS, { id: title, emailAddress: addressOf(websiteId, number) }));
      }
    await haveMails(LIBRARIES, [1, 2]);
    await waitUntilJobsAreDone(service.database);
  }

  const haveMails = (libraries: readonly number[], numbers: readonly number[], mails = 1): Promise<void> =>
    eventually(() => {
      const counts = libraries.flatMap((websiteId) =>
        numbers.map((number) => service.mails.acceptedFor(addressOf(websiteId, number)).length),
      );
      for (const count of counts) expect(count).toBeGreaterThanOrEqual(mails);
    });

  const haveAnswered = (libraries: readonly number[], atLeast: number): Promise<void> =>
    eventually(() => {
      for (const websiteId of libraries) expect(load.of(websiteId).answered).toBeGreaterThan(atLeast);
    });

  /** Pickups end and reminders are due in a few seconds, in every library. */
  async function makeDueSoon(): Promise<void> {
    await session.query(
      `UPDATE hold SET expires_at = service_now() + ${UNTIL_DUE}, notice_sent_for = service_now() + ${UNTIL_DUE}
       WHERE reserve_id = $1 AND expires_at IS NOT NULL`,
      [reserveIdOf(2)],
    );
    await session.query(
      `UPDATE sent_notice SET remind_at = service_now() + ${UNTIL_DUE} WHERE reserve_id = $1 AND remind_at IS NOT NULL`,
      [reserveIdOf(3)],
    );
    await session.query(`SELECT graphile_worker.add_job('clock-moved')`);
  }

  async function signIn(websiteId: number): Promise<Browser> {
    const [api] = service.apis;
    const staff = { ...service, url: api!.url, database: service.database };
    await addMember(staff as never, `admin-${websiteId}`, ['admin'], websiteId);
    const browser = new Browser(api!.url);
    await browser.signIn(`admin-${websiteId}`);
    return browser;
  }

  test('only its libraries are down', async () => {
    const staff = await signIn(others[0]!);
    await makeDueSoon();
    load.reset();
    await node.stop();
    // The waiting patrons get the copies, and the others their reminders.
    await haveMails(others, [3], 1);
    await haveMails(others, [2], 2);
    await haveAnswered(others, 50);
    const pages: [string, number][] = [];
    for (const page of CONSOLE_PAGES)
      pages.push([page, (await staff.get(`/console/libraries/${others[0]}${page}`)).status]);
    const ofOthers = others.map((websiteId) => load.of(websiteId));
    const ofDown = down.map((websiteId) => load.of(websiteId));
    const longest = Math.max(...ofDown.map(({ longestFailure }) => longestFailure));
    console.info(
      `Libraries of the node: ${summaryOf(ofDown)}; the longest failure took ${Math.round(longest)} ms.`,
      `The others: ${summaryOf(ofOthers)}.`,
    );
    expect(ofOthers.flatMap((each) => each.failures)).toEqual([]);
    for (const { failures } of ofDown) expect(new Set(failures)).toEqual(new Set(['503']));
    expect(pages).toEqual(CONSOLE_PAGES.map((page) => [page, 200]));
    expect(down.flatMap((websiteId) => service.mails.acceptedFor(addressOf(websiteId, 3)))).toEqual([]);

    await node.start();
    load.reset();
    await haveMails(down, [3], 1);
    await haveMails(down, [2], 2);
    await haveAnswered(LIBRARIES, 20);
    await load.stop();
    expect(await brokenInvariants(service.database)).toEqual([]);
  });
});
