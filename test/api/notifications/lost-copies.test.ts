import { LostCopiesService } from '../../../src/circulation/lost-copies.service.js';
import { QueueService } from '../../../src/circulation/queue.service.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, DAY, eventually } from '../../support/clock.js';
import { waitUntilJobsAreDone } from '../../support/jobs.js';
import type { MailServer } from '../../support/mail-server.js';
import type { OperatorClient } from '../../support/operator/operator-client.js';
import { useMailingLibrary } from '../../support/operator/operator-library.js';
import type { PatronAndTitle, TestLibrary } from '../../support/test-library.js';

/** What the patron is told when the last copy of a title is gone. circulation/lost-copies.test.ts says who is told, and when. */

let mails: MailServer;
let library: TestLibrary;
let operator: OperatorClient;
useMailingLibrary((opened) => ({ library, operator, mails } = opened));

const keepFor = (daysWithoutCopies: number): Promise<void> =>
  library.import({ record: 'settings', websiteId: library.websiteId, holds: { daysWithoutCopies } });

/** A patron waits for a title whose only copy, on loan, is then lost. */
async function lost(): Promise<PatronAndTitle> {
  const title = await library.addTitle(1);
  await mustSucceed((await library.addPatron()).borrow(title));
  const [patron] = await library.fillQueue(title, 1);
  await library.setCopiesOwned(title, 0);
  return { patron, title };
}

/** Waits until the patron has so many mails. The worker of the file looks about once a minute. @returns the last */
async function mailTo({ patron }: PatronAndTitle, number: number): Promise<string> {
  const { database } = library.service;
  await eventually(async () => {
    await new LostCopiesService(database, new QueueService()).work();
    expect(mails.acceptedFor(patron.emailAddress)).toHaveLength(number);
  });
  await waitUntilJobsAreDone(database);
  const all = mails.acceptedFor(patron.emailAddress);
  expect(all).toHaveLength(number);
  const { subject, text } = all.at(-1)!.parsed;
  return `${subject}\n${text}`;
}

test('that no copy is left, and that the hold stays', async () => {
  const held = await lost();
  const mail = await mailTo(held, 1);
  expect(mail).toContain(`No copy left: Title ${held.title.crossRefId} (e-book)`);
  expect(mail).toContain('Test Library no longer has a copy of');
  expect(mail).toContain('Your hold keeps its place, in case the library gets a copy again.');
});

test('when the hold ends, and then that it has ended, and why', async () => {
  await keepFor(30);
  const held = await lost();
  expect(await mailTo(held, 1)).toMatch(/Your hold ends on \w+, \d+ \w+ \d{4} at \d\d:\d\d UTC, unless/);
  await advanceClock(library.service, 30 * DAY);
  const mail = await mailTo(held, 2);
  expect(mail).toContain('Your hold has ended');
  expect(mail).toContain('The library no longer has a copy of this title, and no other has come.');
});

test('the preview says when holds of this library end, if they do', async () => {
  const preview = (): Promise<string> =>
    mustSucceed(operator.get(`/operator/v1/libraries/${library.websiteId}/notices/no-copies`)).then(
      ({ body }) => body.text as string,
    );
  expect(await preview()).toContain('Your hold keeps its place');
  await keepFor(30);
  expect(await preview()).toContain('Your hold ends on');
});
