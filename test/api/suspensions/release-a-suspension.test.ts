import { expectNoContent, expectRefusal } from '../../support/answers.js';
import { suspensionPath } from '../../support/paths.js';
import { TestLibrary } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

test.each([{ suspensionType: 'indefinite' }, { suspensionType: 'limited', numberOfDays: '14' }])(
  'only the suspension is removed, and the hold is as before: %j',
  async (suspension) => {
    const { patron, title } = await library.waiting();
    const before = await patron.snapshot();
    await patron.suspend(title, suspension);
    expectNoContent(await patron.release(title));
    expect(await patron.snapshot()).toEqual(before);
  },
);

test('a released hold has its old place, before those behind it', async () => {
  const title = await library.addTitle();
  const [first, second, third] = await library.fillQueue(title, 3);
  await second.suspend(title);
  await second.release(title);
  const places = [await first.find(title), await second.find(title), await third.find(title)];
  expect(places.map((answer) => answer.body.holdListPosition)).toEqual([1, 2, 3]);
});

test('a released hold gets a free copy at once', async () => {
  const { patron, title } = await library.suspended();
  await library.setCopiesOwned(title, 1);
  expect((await patron.find(title)).body).not.toHaveProperty('holdExpires');
  expectNoContent(await patron.release(title));
  const hold = (await patron.find(title)).body;
  expect(hold).toHaveProperty('holdExpires');
  expect(Object.keys(hold.actions)).toEqual(['removeHold', 'addSuspension', 'checkout']);
});

test('a released hold takes no copy from a ready hold, and is the next', async () => {
  const title = await library.addTitle();
  const [first, second, third] = await library.fillQueue(title, 3);
  await first.suspend(title);
  await library.setCopiesOwned(title, 1);
  await first.release(title);
  expect((await second.find(title)).body).toHaveProperty('holdExpires');
  expect((await first.find(title)).body).toMatchObject({ holdListPosition: 1, numberOfHolds: 3 });
  await second.remove(title);
  expect((await first.find(title)).body).toHaveProperty('holdExpires');
  expect((await third.find(title)).body).toMatchObject({ holdListPosition: 2, numberOfHolds: 2 });
});

test('a released hold can be suspended again', async () => {
  const { patron, title } = await library.suspended();
  await patron.release(title);
  const answer = await patron.suspend(title, { suspensionType: 'limited', numberOfDays: 3 });
  expect(answer.body.holdSuspension).toEqual({ suspensionType: 'limited', numberOfDays: 3 });
});

test.each(['waiting', 'ready'] as const)('a %s hold has no suspension to release', async (condition) => {
  const { patron, title } = await library[condition]();
  const before = await patron.snapshot();
  expectRefusal(await patron.release(title), 'HoldNotSuspended');
  expect(await patron.snapshot()).toEqual(before);
});

test('a suspension can be released only once', async () => {
  const { patron, title } = await library.suspended();
  expectNoContent(await patron.release(title));
  expectRefusal(await patron.release(title), 'HoldNotSuspended');
});

test('the hold is identified by either identifier, a GUID in any case, with or without a trailing slash', async () => {
  const { patron, title } = await library.waiting();
  const ids = [title.reserveId, title.reserveId.toUpperCase(), title.crossRefId];
  for (const path of ids.flatMap((id) => [suspensionPath(id), `${suspensionPath(id)}/`])) {
    await patron.suspend(title);
    expectNoContent(await patron.delete(path));
  }
});

test.each(['bbbbbbbb-0000-4000-8000-000000000000', '999999', '0', 'nonsense'])(
  'there is no such hold at %s',
  async (id) => {
    const { patron } = await library.suspended();
    expectRefusal(await patron.release(id), 'PatronDoesntHaveTitleOnHold');
  },
);

test('another patron’s suspension is not found, and stays', async () => {
  const { patron: owner, title } = await library.suspended();
  const before = await owner.snapshot();
  expectRefusal(await (await library.addPatron()).release(title), 'PatronDoesntHaveTitleOnHold');
  expect(await owner.snapshot()).toEqual(before);
});
