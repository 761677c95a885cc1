import { SoonReady } from '../../../src/circulation/soon/soon.service.js';
import { mustSucceed } from '../../support/client.js';
import { DAY, eventually } from '../../support/clock.js';
import { waitingJobs, waitUntilJobsAreDone } from '../../support/jobs.js';
import type { MailServer } from '../../support/mail-server.js';
import { useMailingLibrary } from '../../support/operator/operator-library.js';
import { waitCurvesOf } from '../../support/runs/wait-curves.js';
import { SandboxClock } from '../../support/sandbox-clock.js';
import type { TestLibrary } from '../../support/test-library.js';
import { Gateway, LOCAL_GATEWAYS } from '../../support/texts/gateway.js';
import { addTexted, NOTICES, readyFor, WITHOUT_ADDRESS } from '../../support/texts/texted.js';
import { addLentTitle } from '../waits/lent-title.js';

/** Text messages that are sent later than what they tell has happened, or before it does. */

let gateway: Gateway;
let mails: MailServer;
let library: TestLibrary;
beforeAll(async () => {
  gateway = await Gateway.start();
});
useMailingLibrary((opened) => ({ library, mails } = opened), { ...LOCAL_GATEWAYS, SANDBOX: 'true' });
afterAll(() => gateway.stop());

test('whoever has notices once a day has one text message and one mail of a day', async () => {
  await gateway.serve(library);
  const { patron, phone } = await addTexted(library, 'both');
  const { emailAddress } = patron;
  await mustSucceed(patron.put(NOTICES, { daily: true }));
  for (let placed = 0; placed < 2; placed++) await readyFor(library, { patron, phone }, { emailAddress });
  expect(await waitingJobs(library.service.database)).toHaveLength(4);
  await new SandboxClock(library.service.url).advance(DAY);
  await waitUntilJobsAreDone(library.service.database);
  expect(gateway.acceptedFor(phone)).toEqual([
    expect.objectContaining({ type: 'several', text: expect.stringContaining('2 titles. The first until') }),
  ]);
  expect(mails.acceptedFor(emailAddress)).toHaveLength(1);
});

test('a hold without an address is told by one message when its title is likely ready soon', async () => {
  const { database } = library.service;
  const title = await addLentTitle(library);
  const notices = { soonDays: 30 };
  const { websiteId } = library;
  await library.import({ record: 'settings', websiteId, notices, ...gateway.settings() });
  const { patron, phone } = await addTexted(library);
  await mustSucceed(patron.place(title, WITHOUT_ADDRESS));
  await eventually(async () => {
    await waitCurvesOf(database).work();
    await new SoonReady(database).tell();
    const { holds } = (await patron.list()).body as { holds: { estimatedWait?: object }[] };
    expect(holds[0]?.estimatedWait).toBeDefined();
  });
  await new SoonReady(database).tell();
  await eventually(() => expect(gateway.acceptedFor(phone)).toHaveLength(1));
  const [message] = gateway.acceptedFor(phone);
  expect(message).toMatchObject({ type: 'soon', to: phone });
  expect(message?.text).toContain(`Soon yours: Title ${title.crossRefId} (e-book).`);
  await waitUntilJobsAreDone(database);
  await new SoonReady(database).tell();
  await waitUntilJobsAreDone(database);
  expect(gateway.acceptedFor(phone)).toHaveLength(1);
});
