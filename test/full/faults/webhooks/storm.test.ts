import { statement } from '../../../../src/platform/database/statement.js';
import { EventReader, waitUntilPublished } from '../../../support/events/event-reader.js';
import { OperatorClient } from '../../../support/operator/operator-client.js';
import { mustSucceed, PatronClient } from '../../../support/client.js';
import { eventually } from '../../../support/clock.js';
import { brokenInvariants } from '../../../support/invariants.js';
import { report } from '../../../support/runs/long-run.js';
import { holdPath, HOLDS, suspensionPath } from '../../../support/paths.js';
import {
  type Deployment,
  type ServiceProcess,
  startDeployment,
  startProcess,
} from '../../support/processes.js';
import { smallLibrary, WEBSITE_ID } from '../../../support/records.js';
import { SEED, SeededRandom } from '../../../support/seeded-random.js';
import { OPERATOR_TOKEN } from '../../../support/sandbox-clock.js';
import { tokenOf } from '../../../support/service.js';
import { Receiver } from '../../../support/webhooks/receiver.js';

const PATRONS = 8;
const TITLES = 4;
const KILLS = 10;
/** Accepted events between two kills: processes are killed at work. */
const EVENTS_BETWEEN = 15;

const LIVE_HOLDS = statement<{ patronId: number; holds: number }>(
  'test-storm-live-holds',
  'SELECT patron_id AS "patronId", count(*)::int AS holds FROM hold GROUP BY patron_id',
);

const receiver = await Receiver.start();
const chance = new SeededRandom();
let deployment: Deployment;
let processes: ServiceProcess[];
beforeAll(async () => {
  deployment = await startDeployment(smallLibrary(PATRONS, Array<number>(TITLES).fill(1)), { processes: 0 });
  processes = await Promise.all(ROLES.map((_, index) => startOne(index)));
});
afterAll(async () => {
  await Promise.all(processes.map((each) => each.stop()));
  await deployment.close();
  await receiver.stop();
});

const ROLES = ['api', 'worker', 'worker'] as const;

function startOne(index: number): Promise<ServiceProcess> {
  const role = ROLES[index]!;
  return startProcess(
    {
      DATABASE_URL: deployment.databaseUrl,
      OPERATOR_TOKEN,
      OUTBOUND_PRIVATE_NETWORKS: '127.0.0.0/8,::1',
      ...(role === 'api' && { ROLE: role }),
    },
    role === 'api' ? 'serve' : 'worker',
  );
}

async function killOne(): Promise<string> {
  const index = chance.integerBelow(ROLES.length);
  await processes[index]!.kill();
  processes[index] = await startOne(index);
  return ROLES[index]!;
}

/** Whatever becomes of the requests: some meet no process, or one that ends before it answers. */
async function keepChanging(patron: number, isOver: () => boolean): Promise<void> {
  const token = await tokenOf(deployment.database, patron);
  const emailAddress = `patron-${patron}@example.org`;
  for (let turn = patron; !isOver(); turn++) {
    const title = 1 + (turn % TITLES);
    const api = new PatronClient(processes[0]!.url, token);
    await api
      .post(HOLDS, { id: title, emailAddress })
      .then(() => api.post(suspensionPath(title), { suspensionType: 'indefinite' }))
      .then(() => (turn % 3 === 0 ? undefined : api.delete(holdPath(title))))
      .catch(() => new Promise((resolve) => setTimeout(resolve, 50)));
  }
}

test(`a receiver gets every event of a storm in which ten processes are killed, in order, and the feed tells the same (HOLDFAST_TEST_SEED=${SEED})`, async () => {
  const operator = (): OperatorClient => new OperatorClient(processes[0]!.url);
  const added = await mustSucceed(
    operator().post(`/operator/v1/libraries/${WEBSITE_ID}/webhooks`, { url: receiver.url }),
  );
  receiver.secret = (added.body as { secret: string }).secret;
  const feed = new EventReader(operator());
  await feed.next({ iterator: 'now' });
  const { iterator } = feed;
  let isOver = false;
  const load = Array.from({ length: PATRONS }, (_, index) => keepChanging(index + 1, () => isOver));
  for (let kill = 0; kill < KILLS; kill++) {
    const before = receiver.events.length;
    await eventually(() => expect(receiver.events.length).toBeGreaterThan(before + EVENTS_BETWEEN));
    report(`kill ${kill + 1}: ${await killOne()}, after ${receiver.events.length} events`);
  }
  isOver = true;
  await Promise.all(load);
  await waitUntilPublished(deployment);
  const reader = new EventReader(operator());
  reader.iterator = iterator;
  const told = await reader.rest(1_000);
  await eventually(() => expect(receiver.events.length).toBeGreaterThanOrEqual(told.length));

  const bySubject = (events: typeof told): Map<string, string[]> =>
    new Map(
      [...Map.groupBy(events, ({ subject }) => subject)]
        .map(([subject, own]): [string, string[]] => [subject, own.map(({ id, type }) => `${type} ${id}`)])
        .sort(([one], [other]) => one.localeCompare(other)),
    );
  expect(bySubject([...receiver.events])).toEqual(bySubject(told));
  expect(receiver.refused).toBe(0);
  await everyHoldWasTold(told);
  expect(await brokenInvariants(deployment.database)).toEqual([]);
  report(`${told.length} events, told ${receiver.accepted.length} times`);
}, 600_000);

/** Of each patron, as many holds were placed and have not ended as there are. */
async function everyHoldWasTold(events: Awaited<ReturnType<EventReader['rest']>>): Promise<void> {
  const live = new Map<number, number>();
  for (const { type, data } of events) {
    const change = type === 'hold.placed' ? 1 : type === 'hold.ended' ? -1 : 0;
    if (data.patronId !== undefined) live.set(data.patronId, (live.get(data.patronId) ?? 0) + change);
  }
  const stored = (await deployment.database.run(LIVE_HOLDS)).map(({ patronId, holds }): [number, number] => [
    patronId,
    holds,
  ]);
  expect([...live].filter(([, holds]) => holds > 0).sort(([a], [b]) => a - b)).toEqual(
    stored.sort(([a], [b]) => a - b),
  );
}
