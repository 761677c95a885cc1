import { findQueuesWithWaitingHolds } from '../../../../src/staff/timers/timers.store.js';
import { expectOk, expectRefusal } from '../../../support/answers.js';
import { mustSucceed } from '../../../support/client.js';
import { advanceClock, DAY, eventually, HOUR, MINUTE, serviceTime } from '../../../support/clock.js';
import { conditionsOf } from '../../../support/conditions.js';
import { waitUntilJobsAreDone } from '../../../support/jobs.js';
import type { MailServer } from '../../../support/mail-server.js';
import type { OperatorClient } from '../../../support/operator/operator-client.js';
import { useMailingLibrary } from '../../../support/operator/operator-library.js';
import type { TestLibrary } from '../../../support/test-library.js';

let library: TestLibrary;
let operator: OperatorClient;
let mails: MailServer;
useMailingLibrary((opened) => ({ library, operator, mails } = opened));

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
const REFUSED = { refused: 'recipient', code: 550 } as const;
const close = (what: string, until: string, websiteId = library.websiteId) =>
  operator.post(`/operator/v1/libraries/${websiteId}/${what}`, { until });

async function inDays(days: number): Promise<string> {
  const now = await serviceTime(library.service);
  return `${new Date(now.getTime() + days * DAY * 1000).toISOString().slice(0, 19)}Z`;
}

test('all pickups of a library are extended, once, and their patrons are told', async () => {
  const jobsAreDone = (): Promise<void> => waitUntilJobsAreDone(library.service.database);
  const [told, silent] = [await library.ready(), await library.ready({ ignoreHoldEmail: true })];
  await jobsAreDone();
  mails.answerAllWith(REFUSED);
  const unheard = await library.ready();
  await jobsAreDone();
  mails.answerAllWith('accepted');
  const until = await inDays(10);
  const answer = await close('pickups/extend', until);
  expectOk(answer);
  expect(answer.body).toEqual({ changed: 3, complete: true });
  expect((await close('pickups/extend', until)).body).toEqual({ changed: 0, complete: true });
  for (const { patron, title } of [told, silent, unheard])
    expect((await patron.find(title)).body).toMatchObject({ holdExpires: until });
  await jobsAreDone();
  const subjectsTo = ({ patron }: typeof told): unknown[] =>
    mails.acceptedFor(patron.emailAddress).map(({ parsed }) => parsed.subject?.split(':')[0]);
  await eventually(() => expect(subjectsTo(told)).toEqual(['Ready to borrow', 'Please borrow soon']));
  await eventually(() => expect(subjectsTo(unheard)).toEqual(['Ready to borrow']));
  await advanceClock(library.service, 10 * DAY - HOUR);
  expect(await conditionsOf(told.title, told.patron)).toEqual(['ready']);
  await advanceClock(library.service, HOUR + MINUTE);
  expect(await conditionsOf(told.title, told.patron)).toEqual(['suspended']);
});

test('all holds of a library that wait are suspended until it opens again', async () => {
  const title = await library.addTitle(1);
  const [ready, first, second, suspended] = await library.fillQueue(title, 4);
  await mustSucceed(suspended.suspend(title));
  const answer = await close('holds/suspend', await inDays(7));
  expectOk(answer);
  expect(answer.body).toEqual({ changed: 2, complete: true });
  // A request that goes on does not begin with what is done.
  const { database } = library.service;
  expect(await findQueuesWithWaitingHolds(database, library.websiteId, BEFORE_ALL, 10)).toEqual([]);
  expect((await first.find(title)).body).toMatchObject({
    holdListPosition: 2,
    holdSuspension: { suspensionType: 'limited', numberOfDays: 7 },
  });
  await mustSucceed(ready.remove(title));
  expect(await conditionsOf(title, first, second)).toEqual(['suspended', 'suspended']);
  await advanceClock(library.service, 7 * DAY + MINUTE);
  expect(await conditionsOf(title, first, second, suspended)).toEqual(['ready', 'waiting', 'suspended']);
});

test('a day alone is its end, by the clocks of the library', async () => {
  const { patron, title } = await library.ready();
  const { websiteId } = library;
  await library.import({ record: 'settings', websiteId, notices: { timeZone: 'Asia/Kathmandu' } });
  const day = (await inDays(10)).slice(0, 10);
  expectOk(await close('pickups/extend', day));
  expect((await patron.find(title)).body).toMatchObject({ holdExpires: `${day}T18:14:59Z` });
});

test.each(['pickups/extend', 'holds/suspend'])(
  '%s takes a time within a year, of a library that is there',
  async (what) => {
    const problem = 'until must be a time within the next 365 days.';
    for (const until of [await inDays(-1), await inDays(366), '0000-01-01', '9999-12-31', 'soon'])
      expectRefusal(await close(what, until), 'InvalidFieldValue', until === 'soon' ? '' : problem);
    expectRefusal(await close(what, await inDays(1), 999_999), 'NotFound');
  },
);
