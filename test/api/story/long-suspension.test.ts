import { expectRefusal } from '../../support/answers.js';
import { mustSucceed } from '../../support/client.js';
import { DAY, eventually, HOUR } from '../../support/clock.js';
import { conditionsOf } from '../../support/conditions.js';
import { brokenInvariants, recordOvertaking } from '../../support/invariants.js';
import { waitUntilJobsAreDone } from '../../support/jobs.js';
import { openSandboxLibrary, type SandboxLibrary } from '../../support/runs/sandbox-library.js';
import { TimersProbe } from '../../support/stored/timers-probe.js';

let sandbox: SandboxLibrary;
beforeAll(async () => {
  sandbox = await openSandboxLibrary({ missedPickup: 'suspend', suspensionEndsAfterDays: 365 });
  await recordOvertaking(sandbox.library.service.database);
});
afterAll(() => sandbox.close());

test('a patron misses a pickup and forgets the hold: it is suspended, announced to end, and ends', async () => {
  const { library, clock, mails } = sandbox;
  const { database } = library.service;
  const timers = await TimersProbe.start(library, clock);
  const idle = async (): Promise<void> => {
    await timers.waitUntilDone();
    await waitUntilJobsAreDone(database);
  };
  const title = await library.addTitle(1, { title: 'The Forgotten Book' });
  const [forgetful, careful, next] = await library.fillQueue(title, 3);
  const subjectsTo = ({ emailAddress }: typeof careful): unknown[] =>
    mails.acceptedFor(emailAddress).map(({ parsed }) => parsed.subject);
  const warningsTo = (patron: typeof careful): unknown[] =>
    subjectsTo(patron).filter(
      (subject) => subject === 'Your suspended hold ends soon: The Forgotten Book (e-book)',
    );
  const missedNoticesTo = (patron: typeof careful): unknown[] =>
    subjectsTo(patron).filter((subject) => subject === 'Your hold is suspended: The Forgotten Book (e-book)');

  // Both miss their pickups. The copy goes to the third hold.
  await clock.advance(72 * HOUR);
  await idle();
  await clock.advance(72 * HOUR);
  await idle();
  expect(await conditionsOf(title, forgetful, careful, next)).toEqual(['suspended', 'suspended', 'ready']);
  for (const patron of [forgetful, careful])
    await eventually(() => expect(missedNoticesTo(patron)).toHaveLength(1));
  await mustSucceed(next.borrow(title));

  // 30 days before a year is over, both are warned; only one reads the mail.
  await clock.advance(335 * DAY);
  for (const patron of [forgetful, careful])
    await eventually(() => expect(warningsTo(patron)).toHaveLength(1));
  await mustSucceed(careful.release(title));
  expect(await conditionsOf(title, forgetful, careful)).toEqual(['suspended', 'ready']);
  await mustSucceed(careful.borrow(title));

  await clock.advance(30 * DAY);
  await idle();
  expectRefusal(await forgetful.find(title), 'PatronDoesntHaveTitleOnHold');
  await eventually(() =>
    expect(subjectsTo(forgetful)).toContain('Your hold has ended: The Forgotten Book (e-book)'),
  );
  expect(warningsTo(careful)).toHaveLength(1);
  expect(warningsTo(forgetful)).toHaveLength(1);
  expect(missedNoticesTo(forgetful)).toHaveLength(1);
  expect(await brokenInvariants(database)).toEqual([]);
});
