import pg from 'pg';
import { freshDatabase } from '../support/database.js';

test('the service’s time is the database’s plus what the sandbox added', async () => {
  const database = await freshDatabase();
  const session = new pg.Client(database.url);
  await session.connect();
  const secondsAhead = async (): Promise<unknown> =>
    (await session.query('SELECT extract(epoch FROM service_now() - now())::int AS seconds')).rows;

  expect(await secondsAhead()).toEqual([{ seconds: 0 }]);
  await session.query(`UPDATE service_clock SET ahead = '3 days'`);
  expect(await secondsAhead()).toEqual([{ seconds: 3 * 24 * 60 * 60 }]);

  await session.end();
  await database.drop();
});
