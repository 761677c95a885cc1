import { PatronClient } from '../../../support/client.js';
import { eventually } from '../../../support/clock.js';
import { expectRefusal } from '../../../support/answers.js';
import { IS_CLUSTER, onTestServer } from '../../../support/database.js';
import { holdPath, HOLDS } from '../../../support/paths.js';
import { runHoldfast, type ServiceProcess, startProcess } from '../../support/processes.js';
import { smallLibrary } from '../../../support/records.js';
import { type ServiceUnderTest, startService, tokenOf } from '../../../support/service.js';

/** The servers of a cluster trust each other. */
const ifPasswords = IS_CLUSTER ? test.skip : test;

let service: ServiceUnderTest;
/** Names of roles are shared by all databases of a server. */
let first: string;
let second: string;
beforeEach(async () => {
  service = await startService(smallLibrary(2, [2]));
  const { pathname } = new URL(service.databaseUrl);
  [first, second] = [`${pathname.slice(1)}_a`, `${pathname.slice(1)}_b`];
  await onTestServer(`CREATE ROLE ${first} SUPERUSER LOGIN PASSWORD 'first'`);
});
afterEach(async () => {
  await service.close();
  for (const role of [second, first]) await onTestServer(`DROP ROLE IF EXISTS ${role}`);
});

function addressOf(role: string, password: string): string {
  const url = new URL(service.databaseUrl);
  [url.username, url.password] = [role, password];
  return url.href;
}

const endSessionsOf = (role: string): Promise<void> =>
  onTestServer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`);

async function clientOf({ url }: ServiceProcess): Promise<PatronClient> {
  return new PatronClient(url, await tokenOf(service.database, 1));
}

ifPasswords.each([
  ['is replaced', `PASSWORD 'other'`, `PASSWORD 'first'`],
  ['may not be used', 'NOLOGIN', 'LOGIN'],
])(
  'while the password of a running process %s, patrons are asked to try again shortly',
  async (_, change, undo) => {
    const process = await startProcess({ DATABASE_URL: addressOf(first, 'first'), ROLE: 'api' });
    try {
      const patron = await clientOf(process);
      expect((await patron.get(HOLDS)).status).toBe(200);
      await onTestServer(`ALTER ROLE ${first} ${change}`);
      await endSessionsOf(first);
      await eventually(async () => {
        const answer = await patron.get(HOLDS);
        expectRefusal(answer, 'ServiceUnavailable');
        expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      });
      expectRefusal(await patron.post(HOLDS, { id: 1, ignoreHoldEmail: true }), 'ServiceUnavailable');
      await onTestServer(`ALTER ROLE ${first} ${undo}`);
      await eventually(async () => expect((await patron.get(HOLDS)).status).toBe(200));
    } finally {
      await process.stop();
    }
  },
);

/** As deploy/postgres/roles.sh makes it: the service works as the first role, to which all belongs. */
async function makeSecondRole(password: string): Promise<void> {
  await onTestServer(`CREATE ROLE ${second} LOGIN PASSWORD '${password}'`);
  await onTestServer(`GRANT ${first} TO ${second}`);
  await onTestServer(`ALTER ROLE ${second} SET role = ${first}`);
}

ifPasswords(
  'two roles in turn replace a password while both are in use, and all belongs to the first',
  async () => {
    const old = await startProcess({ DATABASE_URL: addressOf(first, 'first'), ROLE: 'api' });
    await makeSecondRole('the new password');
    const DATABASE_URL = addressOf(second, 'the new password');
    expect(await runHoldfast(['migrate'], { DATABASE_URL })).toMatchObject({ code: 0 });
    const next = await startProcess({ DATABASE_URL, ROLE: 'all' });
    try {
      for (const each of [old, next]) {
        const patron = await clientOf(each);
        expect((await patron.post(HOLDS, { id: 1, ignoreHoldEmail: true })).status).toBe(201);
        expect((await patron.delete(holdPath(1))).status).toBe(204);
      }
      expect(await old.stop()).toBe(0);
      await onTestServer(`ALTER ROLE ${first} PASSWORD NULL`);
      await endSessionsOf(second);
      const patron = await clientOf(next);
      await eventually(async () => expect((await patron.get(HOLDS)).status).toBe(200));
      expect(await runHoldfast(['doctor'], { DATABASE_URL })).toMatchObject({ code: 0 });
    } finally {
      await next.stop();
    }
  },
);
