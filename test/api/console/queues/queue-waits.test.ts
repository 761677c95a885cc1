import { WaitCurvesService } from '../../../../src/circulation/waits/wait-curves.service.js';
import { useOperatorLibrary } from '../../../support/operator/operator-library.js';
import { learnConduct } from '../../../support/runs/learned-conduct.js';
import { WEBSITE_ID } from '../../../support/records.js';
import type { TestLibrary, TestTitle } from '../../../support/test-library.js';
import { ConsoleClient } from '../../../support/console/console-client.js';
import { linkTo, rowsOf } from '../page-parts.js';

let library: TestLibrary;
let staff: ConsoleClient;
useOperatorLibrary((opened) => ({ library } = opened));
beforeEach(async () => {
  staff = await ConsoleClient.signIn(library.service, 'cora', ['collections']);
});

const QUEUES = `/console/libraries/${WEBSITE_ID}/queues`;
/** Loans of the test library are 21 days, pickups 72 hours. */
const LOAN_AND_PICKUP = 21 + 3;

/** As a worker that has just started does it. */
const computeWaits = (): Promise<void> => new WaitCurvesService(library.service.database).work();

/** A title whose copies have just been lent, with a queue. */
async function queueOf(
  title: string,
  owned: Readonly<Record<string, number>>,
  length: number,
): Promise<TestTitle> {
  const lent = await library.addTitle(owned, { title });
  const copies = Object.values(owned).reduce((sum, number) => sum + number, 0);
  for (const borrower of await library.addPatrons<number>(copies))
    expect((await borrower.borrow(lent)).status).toBe(201);
  await library.fillQueue(lent, length);
  return lent;
}

/** Of each queue the title and the wait, in the order of the page. */
async function waitsAt(path: string): Promise<string[][]> {
  return rowsOf(await staff.get(path)).map(([title = '', , , , , , wait = '']) => [
    title.split(' E-b')[0]!,
    wait,
  ]);
}

async function fileAt(path: string): Promise<string[]> {
  return (await (await staff.send(path)).text()).trimEnd().split('\r\n');
}

test('the list says how long a new hold would wait, and is sorted by it', async () => {
  const fresh = await queueOf('Fresh', { main: 1 }, 1);
  await computeWaits();
  expect(await waitsAt(QUEUES)).toEqual([['Fresh', `up to ${21 + LOAN_AND_PICKUP} days`]]);
  await queueOf('Two copies', { main: 2 }, 1);
  // Children may use one of the two copies, and two of them wait for it.
  const forAdults = await queueOf('For adults above all', { main: 1, adults: 1 }, 1);
  for (const child of [
    await library.addPatron({ category: 'child' }),
    await library.addPatron({ category: 'child' }),
  ])
    expect((await child.place(forAdults)).status).toBe(201);
  const unowned = await library.addTitle(0, { title: 'Not owned' });
  await library.fillQueue(unowned, 1);
  await computeWaits();
  await queueOf('Nobody has looked', { main: 1 }, 3);
  const byWait = linkTo(await staff.get(QUEUES), 'Wait of a new hold');
  expect(await waitsAt(byWait)).toEqual([
    ['Not owned', 'no copy'],
    ['For adults above all', `up to ${21 + 2 * LOAN_AND_PICKUP} days`],
    ['Fresh', `up to ${21 + LOAN_AND_PICKUP} days`],
    ['Two copies', `up to ${21} days`],
    ['Nobody has looked', 'not known yet'],
  ]);
  expect((await staff.get(byWait)).html.match(/aria-sort="\w+"/g)).toEqual(['aria-sort="descending"']);
  const [, , , inFile] = await fileAt(`${QUEUES}.csv?sort=wait`);
  expect(inFile).toBe(`Fresh,E-book,Author 1,1,1,0,0,1,0,0,,${21 + LOAN_AND_PICKUP},${fresh.reserveId}`);
});

test('what patrons were seen to do makes a likely wait and a latest one', async () => {
  await learnConduct(library.service.database, true);
  await queueOf('Learned', { main: 1 }, 2);
  await computeWaits();
  const [[, wait = '']] = (await waitsAt(QUEUES)) as [string[]];
  const [, likely, latest] = /^(\d+) to (\d+) days$/.exec(wait) ?? [];
  // Three loans of a fifth to all of their time, and two pickups of hours.
  expect(Number(likely)).toBeGreaterThan(12);
  expect(Number(latest)).toBeGreaterThan(Number(likely));
  expect(Number(latest)).toBeLessThan(21 + 2 * LOAN_AND_PICKUP);
  const [, inFile] = await fileAt(`${QUEUES}.csv`);
  expect(inFile).toContain(`,0,0,${likely},${latest},`);
});
