import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { statement } from '../../../src/platform/database/statement.js';
import { expectCreated, expectRefusal } from '../../support/answers.js';
import { type Answer, mustSucceed, PatronClient } from '../../support/client.js';
import { advanceClock, DAY, eventually, HOUR } from '../../support/clock.js';
import { brokenInvariantsOf } from '../../support/invariants.js';
import { statementsWaitingForLocks } from '../../support/stored/database-sessions.js';
import { checkoutPath, CHECKOUTS, holdPath, HOLDS, suspensionPath } from '../../support/paths.js';
import { OPERATOR_TOKEN } from '../../support/sandbox-clock.js';
import { openSandboxLibrary, type SandboxLibrary } from '../../support/runs/sandbox-library.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../support/test-library.js';
import { newKey, postWithKey, type Values } from '../../support/idempotency/keyed-requests.js';

let sandbox: SandboxLibrary;
let library: TestLibrary;
beforeAll(async () => {
  sandbox = await openSandboxLibrary();
  ({ library } = sandbox);
});
afterAll(async () => {
  expect(await brokenInvariantsOf(library)).toEqual([]);
  await sandbox.close();
});

interface Post {
  readonly path: (title: TestTitle) => string;
  readonly values: (title: TestTitle) => Values;
  prepare?(patron: TestPatron, title: TestTitle): Promise<Answer>;
}

const EVERY_POST: Readonly<Record<string, Post>> = {
  'a placement': { path: () => HOLDS, values: ({ reserveId }) => ({ reserveId, ignoreHoldEmail: true }) },
  'a placement at the hold’s address': { path: holdPath, values: () => ({ ignoreHoldEmail: true }) },
  'a suspension': {
    path: suspensionPath,
    values: () => ({ suspensionType: 'limited', numberOfDays: 5 }),
    prepare: (patron, title) => patron.place(title),
  },
  'a suspension of all holds': {
    path: () => `${HOLDS}/suspension`,
    values: () => ({ suspensionType: 'indefinite' }),
    prepare: (patron, title) => patron.place(title),
  },
  'a checkout': { path: () => CHECKOUTS, values: ({ reserveId }) => ({ reserveId }) },
  'the lock of a format': {
    path: (title) => `${checkoutPath(title)}/formats`,
    values: () => ({ formatType: 'ebook-epub-adobe' }),
    prepare: (patron, title) => patron.borrow(title),
  },
};

test.each(Object.entries(EVERY_POST))(
  '%s that is sent again with the same key has the same answer and is not done again, and another request is refused',
  async (_, post) => {
    const [patron, title] = [await library.addPatron(), await library.addTitle(1)];
    await post.prepare?.(patron, title);
    const [path, values, key] = [post.path(title), post.values(title), newKey()];
    const first = await mustSucceed(postWithKey(patron, path, values, key));
    // Ends what the request has begun, so that the request, done again, would begin it again.
    for (const undo of ['release', 'remove', 'returnTitle'] as const)
      if ((await patron[undo](title)).status === 204) break;
    const before = [(await patron.list()).text, (await patron.loans()).text];

    const again = await postWithKey(patron, path, values, key);
    expect([again.status, again.text, again.headers.get('location')]).toEqual([
      first.status,
      first.text,
      first.headers.get('location'),
    ]);
    const { reserveId } = await library.addTitle(1);
    const other = await postWithKey(patron, HOLDS, { reserveId, ignoreHoldEmail: true }, key);
    expectRefusal(other, 'IdempotencyKeyReused');
    expect([(await patron.list()).text, (await patron.loans()).text]).toEqual(before);
  },
);

describe('an idempotency key', () => {
  let patron: TestPatron;
  let title: TestTitle;
  beforeEach(async () => {
    [patron, title] = [await library.addPatron(), await library.addTitle(0)];
  });

  const place = (key: string, client: PatronClient = patron, values: Values = {}): Promise<Answer> =>
    postWithKey(client, HOLDS, { reserveId: title.reserveId, ignoreHoldEmail: true, ...values }, key);

  test('belongs to its patron: another patron’s request with it is another request', async () => {
    const key = newKey();
    const other = await library.addPatron();
    const [first, second] = [await place(key), await place(key, other)];
    expectCreated(first);
    expectCreated(second);
    expect([first.body.holdListPosition, second.body.holdListPosition]).toEqual([1, 2]);
  });

  test('may have spaces and 255 characters, and stand in quotation marks or not', async () => {
    for (const key of [randomUUID(), `from a form ${randomUUID()}`, randomUUID().padEnd(255, 'k')]) {
      const first = await place(key);
      expectCreated(first);
      expect((await place(`"${key}"`)).text).toBe(first.text);
      await mustSucceed(patron.remove(title));
    }
  });

  test.each(['', '""', 'k'.repeat(256), '"a"b"', 'a"', 'a,b', 'cl\u00e9'])(
    'that is written %j is refused, and nothing is done',
    async (key) => {
      const answer = await place(key);
      expectRefusal(
        answer,
        'InvalidFieldValue',
        /^Idempotency-Key must be given once, as 1 to 255 visible ASCII characters or spaces/,
      );
      expect((await patron.find(title)).status).toBe(404);
    },
  );

  test('is free again when its request was refused, because nothing was done', async () => {
    const key = newKey();
    expectRefusal(await place(key, patron, { reserveId: randomUUID() }), 'NotFound');
    expectCreated(await place(key));
  });

  test('does not protect a repetition with another e-mail address, which is another request', async () => {
    const key = newKey();
    const withAddress = { ignoreHoldEmail: false, emailAddress: patron.emailAddress };
    expectCreated(await place(key, patron, withAddress));
    const answer = await place(key, patron, { ...withAddress, emailAddress: 'second@example.org' });
    expectRefusal(answer, 'IdempotencyKeyReused');
    expect((await patron.find(title)).body.emailAddress).toBe(patron.emailAddress);
  });

  test('is nothing to a request that comes without it', async () => {
    await mustSucceed(place(newKey()));
    expectRefusal(await patron.place(title), 'AlreadyOnWaitList');
  });

  test('lasts for 24 hours, and to the end of the next, when its answer is deleted', async () => {
    const key = newKey();
    const first = await place(key);
    await mustSucceed(patron.remove(title));
    await sandbox.clock.advance(DAY - HOUR);
    expect((await place(key)).text).toBe(first.text);
    expect((await patron.find(title)).status).toBe(404);

    await sandbox.clock.advance(2 * HOUR);
    await eventually(async () => expect(await storedAnswers(patron)).toEqual([]));
    expectCreated(await place(key));
    expect((await patron.find(title)).status).toBe(200);
  });

  test('ends with its patron', async () => {
    await mustSucceed(place(newKey()));
    expect(await storedAnswers(patron)).toHaveLength(1);
    const operator = new PatronClient(library.service.url, OPERATOR_TOKEN);
    await mustSucceed(operator.delete(`/operator/v1/patrons/${patron.patronId}`));
    expect(await storedAnswers(patron)).toEqual([]);
  });

  test('is not stored, and without it nothing of the answer can be read', async () => {
    const key = randomUUID();
    await mustSucceed(place(key, patron, { ignoreHoldEmail: false, emailAddress: patron.emailAddress }));
    const [stored] = await storedAnswers(patron);
    const readable = Object.values(stored!)
      .map((bytes: Buffer) => bytes.toString('latin1') + bytes.toString('hex'))
      .join();
    for (const secret of [key, title.reserveId, patron.emailAddress, 'holdPlacedDate'])
      expect(readable).not.toContain(secret);
    // Nor can the title be guessed from the hash of the request: the same request with another key has another one.
    await mustSucceed(patron.remove(title));
    await mustSucceed(place(newKey(), patron, { ignoreHoldEmail: false, emailAddress: patron.emailAddress }));
    const hashes = (await storedAnswers(patron)).map(({ request_hash }) => request_hash.toString('hex'));
    expect(new Set(hashes).size).toBe(2);
  });
});

test('a request whose key is in use by a request in progress is refused with 409', async () => {
  const [patron, title] = [await library.addPatron(), await library.addTitle()];
  await library.fillQueue(title, 1);
  const key = newKey();
  const values = { reserveId: title.reserveId, ignoreHoldEmail: true };
  const send = (): Promise<Answer> => postWithKey(patron, HOLDS, values, key);
  const locker = new pg.Client(library.service.databaseUrl);
  await locker.connect();
  try {
    await locker.query('BEGIN');
    await locker.query('SELECT FROM title_queue WHERE website_id = $1 AND reserve_id = $2 FOR UPDATE', [
      library.websiteId,
      title.reserveId,
    ]);
    const first = send();
    await eventually(async () =>
      expect(await statementsWaitingForLocks(library.service.database)).toHaveLength(1),
    );
    expectRefusal(await send(), 'RequestInProgress');
    await locker.query('COMMIT');
    const answer = await first;
    expectCreated(answer);
    expect((await send()).text).toBe(answer.text);
  } finally {
    await locker.end();
  }
});

test('a key is free after 25 hours also where no worker deletes its answer', async () => {
  const withoutWorker = await TestLibrary.alone();
  try {
    const [patron, title] = [await withoutWorker.addPatron(), await withoutWorker.addTitle()];
    const key = newKey();
    const place = (): Promise<Answer> =>
      postWithKey(patron, HOLDS, { reserveId: title.reserveId, ignoreHoldEmail: true }, key);
    const first = await place();
    await mustSucceed(patron.remove(title));
    await advanceClock(withoutWorker.service, DAY + HOUR);
    const second = await place();
    expectCreated(second);
    expect(second.text).not.toBe(first.text);
    expect((await place()).text).toBe(second.text);
  } finally {
    await withoutWorker.close();
  }
});

const STORED = statement<StoredRow>(
  'test-stored-answers',
  'SELECT key_hash, request_hash, sealed_answer FROM idempotent_answer WHERE patron_id = $1',
);

interface StoredRow {
  readonly key_hash: Buffer;
  readonly request_hash: Buffer;
  readonly sealed_answer: Buffer;
}

function storedAnswers({ patronId }: TestPatron): Promise<StoredRow[]> {
  return library.service.database.run(STORED, [patronId]);
}
