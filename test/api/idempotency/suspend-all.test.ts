import { IdempotencyService } from '../../../src/http/idempotency/idempotency.service.js';
import { statement } from '../../../src/platform/database/statement.js';
import { expectOk, expectRefusal } from '../../support/answers.js';
import { type Answer, mustSucceed } from '../../support/client.js';
import { advanceClock, MINUTE } from '../../support/clock.js';
import { HOLDS } from '../../support/paths.js';
import { type PatronAndTitle, TestLibrary } from '../../support/test-library.js';
import { newKey, postWithKey } from '../../support/idempotency/keyed-requests.js';

/** A request that works in several transactions claims its key before the first. */
let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});

const INDEFINITE = { suspensionType: 'indefinite' };

let held: PatronAndTitle;
let key: string;
beforeEach(async () => {
  held = await library.waiting();
  key = newKey();
});

const send = (): Promise<Answer> => postWithKey(held.patron, `${HOLDS}/suspension`, INDEFINITE, key);

/** As a process leaves it that is killed before it has an answer. */
const LOSE_ANSWER = statement(
  'test-lose-answer',
  `UPDATE idempotent_answer SET sealed_answer = '', expires_at = service_now() + interval '60 seconds'
   WHERE patron_id = $1`,
);

const REFUSE_SUSPENSIONS = statement(
  'test-refuse-suspensions',
  `ALTER TABLE hold ADD CONSTRAINT fault CHECK (suspension_type IS NULL) NOT VALID`,
);
const REPAIR = statement('test-allow-suspensions', 'ALTER TABLE hold DROP CONSTRAINT fault');

test('while it is in progress, the same request is refused; a minute later it is done again and completes', async () => {
  await mustSucceed(send());
  await library.service.database.run(LOSE_ANSWER, [held.patron.patronId]);
  expectRefusal(await send(), 'RequestInProgress');
  await advanceClock(library.service, MINUTE);
  const again = await send();
  expectOk(again);
  expect(again.body.outcomes).toMatchObject([{ outcome: 'alreadySuspended' }]);
  expect((await send()).text).toBe(again.text);
});

test('after a fault the key is free again at once', async () => {
  await library.service.database.run(REFUSE_SUSPENSIONS);
  try {
    expectRefusal(await send(), 'InternalServerError');
  } finally {
    await library.service.database.run(REPAIR);
  }
  const again = await send();
  expectOk(again);
  expect(again.body.outcomes).toMatchObject([{ outcome: 'suspended' }]);
});

const REQUEST = { key: 'a key', path: `${HOLDS}/suspension` };

/** What the service does between two statements of a request, others may do to its patron. */
test.each([
  ['before its key is claimed', (): Promise<object> => Promise.resolve({}), 'first'],
  ['while it is in progress', (): Promise<object> => forget(held.patron.patronId), 'then'],
] as const)('a patron who is deleted %s is no longer known', async (_, work, when) => {
  const { patronId } = held.patron;
  if (when === 'first') await forget(patronId);
  const { database } = library.service;
  const patron = { websiteId: library.websiteId, patronId };
  const service = new IdempotencyService(database);
  const unknown = { code: 'Unauthorized' };
  await expect(service.answerInSteps(patron, REQUEST, {}, work)).rejects.toMatchObject(unknown);
  await expect(service.answerOnce(patron, REQUEST, {}, work)).rejects.toMatchObject(unknown);
});

async function forget(patronId: number): Promise<object> {
  await library.import({ record: 'patron', websiteId: library.websiteId, patronId, delete: true });
  return {};
}

test('two at the same time are carried out once', async () => {
  const answers = await Promise.all([send(), send(), send()]);
  const refused = answers.filter(({ status }) => status === 409);
  const answered = answers.filter(({ status }) => status === 200);
  expect(refused.length + answered.length).toBe(3);
  expect(new Set(answered.map(({ text }) => text)).size).toBe(1);
  expect(answered[0]!.body.outcomes).toMatchObject([{ outcome: 'suspended' }]);
});
