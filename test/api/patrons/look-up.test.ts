import { statement } from '../../../src/platform/database/statement.js';
import { useSharedLibrary } from '../../support/operator/operator-library.js';
import type { OperatorClient } from '../../support/operator/operator-client.js';
import { type Cost, explain } from '../performance/explain.js';
import { interceptStatements } from '../performance/intercept-statements.js';
import { expectRefusal } from '../../support/answers.js';
import { mustSucceed } from '../../support/client.js';
import { patron as patronRecord } from '../../support/records.js';
import { TestLibrary, type TestPatron } from '../../support/test-library.js';

let library: TestLibrary;
let operator: OperatorClient;
useSharedLibrary((opened) => ({ library, operator } = opened));

/** The numbers of the patrons who are found, in their order. */
async function found(text: string): Promise<number[]> {
  const { body } = await mustSucceed(operator.lookUp(library.websiteId, text));
  return (body as { patrons: { patronId: number }[] }).patrons.map(({ patronId }) => patronId);
}

const actions = (): string => `/operator/v1/actions?websiteId=${library.websiteId}`;

/** Of look-ups in the log of actions. */
async function loggedPatrons(): Promise<unknown[]> {
  const { body } = await operator.get(actions());
  return (body as { actions: { action: string; patronId?: number }[] }).actions
    .filter(({ action }) => action === 'patron-looked-up')
    .map(({ patronId }) => patronId);
}

/** Of four patrons, of whom the last has given an address for a hold. */
async function addHolders(): Promise<readonly number[]> {
  const cards = ['CARD-1', 'CARD-12', 'card-123', null];
  const patrons: TestPatron[] = [];
  for (const cardNumber of cards) patrons.push(await library.addPatron({ cardNumber }));
  await mustSucceed(patrons[3]!.place(await library.addTitle(), { emailAddress: 'Ann_50%@Example.org' }));
  return patrons.map(({ patronId }) => patronId);
}

test('a patron is found by the card, the number or the address of the last hold, or by its beginning', async () => {
  const [first, second, third, fourth] = await addHolders();
  expect(await found('CARD')).toEqual([first, second]);
  expect(await found('CARD-12')).toEqual([second]);
  // The holder of just this card, and not also those whose cards begin so.
  expect(await found(' CARD-1 ')).toEqual([first]);
  expect(await found(String(third))).toEqual([third]);
  for (const text of ['ann_50%@example.org', 'ANN', 'Ann_50%']) expect(await found(text)).toEqual([fourth]);
  // The text is no pattern, and not the middle or the end of anything.
  for (const text of ['%', 'A%n', 'Ann_5_', 'ARD-1', 'example.org', 'card-1234'])
    expect(await found(text)).toEqual([]);
  // Fewer than three characters are the whole text, or nothing.
  const { patronId } = await library.addPatron({ cardNumber: 'CA' });
  expect(await found('CA')).toEqual([patronId]);
  expect(await found('an')).toEqual([]);
});

test('at most 20 patrons are answered, and that there are more, and none of another library', async () => {
  for (let index = 0; index < 21; index++) await library.addPatron({ cardNumber: `MANY-${index + 10}` });
  expect((await operator.lookUp(library.websiteId, 'MANY')).body).toMatchObject({ hasMore: true });
  expect(await found('MANY')).toHaveLength(20);
  expect((await operator.lookUp(library.websiteId, 'MANY-1')).body).toMatchObject({ hasMore: false });
  const { patronId } = await (await TestLibrary.open()).addPatron();
  expect(await found(String(patronId))).toEqual([]);
});

test.each([
  ['', 'MissingField'],
  [' ', 'InvalidFieldValue'],
  ['x'.repeat(255), 'InvalidFieldValue'],
] as const)('a text that cannot be one is refused: %j', async (text, code) => {
  expectRefusal(await operator.lookUp(library.websiteId, text), code);
});

test('the log has who was found, and that somebody was looked for in vain, but not what was typed', async () => {
  const [first, second, third] = await addHolders();
  await found('CARD');
  expect((await loggedPatrons()).sort()).toEqual([first, second]);
  await found('nobody');
  await mustSucceed(operator.findByCard(library.websiteId, 'card-123'));
  expectRefusal(await operator.findByCard(library.websiteId, 'no such card'), 'NotFound');
  expect(await loggedPatrons()).toHaveLength(5);
  expect(await loggedPatrons()).toEqual(expect.arrayContaining([first, second, third, undefined, undefined]));
  expect(JSON.stringify((await operator.get(actions())).body)).not.toContain('nobody');
});

test('a look-up reads no more patrons than it answers', async () => {
  const records = Array.from({ length: 5_000 }, (_, index) =>
    patronRecord(20_010_000 + index, { cardNumber: `CARD-${index + 10_000}` }),
  );
  await library.import(...records);
  const { database } = library.service;
  await database.run(
    statement(
      'test-addresses',
      `UPDATE patron SET last_hold_email = 'reader' || patron_id || '@example.org' WHERE patron_id >= 20010000`,
    ),
  );
  await database.run(statement('test-analyze', 'ANALYZE patron'));
  const costs: Cost[] = [];
  const stop = interceptStatements(async (sent, client) => {
    if (sent.name === 'patron-look-up') costs.push(await explain(client, sent));
  });
  try {
    for (const text of ['CARD', 'reader', 'CARD-12345', 'reader20012345@example.org', '20012345'])
      await found(text);
  } finally {
    stop();
  }
  expect(costs).toHaveLength(5);
  expect(costs.filter(({ rows, buffers }) => rows > 21 || buffers > 100)).toEqual([]);
});
