import { expectNoContent, expectRefusal } from '../support/answers.js';
import { suspensionPath, TestLibrary } from '../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

test.each([{ suspensionType: 'indefinite' }, { suspensionType: 'limited', numberOfDays: '14' }])(
  'only the suspension is removed, the hold is as it was before: %j',
  async (suspension) => {
    const { reader, title } = await library.waiting();
    const before = await reader.everything();
    await reader.suspend(title, suspension);
    expectNoContent(await reader.release(title));
    expect(await reader.everything()).toEqual(before);
  },
);

test('a released hold has its old place, before those who came after it', async () => {
  const title = await library.title();
  const [first, second, third] = await library.inLine(title, 3);
  await second.suspend(title);
  await second.release(title);
  const places = [await first.find(title), await second.find(title), await third.find(title)];
  expect(places.map((answer) => answer.body.holdListPosition)).toEqual([1, 2, 3]);
});

test('a released hold gets a free copy at once', async () => {
  const { reader, title } = await library.suspended();
  await library.own(title, 1);
  expect((await reader.find(title)).body).not.toHaveProperty('holdExpires');
  expectNoContent(await reader.release(title));
  const hold = (await reader.find(title)).body;
  expect(hold).toHaveProperty('holdExpires');
  expect(Object.keys(hold.actions)).toEqual(['removeHold', 'addSuspension', 'checkout']);
});

test('a released hold takes no copy from those who were served meanwhile, and is the next', async () => {
  const title = await library.title();
  const [first, second, third] = await library.inLine(title, 3);
  await first.suspend(title);
  await library.own(title, 1);
  await first.release(title);
  expect((await second.find(title)).body).toHaveProperty('holdExpires');
  expect((await first.find(title)).body).toMatchObject({ holdListPosition: 1, numberOfHolds: 3 });
  await second.remove(title);
  expect((await first.find(title)).body).toHaveProperty('holdExpires');
  expect((await third.find(title)).body).toMatchObject({ holdListPosition: 2, numberOfHolds: 2 });
});

test('a released hold can be suspended again', async () => {
  const { reader, title } = await library.suspended();
  await reader.release(title);
  const answer = await reader.suspend(title, { suspensionType: 'limited', numberOfDays: 3 });
  expect(answer.body.holdSuspension).toEqual({ suspensionType: 'limited', numberOfDays: 3 });
});

test.each(['waiting', 'ready'] as const)('a %s hold has no suspension to release', async (condition) => {
  const { reader, title } = await library[condition]();
  const before = await reader.everything();
  expectRefusal(await reader.release(title), 'HoldNotSuspended');
  expect(await reader.everything()).toEqual(before);
});

test('a suspension is released once', async () => {
  const { reader, title } = await library.suspended();
  expectNoContent(await reader.release(title));
  expectRefusal(await reader.release(title), 'HoldNotSuspended');
});

test('the hold is named by either identifier, a GUID in any case, with or without a trailing slash', async () => {
  const { reader, title } = await library.waiting();
  const ids = [title.reserveId, title.reserveId.toUpperCase(), title.crossRefId];
  for (const path of ids.flatMap((id) => [suspensionPath(id), `${suspensionPath(id)}/`])) {
    await reader.suspend(title);
    expectNoContent(await reader.delete(path));
  }
});

test.each(['bbbbbbbb-0000-4000-8000-000000000000', '999999', '0', 'nonsense'])(
  'there is no such hold at %s',
  async (id) => {
    const { reader } = await library.suspended();
    expectRefusal(await reader.release(id), 'PatronDoesntHaveTitleOnHold');
  },
);

test('another patron’s suspension is not there, and stays', async () => {
  const { reader: owner, title } = await library.suspended();
  const before = await owner.everything();
  expectRefusal(await (await library.reader()).release(title), 'PatronDoesntHaveTitleOnHold');
  expect(await owner.everything()).toEqual(before);
});
