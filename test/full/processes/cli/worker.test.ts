import { statement } from '../../../../src/platform/database/statement.js';
import { mustSucceed, PatronClient } from '../../../support/client.js';
import { eventually } from '../../../support/clock.js';
import { brokenInvariants } from '../../../support/invariants.js';
import { MailServer } from '../../../support/mail-server.js';
import { requireErrorBody } from '../../../support/requests/openapi-conformance.js';
import { startProcess } from '../../support/processes.js';
import { hold, smallLibrary } from '../../../support/records.js';
import { OPERATOR_TOKEN } from '../../../support/sandbox-clock.js';
import { type ServiceUnderTest, startService } from '../../../support/service.js';

describe('worker', () => {
  let mails: MailServer;
  let behind: ServiceUnderTest;
  let worker: Awaited<ReturnType<typeof startProcess>>;
  beforeAll(async () => {
    mails = await MailServer.start();
    behind = await startService([
      ...smallLibrary(2, [1]),
      hold(1, 1, { emailAddress: 'first@example.org' }),
      hold(2, 1, { emailAddress: 'second@example.org' }),
    ]);
    await mustSucceed((await behind.signIn(1)).post('/v1/patrons/me/checkouts', { id: 1 }));
    await behind.database.run(LOANS_ARE_OVER);
    // The command says what the process is, whatever ROLE says.
    const role = { ROLE: 'api', OPERATOR_TOKEN };
    worker = await startProcess({ DATABASE_URL: behind.databaseUrl, SMTP_URL: mails.url, ...role }, 'worker');
  });
  afterAll(async () => {
    expect(await worker.stop()).toBe(0);
    expect(await brokenInvariants(behind.database)).toEqual([]);
    await behind.close();
    await mails.stop();
  });

  test('does what is due, and sends the mail', async () => {
    await eventually(() => expect(mails.acceptedFor('second@example.org')).toHaveLength(1));
    expect(mails.receivedFor('first@example.org')).toEqual([]);
  });

  test('answers neither patrons nor operators, but says how it is', async () => {
    // An address would be the public's.
    expect(worker.output()).toContain('"Holdfast is ready: it runs timers and sends mail."');
    const { token } = await behind.signIn(1);
    for (const bearer of [token, OPERATOR_TOKEN])
      for (const path of ['/v1/patrons/me', '/operator/v1/mail', '/openapi.json', '/docs'])
        expect((await new PatronClient(worker.url, bearer, requireErrorBody).get(path)).status).toBe(404);
    for (const path of ['/health/live', '/health/ready', '/metrics'])
      expect((await fetch(new URL(path, worker.url))).status).toBe(200);
  });
});

const LOANS_ARE_OVER = statement('test-loans-are-over', 'UPDATE checkout SET expires_at = service_now()');
