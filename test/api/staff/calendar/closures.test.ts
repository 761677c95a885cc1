import { moveClock } from '../../../../src/platform/database/clock.store.js';
import { patronAddress, queueAddress } from '../../../../src/staff/addresses/addresses.js';
import { expectOk } from '../../../support/answers.js';
import { DAY, eventually, MINUTE, serviceTime } from '../../../support/clock.js';
import { conditionsOf } from '../../../support/conditions.js';
import { waitUntilJobsAreDone } from '../../../support/jobs.js';
import { ConsoleClient } from '../../../support/console/console-client.js';
import type { MailServer } from '../../../support/mail-server.js';
import type { OperatorClient } from '../../../support/operator/operator-client.js';
import { useMailingLibrary } from '../../../support/operator/operator-library.js';
import type { TestLibrary } from '../../../support/test-library.js';

/** A closed day that staff put into the calendar, done by a worker. */

let library: TestLibrary;
let operator: OperatorClient;
let mails: MailServer;
useMailingLibrary((opened) => ({ library, operator, mails } = opened));

const REFUSED = { refused: 'recipient', code: 550 } as const;

const jobsAreDone = (): Promise<void> => waitUntilJobsAreDone(library.service.database);

async function close(from: number, to: number, suspendsHolds = false): Promise<void> {
  const now = (await serviceTime(library.service)).getTime();
  const day = (days: number): string => new Date(now + days * DAY * 1000).toISOString().slice(0, 10);
  const days = { kind: 'closed', name: 'Move', from: day(from), to: day(to), suspendsHolds };
  expectOk(await operator.put(`/operator/v1/libraries/${library.websiteId}/calendar/move`, days));
}

test('pickups that would end on a closed day are extended, once, and their patrons are told', async () => {
  const [told, silent] = [await library.ready(), await library.ready({ ignoreHoldEmail: true })];
  await jobsAreDone();
  mails.answerAllWith(REFUSED);
  const unheard = await library.ready();
  await jobsAreDone();
  mails.answerAllWith('accepted');
  const ends = new Map<unknown, number>();
  const endOf = async ({ patron, title }: typeof told): Promise<number> =>
    Date.parse((await patron.find(title)).body.holdExpires as string);
  for (const ready of [told, silent, unheard]) ends.set(ready, await endOf(ready));
  await close(2, 9);
  await close(2, 9);
  await eventually(async () => {
    for (const ready of [told, silent, unheard])
      expect((await endOf(ready)) - ends.get(ready)!).toBe(7 * DAY * 1000);
  });
  // They wait for others of the same patron.
  await moveClock(library.service.database, 6 * MINUTE);
  await jobsAreDone();
  const subjectsTo = ({ patron }: typeof told): unknown[] =>
    mails.acceptedFor(patron.emailAddress).map(({ parsed }) => parsed.subject?.split(':')[0]);
  await eventually(() => expect(subjectsTo(told)).toEqual(['Ready to borrow', 'More time to borrow']));
  await eventually(() => expect(subjectsTo(unheard)).toEqual(['Ready to borrow']));
});

test('holds that wait are suspended by the timers while the library is closed', async () => {
  const { title, patron } = await library.waiting();
  const desk = await ConsoleClient.signIn(library, 'dora', ['desk']);
  await close(1, 3, true);
  await jobsAreDone();
  expect(await conditionsOf(title, patron)).toEqual(['waiting']);
  await moveClock(library.service.database, DAY);
  await eventually(async () => expect(await conditionsOf(title, patron)).toEqual(['suspended']));
  for (const page of [
    patronAddress(library.websiteId, patron.patronId),
    queueAddress(library.websiteId, title.reserveId),
  ])
    expect((await desk.get(page)).text).toMatch(/Suspended until [^(]+\(the library is closed: Move\)/);
  await moveClock(library.service.database, 3 * DAY + MINUTE);
  await eventually(async () => expect(await conditionsOf(title, patron)).toEqual(['waiting']));
});
