import { expectOk, expectRefusal } from '../../../support/answers.js';
import type { Answer } from '../../../support/client.js';
import { mustSucceed } from '../../../support/client.js';
import { advanceClock, HOUR } from '../../../support/clock.js';
import { conditionsOf } from '../../../support/conditions.js';
import type { OperatorClient } from '../../../support/operator/operator-client.js';
import { useSharedLibrary } from '../../../support/operator/operator-library.js';
import type { TestLibrary, TestPatron, TestTitle } from '../../../support/test-library.js';

let library: TestLibrary;
let operator: OperatorClient;
useSharedLibrary((opened) => ({ library, operator } = opened));

const move = ({ reserveId }: TestTitle, to: string | number): Promise<Answer> =>
  operator.post(`/operator/v1/libraries/${library.websiteId}/titles/${reserveId}/holds/move`, { to });

/** Each places a hold, an hour after the one before. */
async function placeInTurn(...placements: [TestPatron, TestTitle][]): Promise<void> {
  for (const [patron, title] of placements) {
    await mustSucceed(patron.place(title));
    await advanceClock(library.service, HOUR);
  }
}

const places = (title: TestTitle, ...patrons: TestPatron[]): Promise<unknown[]> =>
  Promise.all(
    patrons.map(async (patron) => {
      const { body } = await patron.find(title);
      return [body.holdListPosition, body.numberOfHolds];
    }),
  );

test('the holds on a title go to another, where all stand in the order of their dates', async () => {
  const [old, edition] = [await library.addTitle(1), await library.addTitle(0)];
  const [ready, first, second, third, both] = await library.addPatrons(5);
  await placeInTurn(
    [ready, old],
    [first, old],
    [both, old],
    [second, edition],
    [third, old],
    [both, edition],
  );
  await mustSucceed(third.suspend(old));
  const answer = await move(old, edition.crossRefId);
  expectOk(answer);
  expect(answer.body).toEqual({ moved: 2, left: 2 });
  expect(await places(edition, first, second, third, both)).toEqual([
    [1, 4],
    [2, 4],
    [3, 4],
    [4, 4],
  ]);
  expect(await conditionsOf(old, ready, first, both)).toEqual(['ready', 'gone', 'waiting']);
  expect(await conditionsOf(edition, third)).toEqual(['suspended']);
  await library.setCopiesOwned(edition, 2);
  expect(await conditionsOf(edition, first, second, third, both)).toEqual([
    'ready',
    'ready',
    'suspended',
    'waiting',
  ]);
  const newcomer = await library.addPatron();
  await mustSucceed(newcomer.place(edition));
  expect(await places(edition, newcomer)).toEqual([[5, 5]]);
});

test('free copies of the other title go to those who come, at once', async () => {
  const [old, edition] = [await library.addTitle(0), await library.addTitle(1)];
  const [first, second] = await library.fillQueue(old, 2);
  expect((await move(old, edition.reserveId)).body).toEqual({ moved: 2, left: 0 });
  expect(await conditionsOf(edition, first, second)).toEqual(['ready', 'waiting']);
});

test('a title that is the same, or that the library does not have, is refused', async () => {
  const [old, elsewhere] = [await library.addTitle(0), await (await library.another()).addTitle(1)];
  for (const to of [old.crossRefId, elsewhere.crossRefId])
    expectRefusal(await move(old, to), 'InvalidFieldValue', /^to must be another title of the library's\.$/);
  expectRefusal(await move(elsewhere, old.crossRefId), 'NotFound');
});
