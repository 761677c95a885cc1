import { expectNoContent, expectOk, expectRefusal } from '../../../support/answers.js';
import { mustSucceed } from '../../../support/client.js';
import { eventually } from '../../../support/clock.js';
import { ConsoleClient } from '../../../support/console/console-client.js';
import type { OperatorClient } from '../../../support/operator/operator-client.js';
import { useSharedLibrary } from '../../../support/operator/operator-library.js';
import type { TestLibrary, TestPatron } from '../../../support/test-library.js';

let library: TestLibrary;
let operator: OperatorClient;
useSharedLibrary((opened) => ({ library, operator } = opened));

/** What the library's list says of the patron. */
const listed = ({ patronId }: TestPatron, blocked: object | null): object => ({
  ...{ record: 'patron', websiteId: library.websiteId, patronId },
  blocked,
});

const sendList = (...records: readonly object[]): ReturnType<OperatorClient['sendRecords']> =>
  operator.sendRecords(records.map((record) => JSON.stringify(record)).join('\n'));

async function blockOf(patron: TestPatron): Promise<unknown> {
  const { blockedReason, blockedByDesk } = (await mustSucceed(operator.patron(patron))).body;
  return [blockedReason, blockedByDesk];
}

describe('a patron whom the desk has blocked', () => {
  test('is refused what the rules refuse, keeps every place, and stays so until the desk lifts it', async () => {
    const { patron, title } = await library.waiting();
    const before = await patron.snapshot();
    expectNoContent(await operator.block(patron, ' A lost book '));

    expectRefusal(await patron.place(await library.addTitle()), 'PatronBlocked', 'A lost book');
    const profile = { ...(before.profile as object), blocked: { reason: 'A lost book' } };
    expect(await patron.snapshot()).toEqual({ ...before, profile });
    const other = await library.addPatron();
    const answer = await sendList(listed(patron, null), listed(other, null));
    expect(answer.body).toMatchObject({ applied: 2, blocksKept: 1 });
    expect(await blockOf(patron)).toEqual(['A lost book', true]);

    expectNoContent(await operator.liftBlock(patron));
    expect(await blockOf(patron)).toEqual([null, false]);
    expect((await patron.find(title)).status).toBe(200);
    await mustSucceed(patron.place(await library.addTitle()));
    expect((await sendList(listed(patron, null))).body).toMatchObject({ applied: 1, blocksKept: 0 });
  });

  test('is told the desk’s reason before that of the list, and of neither after the desk has lifted both', async () => {
    const patron = await library.addPatron();
    expectOk(await sendList(listed(patron, { reason: 'Fees' })));
    expect(await blockOf(patron)).toEqual(['Fees', false]);
    expectNoContent(await operator.block(patron, 'A lost book'));
    expect(await blockOf(patron)).toEqual(['A lost book', true]);
    expectNoContent(await operator.liftBlock(patron));
    expect(await blockOf(patron)).toEqual([null, false]);
    expectOk(await sendList(listed(patron, { reason: 'Fees' })));
    expect(await blockOf(patron)).toEqual(['Fees', false]);
  });

  test('is blocked with another card, too, when the two are merged', async () => {
    const [from, into] = await library.addPatrons(2);
    expectNoContent(await operator.block(from, 'A lost book'));
    expectNoContent(await operator.merge(from, into.patronId));
    expect(await blockOf(into)).toEqual(['A lost book', true]);
  });

  test('is counted in the run of a file that says otherwise, also of one that is only tried', async () => {
    const patron = await library.addPatron();
    expectNoContent(await operator.block(patron, 'A lost book'));
    const { websiteId } = library;
    const mapping = [
      { column: 'number', member: 'patronId' },
      { column: 'block', member: 'blocked' },
    ];
    expectNoContent(await operator.changeCsvMapping(websiteId, 'patrons', mapping));
    const rows = `number,block\n${patron.patronId},no\n`;
    for (const query of ['?dryRun=true', '']) {
      const started = await operator.importCsv(websiteId, 'patrons', rows, 'text/csv', query);
      const path = `/${String(started.body.importId)}`;
      await eventually(async () =>
        expect((await operator.imports(websiteId, path)).body).toMatchObject({
          state: 'done',
          blocksKept: 1,
        }),
      );
      const admin = await ConsoleClient.signIn(library, `reads${query.length}`, ['admin']);
      expect((await admin.get(`/console/libraries/${websiteId}/imports${path}`)).text).toContain(
        'Not blocked in the file, and still blocked by the desk 1',
      );
    }
  });

  test.each([[''], ['  '], ['x'.repeat(201)], ['two\nlines'], ['half \ud83d a pair']])(
    'is not blocked for %j',
    async (reason) => {
      const patron = await library.addPatron();
      const answer = await operator.block(patron, reason);
      expect(answer.status).toBe(400);
      expect(await blockOf(patron)).toEqual([null, false]);
    },
  );
});

test('the desk blocks a patron and lifts it on the patron’s page, which says that lists do not; the log has both', async () => {
  const desk = await ConsoleClient.signIn(library, 'blocks', ['desk']);
  const patron = await library.addPatron();
  const own = `/console/libraries/${library.websiteId}/patrons/${patron.patronId}`;
  const wrong = await desk.submit(`${own}/block`, { reason: 'two\nlines' });
  expect(wrong.status).toBe(422);
  expect(wrong.html).toMatch(/<input[^>]*name="reason"[^>]*aria-invalid="true"/);
  const blocked = await desk.submit(`${own}/block`, { reason: 'A lost book' });
  expect(blocked.text).toMatch(
    /The patron is blocked\. .*Blocked by the desk A lost book .*Only this lifts it/,
  );
  const lifted = await desk.submit(`${own}/block`, { _method: 'DELETE' });
  expect(lifted.text).toContain('The block is lifted.');
  expect(lifted.text).not.toContain('A lost book');
  expectOk(await sendList(listed(patron, { reason: 'Fees' })));
  expect((await desk.get(own)).text).toMatch(/Blocked Fees .*comes back when they say so again/);

  const { body } = await operator.get(`/operator/v1/actions?patronId=${patron.patronId}`);
  const done = (body as { actions: { action: string; staff: { name: string } }[] }).actions;
  expect(done.map(({ action, staff }) => [action, staff.name.split('-')[0]]).sort()).toEqual([
    ['block-lifted', 'blocks'],
    ['patron-blocked', 'blocks'],
  ]);
});

test('whoever may not serve patrons may not block one', async () => {
  const viewer = await ConsoleClient.signIn(library, 'views', ['viewer']);
  const patron = await library.addPatron();
  const own = `/console/libraries/${library.websiteId}/patrons/${patron.patronId}`;
  expect((await viewer.submit(`${own}/block`, { reason: 'A lost book' })).status).toBe(403);
  expect(await blockOf(patron)).toEqual([null, false]);
});
