import { statement } from '../../../src/platform/database/statement.js';
import {
  OTHER_PATRON_ID,
  otherLibrary,
  useOperatorLibrary,
} from '../../support/operator/operator-library.js';
import type { OperatorClient } from '../../support/operator/operator-client.js';
import { type Cost, explain } from '../performance/explain.js';
import { interceptStatements } from '../performance/intercept-statements.js';
import { expectRefusal } from '../../support/answers.js';
import { mustSucceed } from '../../support/client.js';
import { patron as patronRecord, WEBSITE_ID } from '../../support/records.js';
import type { TestLibrary } from '../../support/test-library.js';

let library: TestLibrary;
let operator: OperatorClient;
useOperatorLibrary((opened) => ({ library, operator } = opened));

/** The numbers of the patrons who are found, in their order. */
async function found(text: string): Promise<number[]> {
  const { body } = await mustSucceed(operator.lookUp(WEBSITE_ID, text));
  return (body as { patrons: { patronId: number }[] }).patrons.map(({ patronId }) => patronId);
}

/** Of look-ups in the log of actions. */
async function loggedPatrons(): Promise<unknown[]> {
  const { body } = await operator.get('/operator/v1/actions');
  return (body as { actions: { action: string; patronId?: number }[] }).actions
    .filter(({ action }) => action === 'patron-looked-up')
    .map(({ patronId }) => patronId);
}

/** Patrons of whom the first has given an address for a hold. */
async function addHolders(): Promise<void> {
  await library.import(
    patronRecord(4001, { cardNumber: 'CARD-1' }),
    patronRecord(4002, { cardNumber: 'CARD-12' }),
    patronRecord(4003, { cardNumber: 'card-123' }),
    patronRecord(4004, { cardNumber: null }),
  );
  const title = await library.addTitle();
  const client = await library.service.signIn(4004);
  const hold = { reserveId: title.reserveId, emailAddress: 'Ann_50%@Example.org' };
  await mustSucceed(client.post('/v1/patrons/me/holds', hold));
}

test('a patron is found by the card, the number or the address of the last hold, or by its beginning', async () => {
  await addHolders();
  expect(await found('CARD')).toEqual([4001, 4002]);
  expect(await found('CARD-12')).toEqual([4002]);
  // The holder of just this card, and not also those whose cards begin so.
  expect(await found(' CARD-1 ')).toEqual([4001]);
  expect(await found('4003')).toEqual([4003]);
  for (const text of ['ann_50%@example.org', 'ANN', 'Ann_50%']) expect(await found(text)).toEqual([4004]);
  // The text is no pattern, and not the middle or the end of anything.
  for (const text of ['%', 'A%n', 'Ann_5_', 'ARD-1', 'example.org', 'card-1234'])
    expect(await found(text)).toEqual([]);
});

test('a beginning of fewer than three characters finds nobody, but the whole text does', async () => {
  await addHolders();
  await library.import(patronRecord(4005, { cardNumber: 'CA' }));
  expect(await found('CA')).toEqual([4005]);
  expect(await found('an')).toEqual([]);
});

test('at most 20 patrons are answered, and that there are more', async () => {
  const records = Array.from({ length: 21 }, (_, index) =>
    patronRecord(5001 + index, { cardNumber: `MANY-${index + 10}` }),
  );
  await library.import(...records);
  expect((await operator.lookUp(WEBSITE_ID, 'MANY')).body).toMatchObject({ hasMore: true });
  expect(await found('MANY')).toHaveLength(20);
  expect((await operator.lookUp(WEBSITE_ID, 'MANY-1')).body).toMatchObject({ hasMore: false });
});

test('patrons of another library are not found', async () => {
  await library.import(...otherLibrary(await library.addTitle(), 0));
  expect(await found(String(OTHER_PATRON_ID))).toEqual([]);
});

test.each([
  ['', 'MissingField'],
  [' ', 'InvalidFieldValue'],
  ['x'.repeat(255), 'InvalidFieldValue'],
] as const)('a text that cannot be one is refused: %j', async (text, code) => {
  expectRefusal(await operator.lookUp(WEBSITE_ID, text), code);
});

test('the log has who was found, and that somebody was looked for in vain, but not what was typed', async () => {
  await addHolders();
  await found('CARD');
  expect((await loggedPatrons()).sort()).toEqual([4001, 4002]);
  await found('nobody');
  await mustSucceed(operator.findByCard(WEBSITE_ID, 'card-123'));
  expectRefusal(await operator.findByCard(WEBSITE_ID, 'no such card'), 'NotFound');
  expect(await loggedPatrons()).toHaveLength(5);
  expect(await loggedPatrons()).toEqual(expect.arrayContaining([4001, 4002, 4003, undefined, undefined]));
  expect(JSON.stringify((await operator.get('/operator/v1/actions')).body)).not.toContain('nobody');
});

test('a look-up reads no more patrons than it answers', async () => {
  const records = Array.from({ length: 5_000 }, (_, index) =>
    patronRecord(10_000 + index, { cardNumber: `CARD-${index + 10_000}` }),
  );
  await library.import(...records);
  const { database } = library.service;
  await database.run(
    statement(
      'test-addresses',
      `UPDATE patron SET last_hold_email = 'reader' || patron_id || '@example.org' WHERE patron_id >= 10000`,
    ),
  );
  await database.run(statement('test-analyze', 'ANALYZE patron'));
  const costs: Cost[] = [];
  const stop = interceptStatements(async (sent, client) => {
    if (sent.name === 'patron-look-up') costs.push(await explain(client, sent));
  });
  try {
    for (const text of ['CARD', 'reader', 'CARD-12345', 'reader12345@example.org', '12345'])
      await found(text);
  } finally {
    stop();
  }
  expect(costs).toHaveLength(5);
  expect(costs.filter(({ rows, buffers }) => rows > 21 || buffers > 100)).toEqual([]);
});
