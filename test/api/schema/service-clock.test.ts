import pg from 'pg';
import { freshDatabase } from '../../support/database.js';

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

test('it is computed without reading a table, so that every node of a cluster can do it', async () => {
  const database = await freshDatabase();
  const session = new pg.Client(database.url);
  await session.connect();
  await session.query(`UPDATE service_clock SET ahead = '1 day 00:00:00.000001'`);
  const { rows } = await session.query(`SELECT prosrc AS body FROM pg_proc WHERE proname = 'service_now'`);
  expect(rows).toEqual([{ body: `SELECT now() + '1 day 00:00:00.000001'::interval` }]);
  await session.end();
  await database.drop();
});

test('two processes may move it at once', async () => {
  const database = await freshDatabase();
  const sessions = [1, 2, 3, 4].map(() => new pg.Client(database.url));
  await Promise.all(sessions.map((session) => session.connect()));
  await Promise.all(
    sessions.map((session) => session.query(`UPDATE service_clock SET ahead = ahead + interval '1 hour'`)),
  );
  const { rows } = await sessions[0]!.query(
    'SELECT extract(epoch FROM service_now() - now())::int AS seconds',
  );
  expect(rows).toEqual([{ seconds: 4 * 60 * 60 }]);
  await Promise.all(sessions.map((session) => session.end()));
  await database.drop();
});
