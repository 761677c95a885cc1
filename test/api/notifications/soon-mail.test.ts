import { SoonReady } from '../../../src/circulation/soon/soon.service.js';
import { mustSucceed } from '../../support/client.js';
import { eventually, MINUTE } from '../../support/clock.js';
import { waitingJobs, waitUntilJobsAreDone } from '../../support/jobs.js';
import type { MailServer } from '../../support/mail-server.js';
import { useMailingLibrary } from '../../support/operator/operator-library.js';
import { waitCurvesOf } from '../../support/runs/wait-curves.js';
import { SandboxClock } from '../../support/sandbox-clock.js';
import type { PatronAndTitle, TestLibrary } from '../../support/test-library.js';
import { addLentTitle } from '../waits/lent-title.js';

/** What the patron is told when a title is likely to be ready soon. circulation/soon.test.ts says who is told. */

let mails: MailServer;
let library: TestLibrary;
useMailingLibrary((opened) => ({ library, mails } = opened), { SANDBOX: 'true' });

/** A patron whose title is likely ready in 21 days, of which the library tells in time. */
async function soon(notices: object): Promise<PatronAndTitle> {
  const { database } = library.service;
  const title = await addLentTitle(library);
  const [patron] = await library.fillQueue(title, 1);
  await library.import({
    record: 'settings',
    websiteId: library.websiteId,
    notices: { soonDays: 30, ...notices },
  });
  await eventually(async () => {
    await waitCurvesOf(database).work();
    await new SoonReady(database).tell();
    const { holds } = (await patron.list()).body as { holds: { estimatedWait?: object }[] };
    expect(holds[0]?.estimatedWait).toBeDefined();
  });
  await new SoonReady(database).tell();
  return { patron, title };
}

test('when a copy is expected, and how the hold is suspended or removed', async () => {
  const { patron, title } = await soon({});
  await eventually(() => expect(mails.acceptedFor(patron.emailAddress)).toHaveLength(1));
  const { subject, text } = mails.acceptedFor(patron.emailAddress)[0]!.parsed;
  expect(subject).toBe(`Soon yours: Title ${title.crossRefId} (e-book)`);
  expect(text).toMatch(/A copy is expected by \d+ \w+( \d{4})?, often sooner\./);
  expect(text).toContain('suspend the hold in the list of your holds');
  expect(text).toContain('please remove the hold');
});

test('nothing, if the patron suspends the hold before the mail is sent', async () => {
  const { database } = library.service;
  const { patron, title } = await soon({ gatherMinutes: 10 });
  expect(await waitingJobs(database)).toHaveLength(1);
  await mustSucceed(patron.suspend(title, { suspensionType: 'indefinite' }));
  await new SandboxClock(library.service.url).advance(11 * MINUTE);
  await waitUntilJobsAreDone(database);
  expect(mails.receivedFor(patron.emailAddress)).toEqual([]);
});
