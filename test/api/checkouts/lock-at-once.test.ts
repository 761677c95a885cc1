import { statement } from '../../../src/platform/database/statement.js';
import { expectRefusal } from '../../support/answers.js';
import type { Answer } from '../../support/client.js';
import { eventually } from '../../support/clock.js';
import { type TestPatron, TestLibrary, type TestTitle } from '../../support/test-library.js';
import { formatsPath, formatTypesIn } from '../../support/checkouts/expected-formats.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

const FORMATS = ['ebook-epub-adobe', 'ebook-kindle', 'ebook-pdf-open'];

const HOLD_UP = statement(
  'test-hold-up-loan',
  'SELECT FROM checkout WHERE website_id = $1 AND reserve_id = $2 FOR UPDATE',
);
const END = statement('test-end-loan', 'DELETE FROM checkout WHERE website_id = $1 AND reserve_id = $2');
const FREE = statement(
  'test-free-copy',
  'UPDATE copies SET on_loan = on_loan - 1 WHERE website_id = $1 AND reserve_id = $2',
);
const WAITING = statement(
  'test-waiting-sessions',
  `SELECT count(*)::int AS number FROM pg_stat_activity
   WHERE datname = current_database() AND wait_event_type = 'Lock'`,
);

async function borrowed(): Promise<{ patron: TestPatron; title: TestTitle }> {
  const [patron, title] = [await library.addPatron(), await library.addTitle(1, { formats: FORMATS })];
  expect((await patron.borrow(title)).status).toBe(201);
  return { patron, title };
}

/** Sends the requests, lets all of them read the loan and wait to write it, and only then lets go of its row. */
async function allAtOnce(
  title: TestTitle,
  send: () => Promise<Answer>[],
  meanwhile: (typeof END)[] = [],
): Promise<Answer[]> {
  const { database } = library.service;
  const key = [library.websiteId, title.reserveId];
  let answers: Promise<Answer[]> | undefined;
  await database.transaction(async (connection) => {
    await connection.run(HOLD_UP, key);
    const requests = send();
    answers = Promise.all(requests);
    await eventually(async () => expect(await database.run(WAITING)).toEqual([{ number: requests.length }]));
    for (const change of meanwhile) await connection.run(change, key);
  });
  return answers ?? [];
}

test('of two requests that lock different formats in at once, exactly one wins', async () => {
  const { patron, title } = await borrowed();
  const answers = await allAtOnce(title, () =>
    FORMATS.map((formatType) => patron.post(formatsPath(title), { formatType })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  for (const answer of answers.filter(({ status }) => status === 400))
    expectRefusal(answer, 'PatronTitleProcessingFailed');
  const winner = answers.find(({ status }) => status === 201)?.body;
  const { body } = await patron.loan(title);
  expect(body.isFormatLockedIn).toBe(true);
  expect(body.formats).toEqual([winner]);
});

test('requests that lock the same format in at once get the same answer', async () => {
  const { patron, title } = await borrowed();
  const lock = (): Promise<Answer> => patron.post(formatsPath(title), { formatType: 'ebook-kindle' });
  const answers = await allAtOnce(title, () => [lock(), lock()]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(answers[0]?.text).toBe(answers[1]?.text);
  expect(formatTypesIn((await patron.loan(title)).body)).toEqual(['ebook-kindle']);
});

test('a loan that ends while a format is being locked in is not there', async () => {
  const { patron, title } = await borrowed();
  const lock = (): Promise<Answer> => patron.post(formatsPath(title), { formatType: 'ebook-kindle' });
  const [answer] = await allAtOnce(title, () => [lock()], [END, FREE]);
  expectRefusal(answer!, 'TitleNotCheckedOut');
});

test('twenty times over, without any help: one format is locked in, and it is the one that was answered', async () => {
  for (let round = 0; round < 20; round++) {
    const { patron, title } = await borrowed();
    const answers = await Promise.all(
      FORMATS.map((formatType) => patron.post(formatsPath(title), { formatType })),
    );
    const won = answers.filter(({ status }) => status === 201).map(({ body }) => body.formatType as string);
    expect(won).toHaveLength(1);
    expect(formatTypesIn((await patron.loan(title)).body)).toEqual(won);
  }
});
