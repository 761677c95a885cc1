import pg from 'pg';
import { freshDatabase } from '../../../support/database.js';
import { runHoldfast } from '../../support/processes.js';

/** Refuses to load graphile-worker. */
const WITHOUT_WORKER = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(name, context, next) {
      if (name === 'graphile-worker') throw new Error('It loads graphile-worker.');
      return next(name, context);
    },
  });
`)}`;

test('a command does not load the package when the tables are up to date', async () => {
  const database = await freshDatabase();
  const session = new pg.Client(database.url);
  await session.connect();
  const settings = { DATABASE_URL: database.url, NODE_OPTIONS: WITHOUT_WORKER };
  expect(await runHoldfast(['token', '1'], settings)).toMatchObject({ err: 'There is no patron 1.\n' });
  await session.query('DROP SCHEMA graphile_worker CASCADE');
  expect((await runHoldfast(['token', '1'], settings)).err).toContain('It loads graphile-worker.');
  await session.end();
  await database.drop();
});
