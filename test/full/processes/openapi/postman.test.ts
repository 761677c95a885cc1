import newman, { type NewmanRunSummary } from 'newman';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPERATOR_TOKEN } from '../../../support/sandbox-clock.js';
import { type ServiceProcess, startProcess } from '../../support/processes.js';

/** As the collection says: those of the shelf's forms, which the page alone may send, and those of a library that sends text or push messages. */
const REFUSED = [
  'Add a browser that takes push messages',
  'Find one browser',
  'Remove a browser',
  'Choose how notices come',
  'Confirm a telephone number',
  'Get a code for a telephone number',
  'Sign a patron in, from the page',
  'End the patron’s token, from the page',
  'Move the clock of a sandbox on one’s own machine',
];

let dataDir: string;
let service: ServiceProcess;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'holdfast-postman-'));
  // Where root runs the tests, PostgreSQL runs as another user, who needs access to the folder.
  await chmod(dataDir, 0o755);
  service = await startProcess({ DATA_DIR: dataDir, OPERATOR_TOKEN });
});
afterAll(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true });
});

const send = (collection: object): Promise<NewmanRunSummary> =>
  new Promise((resolve, reject) => {
    const values = [{ key: 'operatorToken', value: OPERATOR_TOKEN }];
    newman.run({ collection, environment: { values } }, (error, summary) => {
      if (error === null) resolve(summary);
      else reject(error);
    });
  });

/** In Postman's own runner, as a reader would send it in a new demo library. */
test('each request of the collection succeeds, from the first to the last', async () => {
  const collection = (await (await fetch(`${service.url}/docs/postman.json`)).json()) as { item: object[] };
  const { run } = await send(collection);
  expect(run.failures).toEqual([]);
  const refused = run.executions.filter(({ response }) => response.code >= 400);
  expect(refused.map(({ item }) => item.name).sort()).toEqual(REFUSED.toSorted());
});
