import { createHash } from 'node:crypto';
import { statement } from '../../src/platform/database/statement.js';
import { DISCOVERY, OAuthClient, scopeOf } from '../access/town.js';
import { expectCreated, expectNoContent, expectRefusal } from '../support/answers.js';
import { granted } from '../support/client.js';
import { advanceClock, eventually, HOUR } from '../support/clock.js';
import { conditionIn } from '../support/conditions.js';
import { brokenInvariants, witnessHandOvers } from '../support/invariants.js';
import { startProcess } from '../support/processes.js';
import { patron, WEBSITE_ID } from '../support/records.js';
import { tokenOf } from '../support/service.js';
import { MailServer } from '../support/smtp.js';
import { Reader, type TestLibrary, type TestTitle } from '../support/test-library.js';
import { makeJobsDue, waitingJobs } from '../support/worker.js';
import {
  crowdInLine,
  openStaffedLibrary,
  type Operator,
  otherLibrary,
  personPath,
  STRANGER,
  ticketsTold,
} from './operator.js';

let library: TestLibrary;
let operator: Operator;
beforeEach(async () => {
  ({ library, operator } = await openStaffedLibrary());
  await witnessHandOvers(library.service.database);
});
afterEach(async () => {
  expect(await brokenInvariants(library.service.database)).toEqual([]);
  await library.close();
});

/** One patron, by marks that nobody else bears. */
const CANARY = {
  patronId: 770_077_007,
  cardNumber: 'canary-card-4711',
  pin: '97531',
  emailAddress: 'canary.reader@example.org',
};

/** A new patron with a card, a PIN and the marks above. */
async function canary(): Promise<Reader> {
  const { patronId, cardNumber, pin } = CANARY;
  await library.import(patron(patronId, { cardNumber, pin, holdLimit: 20 }));
  return new Reader(library.service.url, await tokenOf(library.service.database, patronId), patronId);
}

const placed = (reader: Reader, title: TestTitle): Promise<unknown> =>
  granted(reader.place(title, { emailAddress: CANARY.emailAddress }));

const TABLES = statement(
  'test-all-tables',
  `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
   WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
);

/** Where, in all tables of the database, any column holds the text; numbers, JSON and bytes are read as text too. */
async function tablesWith(text: string): Promise<string[]> {
  const { database } = library.service;
  const found: string[] = [];
  for (const { name } of await database.run<{ name: string }>(TABLES)) {
    const query = `SELECT 1 AS one FROM ${name} t WHERE position(lower($1) IN lower(t::text)) > 0 LIMIT 1`;
    if ((await database.run({ name: '', text: query }, [text])).length > 0) found.push(name);
  }
  return found.sort();
}

test('a patron who has nothing is deleted', async () => {
  const reader = await library.reader();
  expectNoContent(await operator.forget(reader));
  expectRefusal(await reader.profile(), 'Unauthorized');
  expectRefusal(await operator.export(reader), 'NotFound');
  expectRefusal(await operator.forget(reader), 'NotFound');
});

test('a patron goes with all that is theirs, and no column of any table names them any more', async () => {
  const reader = await canary();
  const [ready, waited, rested, lent] = [
    await library.title(1),
    await library.title(0),
    await library.title(0),
    await library.title(1),
  ];
  await placed(reader, ready);
  await placed(reader, waited);
  await placed(reader, rested);
  await granted(reader.suspend(rested, { suspensionType: 'limited', numberOfDays: 9 }));
  await granted(reader.borrow(lent));
  await granted(reader.put('/v1/patrons/me', { formatClass: 'ebook', lendingPeriodDays: 14 }));
  await tokenOf(library.service.database, reader.patronId);
  await guessAtPin();
  await library.service.database.run(REFUSE_NOTICE, [ready.reserveId]);
  const cardHash = createHash('sha256').update(CANARY.cardNumber).digest('hex');

  const marks = [String(CANARY.patronId), CANARY.emailAddress, CANARY.cardNumber, cardHash];
  expect(await tablesWith(String(CANARY.patronId))).toEqual(
    ['access_token', 'checkout', 'hold', 'patron', 'patron_directory'].map((name) => `public.${name}`),
  );
  expect(await tablesWith(CANARY.emailAddress)).toEqual(['public.hold', 'public.patron']);
  expect(await tablesWith(cardHash)).toEqual(['public.pin_guessing']);
  expect(await tablesWith('550')).toContain('public.notice_failure');

  expectNoContent(await operator.forget(reader));
  for (const mark of marks) expect([mark, await tablesWith(mark)]).toEqual([mark, []]);
  expect(await tablesWith('550')).not.toContain('public.notice_failure');
  expectRefusal(await reader.list(), 'Unauthorized');
});

const REFUSE_NOTICE = statement(
  'test-refuse-notice',
  `INSERT INTO notice_failure (website_id, reserve_id, ticket, expires_at, failed_at, smtp_code)
   SELECT website_id, reserve_id, ticket, expires_at, service_now(), 550 FROM hold WHERE reserve_id = $1`,
);

/** Somebody tries the canary's card with a wrong PIN. */
async function guessAtPin(): Promise<void> {
  const { clientId, secret } = DISCOVERY;
  await library.import({ record: 'client', clientId, secret, websiteIds: [WEBSITE_ID] });
  const { status } = await new OAuthClient(library.service.url).post('/patrontoken', {
    grant_type: 'password',
    username: CANARY.cardNumber,
    password: '00000',
    scope: scopeOf(WEBSITE_ID),
  });
  expect(status).toBe(400);
}

test('every copy they had goes to the next in line in the same request, and the notices are written', async () => {
  const reader = await canary();
  const [ready, lent, both] = [await library.title(1), await library.title(1), await library.title(2)];
  await placed(reader, ready);
  await granted(reader.borrow(lent));
  await granted(reader.borrow(both));
  const [resting, next, last] = await library.crowd(3);
  for (const title of [ready, lent])
    for (const other of [resting!, next!, last!]) await granted(other.place(title));
  for (const title of [ready, lent]) await granted(resting!.suspend(title));
  expect(await ticketsTold(library)).toEqual([1]);

  expectNoContent(await operator.forget(reader));
  expect((await ticketsTold(library)).toSorted()).toEqual([1, 2, 3]);
  for (const title of [ready, lent]) {
    const conditions = [resting, next, last].map(async (each) => conditionIn(await each!.find(title)));
    expect(await Promise.all(conditions)).toEqual(['suspended', 'ready', 'waiting']);
    expect(await library.shelf(title)).toEqual({
      main: { owned: 1, onLoan: 0, setAside: 1, retiring: 0 },
    });
    expect((await last!.find(title)).body).toMatchObject({ holdListPosition: 3, numberOfHolds: 3 });
  }
  expect(await library.shelf(both)).toMatchObject({ main: { onLoan: 0, setAside: 0 } });
});

test('others keep what they have, and their limits', async () => {
  const reader = await canary();
  const title = await library.title(1);
  await placed(reader, title);
  const other = await library.reader({ holdLimit: 1 });
  await granted(other.place(title));
  const before = await other.profile();
  expectNoContent(await operator.forget(reader));
  expect((await other.profile()).body).toEqual(before.body);
  expectRefusal(await other.place(await library.title()), 'PatronExceededHoldLimit');
  expect((await operator.queues(WEBSITE_ID)).body).toMatchObject({
    totalItems: 1,
    queues: [{ numberOfHolds: 1, copiesSetAside: 1, waiting: 0 }],
  });
});

test('the number may be given to somebody new, who has nothing of the old one', async () => {
  const reader = await canary();
  await placed(reader, await library.title());
  await granted(reader.borrow(await library.title(1)));
  expectNoContent(await operator.forget(reader));
  const again = await canary();
  expectRefusal(await reader.profile(), 'Unauthorized');
  expect((await again.list()).body.totalItems).toBe(0);
  const { body } = await granted(operator.export(again));
  expect(body).toMatchObject({
    patron: { lastHoldEmail: null, existingPatron: false, lendingPreferences: {} },
    checkouts: [],
  });
  expect(body.tokens).toHaveLength(1);
});

test('what time has ended is written down on the way', async () => {
  const reader = await canary();
  const [missed, over] = [await library.title(1), await library.title(1)];
  await placed(reader, missed);
  await granted(reader.borrow(over));
  const waiting = await library.reader();
  for (const title of [missed, over]) await granted(waiting.place(title));
  await advanceClock(library.service, 22 * 24 * HOUR);
  expectNoContent(await operator.forget(reader));
  for (const title of [missed, over]) expect(conditionIn(await waiting.find(title))).toBe('ready');
});

test('a patron who borrows, places and removes at the same time is gone in the end, and nothing else is disturbed', async () => {
  const title = await library.title(2);
  const readers = await crowdInLine(library, title, 6);
  const titles = [await library.title(1), await library.title(1)];
  const [leaving, ...others] = readers;
  const work = readers.flatMap((reader) => titles.map((each) => reader.borrow(each)));
  const answers = await Promise.all([...work, operator.forget(leaving!), leaving!.remove(title)]);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  expectRefusal(await leaving!.profile(), 'Unauthorized');
  expect(await tablesWith(leaving!.emailAddress)).toEqual([]);
  const conditions = others.map(async (other) => conditionIn(await other.find(title)));
  expect(await Promise.all(conditions)).toEqual(['ready', 'ready', 'waiting', 'waiting', 'waiting']);
});

test('a notice that was on its way is not sent any more, and its job names nobody', async () => {
  const mails = await MailServer.start();
  const reader = await canary();
  await placed(reader, await library.title(1));
  const [job] = await waitingJobs(library.service.database);
  for (const mark of [String(CANARY.patronId), CANARY.emailAddress])
    expect(JSON.stringify(job)).not.toContain(mark);
  expectNoContent(await operator.forget(reader));

  const { databaseUrl } = library.service;
  const worker = await startProcess({ DATABASE_URL: databaseUrl, ROLE: 'worker', SMTP_URL: mails.url });
  await eventually(async () => {
    await makeJobsDue(library.service.database);
    expect(await waitingJobs(library.service.database)).toEqual([]);
  });
  await worker.stop();
  expect(mails.recipientsNamed).toEqual([]);
  await mails.goAway();
});

test('a patron of another library goes by their number alone, and nobody else', async () => {
  const { reader, title } = await library.ready();
  await library.import(...otherLibrary(title, 1));
  const stranger = await library.service.signIn(STRANGER);
  expectNoContent(await operator.forget(STRANGER));
  expectRefusal(await stranger.get('/v1/patrons/me'), 'Unauthorized');
  expect(conditionIn(await reader.find(title))).toBe('ready');
});

test('a patron that there is not is not found', async () => {
  for (const id of ['987654', '0', '-1', '01', 'me', '1.0', '2147483648', '99999999999', '%00'])
    expectRefusal(await operator.forget(id), 'NotFound');
});

test('the address of a patron alone is for deleting', async () => {
  const reader = await library.reader();
  expectRefusal(await operator.get(personPath(reader)), 'MethodNotAllowed', 'DELETE');
  expectCreated(await reader.place(await library.title()));
});
