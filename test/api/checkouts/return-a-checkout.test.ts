import { expectCreated, expectNoContent, expectRefusal } from '../../support/answers.js';
import { brokenInvariants } from '../../support/invariants.js';
import { checkoutPath, CHECKOUTS } from '../../support/paths.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterEach(async () => {
  expect(await brokenInvariants(library.service.database)).toEqual([]);
});
afterAll(() => library.close());

/** A new patron with a loan of the only copy. */
async function patronWithLoan(): Promise<{ patron: TestPatron; title: TestTitle }> {
  const { patron, title } = await library.ready();
  expectCreated(await patron.borrow(title));
  return { patron, title };
}

const isReady = async (patron: TestPatron, title: TestTitle): Promise<boolean> =>
  'checkout' in (await patron.find(title)).body.actions;

test('a returned title is no longer on loan, and its copy is free', async () => {
  const { patron, title } = await patronWithLoan();
  expectNoContent(await patron.returnTitle(title));
  expectRefusal(await patron.loan(title), 'TitleNotCheckedOut');
  expect((await patron.loans()).body.totalItems).toBe(0);
  expect(await library.copiesOf(title)).toMatchObject({ main: { onLoan: 0, setAside: 0 } });
});

test('a title can be returned by either identifier, in any case, with or without a trailing slash', async () => {
  const { patron, title } = await patronWithLoan();
  const ids = [title.reserveId, title.reserveId.toUpperCase(), title.crossRefId];
  for (const path of ids.flatMap((id) => [checkoutPath(id), `${checkoutPath(id)}/`])) {
    expectNoContent(await patron.delete(path));
    expectCreated(await patron.borrow(title));
  }
});

test('a title can be returned by the action of the loan', async () => {
  const { patron, title } = await patronWithLoan();
  const { earlyReturn } = (await patron.loan(title)).body.actions;
  expect(earlyReturn.method).toBe('delete');
  expectNoContent(await patron.send('DELETE', new URL(earlyReturn.href).pathname));
  expectRefusal(await patron.loan(title), 'TitleNotCheckedOut');
});

test('a return may have a content type without a body, or a body without fields', async () => {
  const { patron, title } = await patronWithLoan();
  const headers = { 'content-type': 'application/json' };
  expectNoContent(await patron.send('DELETE', checkoutPath(title), { headers }));
  await patron.borrow(title);
  expectNoContent(await patron.send('DELETE', checkoutPath(title), { headers, body: '{"fields":[]}' }));
});

test('a title can be returned only once', async () => {
  const { patron, title } = await patronWithLoan();
  expectNoContent(await patron.returnTitle(title));
  expectRefusal(await patron.returnTitle(title), 'PatronDoesntHaveTitleCheckedOut');
  expect(await library.copiesOf(title)).toMatchObject({ main: { onLoan: 0 } });
});

test('a patron cannot return another patron’s loan', async () => {
  const { patron, title } = await patronWithLoan();
  const other = await library.addPatron();
  for (const id of [title.reserveId, title.crossRefId])
    expectRefusal(await other.returnTitle(id), 'PatronDoesntHaveTitleCheckedOut');
  expect((await patron.loans()).body.totalItems).toBe(1);
});

test('a title that is not on loan cannot be returned, not even with a ready hold', async () => {
  const { patron, title } = await library.ready();
  expectRefusal(await patron.returnTitle(title), 'PatronDoesntHaveTitleCheckedOut');
  expect(await isReady(patron, title)).toBe(true);
});

describe('the returned copy', () => {
  test('is set aside at once for the first patron in the queue, and for nobody else', async () => {
    const { patron, title } = await patronWithLoan();
    const [first, second] = await library.fillQueue(title, 2);
    expect([await isReady(first, title), await isReady(second, title)]).toEqual([false, false]);
    expectNoContent(await patron.returnTitle(title));
    expect([await isReady(first, title), await isReady(second, title)]).toEqual([true, false]);
    expectRefusal(await patron.borrow(title), 'NoCopiesAvailable');
    expectCreated(await first.borrow(title));
  });

  test('skips a suspended hold, which keeps its place', async () => {
    const { patron, title } = await patronWithLoan();
    const [first, second] = await library.fillQueue(title, 2);
    await first.suspend(title);
    await patron.returnTitle(title);
    expect(await isReady(second, title)).toBe(true);
    expect((await first.find(title)).body).toMatchObject({ holdListPosition: 1, numberOfHolds: 2 });
  });

  test('skips patrons who may not use its collection', async () => {
    const [child, adult, title] = [
      await library.addPatron({ category: 'child' }),
      await library.addPatron(),
      await library.addTitle({ main: 0, adults: 1 }),
    ];
    const borrower = await library.addPatron();
    await borrower.borrow(title);
    for (const patron of [child, adult]) await patron.place(title);
    await borrower.returnTitle(title);
    expect([await isReady(child, title), await isReady(adult, title)]).toEqual([false, true]);
  });

  test('disappears while more copies are out than the library owns', async () => {
    const [[first, second], title] = [await library.addPatrons(2), await library.addTitle(2)];
    await first.borrow(title);
    await second.borrow(title);
    await library.setCopiesOwned(title, 1);
    const waiting = await library.addPatron();
    await waiting.place(title);

    await first.returnTitle(title);
    expect((await library.copiesOf(title)).main).toEqual({ owned: 1, onLoan: 1, setAside: 0, retiring: 0 });
    expect(await isReady(waiting, title)).toBe(false);
    await second.returnTitle(title);
    expect((await library.copiesOf(title)).main).toEqual({ owned: 1, onLoan: 0, setAside: 1, retiring: 0 });
    expect(await isReady(waiting, title)).toBe(true);
  });

  test('stays if the library bought it again meanwhile', async () => {
    const { patron, title } = await patronWithLoan();
    await library.setCopiesOwned(title, 0);
    await library.setCopiesOwned(title, 1);
    await patron.returnTitle(title);
    expectCreated(await (await library.addPatron()).borrow(title));
  });
});

test('DELETE is not allowed on the list of loans', async () => {
  const { patron } = await patronWithLoan();
  expectRefusal(await patron.delete(CHECKOUTS), 'MethodNotAllowed');
});
