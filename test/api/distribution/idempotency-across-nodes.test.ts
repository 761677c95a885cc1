import { Refusal } from '../../../src/domain/errors.js';
import { IdempotencyService } from '../../../src/http/idempotency/idempotency.service.js';
import { Database } from '../../../src/platform/database/database.js';
import { freshDatabase, NO_TIMEOUTS, nodesOf, type TestDatabase } from '../../support/database.js';
import { smallLibrary, WEBSITE_ID } from '../../support/records.js';
import { importAll } from '../../support/service.js';

/** On Citus, API processes may be connected to any node. On one PostgreSQL these are two processes. */

const PATRON = { websiteId: WEBSITE_ID, patronId: 1 };
const REQUEST = { key: 'a-key-of-one-request', path: '/v1/patrons/me/holds' };

let stored: TestDatabase;
let databases: Database[];
beforeAll(async () => {
  stored = await freshDatabase();
  databases = nodesOf(stored).map((url) => new Database({ url, poolSize: 3, ...NO_TIMEOUTS }));
  await importAll(databases[0]!, smallLibrary(1, [0]));
});
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()));
  await stored.drop();
});

test('a key that is in use by a request on one node is refused on every other', async () => {
  const [first, ...others] = databases.map((database) => new IdempotencyService(database));
  const { promise: goOn, resolve: letGoOn } = Promise.withResolvers<void>();
  const { promise: began, resolve: begin } = Promise.withResolvers<void>();
  const inProgress = first!.answerOnce(PATRON, REQUEST, {}, async () => {
    begin();
    await goOn;
    return { place: 1 };
  });
  await began;
  const doNothing = (): Promise<object> => Promise.reject(new Error('The work was done twice.'));
  try {
    for (const service of others) {
      const refused = await service
        .answerOnce(PATRON, REQUEST, {}, doNothing)
        .catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(Refusal);
      expect(refused).toMatchObject({ code: 'RequestInProgress' });
    }
  } finally {
    letGoOn();
  }
  expect(await inProgress).toEqual({ place: 1 });
  for (const service of others)
    expect(await service.answerOnce(PATRON, REQUEST, {}, doNothing)).toEqual({ place: 1 });
});
