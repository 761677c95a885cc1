import { statement } from '../../src/platform/database/statement.js';
import { DAY, eventually, HOUR } from '../support/clock.js';
import { granted } from '../support/client.js';
import { brokenInvariants } from '../support/invariants.js';
import { type Fate, MailServer } from '../support/smtp.js';
import { type Held, type Reader, TestLibrary } from '../support/test-library.js';
import {
  allJobsDone,
  jobTried,
  lengthenPauses,
  makeJobsDue,
  metricsOf,
  SANDBOX_SETTINGS,
  SandboxClock,
  waitingJobs,
} from '../support/worker.js';

let mails: MailServer;
let library: TestLibrary;
let clock: SandboxClock;

beforeAll(async () => {
  mails = await MailServer.start();
  library = await TestLibrary.open({}, { ROLE: 'all', SMTP_URL: mails.url, ...SANDBOX_SETTINGS });
  clock = new SandboxClock(library.service.url);
  await lengthenPauses(library.service.database);
});
afterEach(async () => {
  mails.always('accepted');
  await allJobsDone(library.service.database);
  expect(await brokenInvariants(library.service.database)).toEqual([]);
});
afterAll(async () => {
  await library.close();
  await mails.goAway();
});

/** A hold that became ready while the mail server met its mail with `fate`, once. */
async function readyDuring(fate: Fate): Promise<Held> {
  mails.always(fate);
  const held = await library.ready();
  await jobTried(library.service.database, 1);
  return held;
}

/** How long one try waits for a mail server that says nothing: whoever waits for mail takes so long each time. */
const MAIL_GIVES_UP_MS = 10_000;
const NO_NOW: Fate = { refused: 'recipient', code: 451 };

describe('the hold is looked at again before its mail is sent', () => {
  test.each([
    ['removed', ({ reader, title }: Held) => granted(reader.remove(title))],
    ['suspended', ({ reader, title }: Held) => granted(reader.suspend(title))],
    ['borrowed', ({ reader, title }: Held) => granted(reader.borrow(title))],
    ['not picked up in time', () => clock.advance(73 * HOUR)],
  ])('no mail is sent when it was %s meanwhile', async (_, change) => {
    const held = await readyDuring(NO_NOW);
    await change(held);
    mails.always('accepted');
    await allJobsDone(library.service.database);
    expect(mails.receivedFor(held.reader.emailAddress)).toEqual([]);
  });

  test('only the last occasion is told when it was ready, rested, and is ready again with another address', async () => {
    const { reader, title } = await readyDuring(NO_NOW);
    await granted(reader.suspend(title));
    await granted(reader.edit(title, { emailAddress: 'second@example.org' }));
    await granted(reader.release(title));
    mails.always('accepted');
    await allJobsDone(library.service.database);
    expect(mails.receivedFor(reader.emailAddress)).toEqual([]);
    expect(mails.acceptedFor('second@example.org')).toHaveLength(1);
  });
});

describe('a mail that the server does not take now', () => {
  test.each<[string, Fate]>([
    ['a 451 to its recipient', { refused: 'recipient', code: 451 }],
    ['a 451 to its message', { refused: 'message', code: 451 }],
    ['a 421 to its recipient', { refused: 'recipient', code: 421 }],
    ['a 554 instead of a greeting', { refused: 'connection', code: 554 }],
    ['a cut connection instead of a 250', 'dropped'],
  ])('is tried again, after longer and longer pauses, until it is taken: %s', async (_, fate) => {
    mails.cut();
    const { reader } = await readyDuring(fate);
    const pauses = [(await jobTried(library.service.database, 1)).secondsToWait];
    for (const attempts of [2, 3]) {
      await makeJobsDue(library.service.database);
      pauses.push((await jobTried(library.service.database, attempts)).secondsToWait);
    }
    expect(pauses[0]).toBeGreaterThan(0);
    expect(pauses[1]).toBeGreaterThan(pauses[0]! * 1.5);
    expect(pauses[2]).toBeGreaterThan(pauses[1]! * 1.5);
    mails.always('accepted');
    await allJobsDone(library.service.database);
    expect(mails.acceptedFor(reader.emailAddress)).toHaveLength(1);
    expect(await failures()).toEqual([]);
  });

  test('has the same Message-ID at every try, and another on every occasion', async () => {
    const { reader, title } = await library.ready();
    await allJobsDone(library.service.database);
    await granted(reader.suspend(title, { suspensionType: 'limited', numberOfDays: 1 }));
    mails.nextWill({ refused: 'message', code: 452 }, 'dropped');
    await clock.advance(DAY);
    await jobTried(library.service.database, 1);
    await allJobsDone(library.service.database);

    const [first, ...others] = mails.receivedFor(reader.emailAddress).map(({ parsed }) => parsed.messageId);
    expect(others).toHaveLength(3);
    expect(new Set(others).size).toBe(1);
    expect(others).not.toContain(first);
  });

  test('comes once more, and no oftener, when the connection is cut after it was taken', async () => {
    mails.nextWill('dropped');
    const { reader } = await library.ready();
    await jobTried(library.service.database, 1);
    await allJobsDone(library.service.database);
    const received = mails.receivedFor(reader.emailAddress);
    expect(received.map(({ fate }) => fate)).toEqual(['dropped', 'accepted']);
    expect(new Set(received.map(({ parsed }) => parsed.messageId)).size).toBe(1);
  });

  test('leaves no word of the server behind that could name the patron', async () => {
    const words = 'canary-address@example.org: try later';
    mails.nextWill({ refused: 'recipient', code: 451, words });
    await granted(
      (await library.reader()).place(await library.title(1), { emailAddress: 'canary-address@example.org' }),
    );
    const job = await jobTried(library.service.database, 1);
    expect(job.lastError).toBe('The mail could not be delivered now (451).');
    expect(JSON.stringify(job)).not.toContain('canary');
  });
});

const FAILURES = statement(
  'test-notice-failures',
  'SELECT reserve_id AS "reserveId", smtp_code AS "smtpCode" FROM notice_failure',
);

function failures(): Promise<unknown[]> {
  return library.service.database.run(FAILURES);
}

describe('a mail that the server refuses for good', () => {
  test.each<[string, Fate]>([
    ['a 550 to its recipient', { refused: 'recipient', code: 550 }],
    ['a 552 to its message', { refused: 'message', code: 552 }],
  ])('is not tried again, and what the server said is kept while the hold lives: %s', async (_, fate) => {
    mails.nextWill(fate);
    const { reader, title } = await library.ready();
    await eventually(async () => expect(await failures()).toHaveLength(1));
    const { code } = fate as { code: number };
    expect(await failures()).toEqual([{ reserveId: title.reserveId, smtpCode: code }]);
    await eventually(async () => expect(await waitingJobs(library.service.database)).toEqual([]));
    expect(mails.acceptedFor(reader.emailAddress)).toEqual([]);

    expect(Object.keys((await reader.find(title)).body.actions)).toContain('checkout');
    await granted(reader.borrow(title));
    expect(await failures()).toEqual([]);
  });

  test('does not keep the next occasion from being told', async () => {
    mails.nextWill({ refused: 'recipient', code: 550 });
    const { reader, title } = await library.ready();
    await eventually(async () => expect(await failures()).toHaveLength(1));
    await granted(reader.suspend(title));
    await granted(reader.release(title));
    await eventually(() => expect(mails.acceptedFor(reader.emailAddress)).toHaveLength(1));
    await granted(reader.remove(title));
    expect(await failures()).toEqual([]);
  });

  test('does not keep another patron’s mail from being taken', async () => {
    mails.always(([address = '']) =>
      address.startsWith('bad') ? { refused: 'recipient', code: 550 } : 'accepted',
    );
    const readers = await library.readers(4);
    for (const [index, reader] of readers.entries()) {
      const emailAddress = index % 2 === 0 ? `bad-${reader.patronId}@example.org` : reader.emailAddress;
      await granted(reader.place(await library.title(1), { emailAddress }));
    }
    await allJobsDone(library.service.database);
    expect(readers.map(({ emailAddress }) => mails.acceptedFor(emailAddress).length)).toEqual([0, 1, 0, 1]);
    expect(await failures()).toHaveLength(2);
  });
});

describe('while the mail server', () => {
  test.each<[string, () => Promise<void>]>([
    ['refuses connections', () => mails.goAway()],
    ['does not greet', () => Promise.resolve(mails.always('not greeted'))],
    ['does not answer what it has taken', () => Promise.resolve(mails.always('stalled'))],
  ])(
    '%s, patrons are served as ever, and their mails come when it is back, each once',
    async (_, breakDown) => {
      mails.cut();
      await breakDown();
      const readers: Reader[] = [];
      const start = performance.now();
      for (let number = 0; number < 12; number++) {
        const [reader, title] = [await library.reader(), await library.title(1)];
        expect((await reader.place(title)).body.actions).toHaveProperty('checkout');
        expect((await reader.find(title)).status).toBe(200);
        readers.push(reader);
      }
      // All of them: a busy machine may be slow with any.
      expect(performance.now() - start).toBeLessThan((readers.length * MAIL_GIVES_UP_MS) / 2);
      expect(readers.flatMap(({ emailAddress }) => mails.acceptedFor(emailAddress))).toEqual([]);

      mails.always('accepted');
      await mails.goAway();
      await mails.comeBack();
      await allJobsDone(library.service.database);
      for (const { emailAddress } of readers) {
        expect(mails.acceptedFor(emailAddress)).toHaveLength(1);
        const ids = mails.receivedFor(emailAddress).map(({ parsed }) => parsed.messageId);
        expect(new Set(ids).size).toBe(1);
      }
    },
  );

  test('was restarted since the last mail, the next one comes all the same, at the first try', async () => {
    await library.ready();
    await allJobsDone(library.service.database);
    mails.cut();
    const { reader } = await library.ready();
    await eventually(() => expect(mails.acceptedFor(reader.emailAddress)).toHaveLength(1));
    expect(mails.receivedFor(reader.emailAddress)).toHaveLength(1);
  });
});

test('the metrics count the mails that were sent, delayed and refused, and name nobody', async () => {
  const count = async (outcome: string): Promise<number> =>
    (await metricsOf(library.service.url)).get(`holdfast_mails_total{outcome="${outcome}"}`) ?? 0;
  const before = {
    sent: await count('sent'),
    delayed: await count('delayed'),
    refused: await count('refused'),
  };
  mails.nextWill({ refused: 'message', code: 451 });
  await library.ready();
  await jobTried(library.service.database, 1);
  await allJobsDone(library.service.database);
  mails.nextWill({ refused: 'recipient', code: 550 });
  const { reader } = await library.ready();
  await allJobsDone(library.service.database);
  expect({
    sent: await count('sent'),
    delayed: await count('delayed'),
    refused: await count('refused'),
  }).toEqual({
    sent: before.sent + 1,
    delayed: before.delayed + 1,
    refused: before.refused + 1,
  });
  const { text } = await reader.get('/metrics');
  expect(text).not.toContain('@');
});
