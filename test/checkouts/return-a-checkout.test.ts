import { expectCreated, expectNoContent, expectRefusal } from '../support/answers.js';
import { brokenInvariants } from '../support/invariants.js';
import {
  CHECKOUTS,
  checkoutPath,
  type Reader,
  TestLibrary,
  type TestTitle,
} from '../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterEach(async () => {
  expect(await brokenInvariants(library.service.database)).toEqual([]);
});
afterAll(() => library.close());

/** A patron with a loan of the only copy. */
async function loan(): Promise<{ reader: Reader; title: TestTitle }> {
  const { reader, title } = await library.ready();
  expectCreated(await reader.borrow(title));
  return { reader, title };
}

const isReady = async (reader: Reader, title: TestTitle): Promise<boolean> =>
  'checkout' in (await reader.find(title)).body.actions;

test('a returned title is no longer on loan, and its copy is free', async () => {
  const { reader, title } = await loan();
  expectNoContent(await reader.giveBack(title));
  expectRefusal(await reader.loan(title), 'TitleNotCheckedOut');
  expect((await reader.loans()).body.totalItems).toBe(0);
  expect(await library.shelf(title)).toMatchObject({ main: { onLoan: 0, setAside: 0 } });
});

test('a title is returned by either identifier, in any case, with or without a trailing slash', async () => {
  const { reader, title } = await loan();
  const ids = [title.reserveId, title.reserveId.toUpperCase(), title.crossRefId];
  for (const path of ids.flatMap((id) => [checkoutPath(id), `${checkoutPath(id)}/`])) {
    expectNoContent(await reader.delete(path));
    expectCreated(await reader.borrow(title));
  }
});

test('a title is returned by the action that the loan offers', async () => {
  const { reader, title } = await loan();
  const { earlyReturn } = (await reader.loan(title)).body.actions;
  expect(earlyReturn.method).toBe('delete');
  expectNoContent(await reader.send('DELETE', new URL(earlyReturn.href).pathname));
  expectRefusal(await reader.loan(title), 'TitleNotCheckedOut');
});

test('a return may carry a type without a body, or a body without fields', async () => {
  const { reader, title } = await loan();
  const headers = { 'content-type': 'application/json' };
  expectNoContent(await reader.send('DELETE', checkoutPath(title), { headers }));
  await reader.borrow(title);
  expectNoContent(await reader.send('DELETE', checkoutPath(title), { headers, body: '{"fields":[]}' }));
});

test('a title is returned once', async () => {
  const { reader, title } = await loan();
  expectNoContent(await reader.giveBack(title));
  expectRefusal(await reader.giveBack(title), 'PatronDoesntHaveTitleCheckedOut');
  expect(await library.shelf(title)).toMatchObject({ main: { onLoan: 0 } });
});

test('nobody returns what another has borrowed', async () => {
  const { reader, title } = await loan();
  const other = await library.reader();
  for (const id of [title.reserveId, title.crossRefId])
    expectRefusal(await other.giveBack(id), 'PatronDoesntHaveTitleCheckedOut');
  expect((await reader.loans()).body.totalItems).toBe(1);
});

test('what was never borrowed is not returned, not even with a ready hold', async () => {
  const { reader, title } = await library.ready();
  expectRefusal(await reader.giveBack(title), 'PatronDoesntHaveTitleCheckedOut');
  expect(await isReady(reader, title)).toBe(true);
});

describe('the copy that comes back', () => {
  test('is set aside for the first in line at once, and for nobody else', async () => {
    const { reader, title } = await loan();
    const [first, second] = await library.inLine(title, 2);
    expect([await isReady(first, title), await isReady(second, title)]).toEqual([false, false]);
    expectNoContent(await reader.giveBack(title));
    expect([await isReady(first, title), await isReady(second, title)]).toEqual([true, false]);
    expectRefusal(await reader.borrow(title), 'NoCopiesAvailable');
    expectCreated(await first.borrow(title));
  });

  test('goes past a suspended hold, which keeps its place', async () => {
    const { reader, title } = await loan();
    const [first, second] = await library.inLine(title, 2);
    await first.suspend(title);
    await reader.giveBack(title);
    expect(await isReady(second, title)).toBe(true);
    expect((await first.find(title)).body).toMatchObject({ holdListPosition: 1, numberOfHolds: 2 });
  });

  test('goes past those who may not use its collection', async () => {
    const [child, adult, title] = [
      await library.reader({ category: 'child' }),
      await library.reader(),
      await library.title({ main: 0, adults: 1 }),
    ];
    const borrower = await library.reader();
    await borrower.borrow(title);
    for (const reader of [child, adult]) await reader.place(title);
    await borrower.giveBack(title);
    expect([await isReady(child, title), await isReady(adult, title)]).toEqual([false, true]);
  });

  test('is gone when the library owns fewer than are lent, until it owns more than are out', async () => {
    const [[first, second], title] = [await library.readers(2), await library.title(2)];
    await first.borrow(title);
    await second.borrow(title);
    await library.own(title, 1);
    const waiting = await library.reader();
    await waiting.place(title);

    await first.giveBack(title);
    expect((await library.shelf(title)).main).toEqual({ owned: 1, onLoan: 1, setAside: 0, retiring: 0 });
    expect(await isReady(waiting, title)).toBe(false);
    await second.giveBack(title);
    expect((await library.shelf(title)).main).toEqual({ owned: 1, onLoan: 0, setAside: 1, retiring: 0 });
    expect(await isReady(waiting, title)).toBe(true);
  });

  test('stays when the library buys again what it had given up', async () => {
    const { reader, title } = await loan();
    await library.own(title, 0);
    await library.own(title, 1);
    await reader.giveBack(title);
    expectCreated(await (await library.reader()).borrow(title));
  });
});

test('a list of loans cannot be returned as a whole', async () => {
  const { reader } = await loan();
  expectRefusal(await reader.delete(CHECKOUTS), 'MethodNotAllowed');
});
