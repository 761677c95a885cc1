import { expectOk, expectRefusal } from '../../../support/answers.js';
import type { Answer } from '../../../support/client.js';
import { mustSucceed } from '../../../support/client.js';
import { advanceClock, HOUR } from '../../../support/clock.js';
import { conditionsOf } from '../../../support/conditions.js';
import type { OperatorClient } from '../../../support/operator/operator-client.js';
import { useSharedLibrary } from '../../../support/operator/operator-library.js';
import { ConsoleClient, rowsOf } from '../../../support/console/console-client.js';
import { queueAddress } from '../../../../src/staff/addresses/addresses.js';
import { hold as holdRecord } from '../../../support/records.js';
import type { TestLibrary, TestPatron, TestTitle } from '../../../support/test-library.js';

let library: TestLibrary;
let operator: OperatorClient;
useSharedLibrary((opened) => ({ library, operator } = opened));

const queueOf = ({ reserveId }: TestTitle): string =>
  `/operator/v1/libraries/${library.websiteId}/queues/${reserveId}`;

interface Line {
  readonly holds: readonly {
    readonly ticket: number;
    readonly patronId: number;
    readonly movedInLine?: boolean;
  }[];
}

async function line({ reserveId }: TestTitle): Promise<Line['holds']> {
  const answer = await operator.get(
    `/operator/v1/titles/${reserveId}/queue?websiteId=${library.websiteId}&limit=500`,
  );
  return (answer.body as unknown as Line).holds;
}

async function ticketOf(title: TestTitle, { patronId }: TestPatron): Promise<number> {
  return (await line(title)).find((hold) => hold.patronId === patronId)!.ticket;
}

type Beside = readonly [side: 'before' | 'after', other: TestPatron] | undefined;

async function move(title: TestTitle, patron: TestPatron, beside?: Beside): Promise<Answer> {
  const [ticket, other] = [
    await ticketOf(title, patron),
    beside && { side: beside[0], other: await ticketOf(title, beside[1]) },
  ];
  return operator.post(`${queueOf(title)}/order`, { ticket, reason: 'class', ...other });
}

const putBack = async (title: TestTitle, patron: TestPatron): Promise<Answer> =>
  operator.post(`${queueOf(title)}/order/undo`, { ticket: await ticketOf(title, patron) });

const idsOf = (patrons: readonly TestPatron[]): number[] => patrons.map(({ patronId }) => patronId);

async function expectLine(title: TestTitle, ...patrons: TestPatron[]): Promise<void> {
  expect((await line(title)).map(({ patronId }) => patronId)).toEqual(idsOf(patrons));
  const places = await Promise.all(
    patrons.map(async (patron) => (await patron.find(title)).body.holdListPosition as unknown),
  );
  expect(places).toEqual(patrons.map((_, index) => index + 1));
}

/** Each an hour after the one before. */
async function inTurn(title: TestTitle, count: number): Promise<TestPatron[]> {
  const patrons = await library.addPatrons(count);
  for (const patron of patrons) {
    await mustSucceed(patron.place(title));
    await advanceClock(library.service, HOUR);
  }
  return patrons;
}

test('a hold goes before or after another, the others stay in order, and the next copy is its own', async () => {
  const title = await library.addTitle(0);
  const [a, b, c, teacher] = (await inTurn(title, 4)) as [TestPatron, TestPatron, TestPatron, TestPatron];
  const first = await move(title, teacher);
  expectOk(first);
  expect(first.body).toMatchObject({ reserveId: title.reserveId, place: 1 });
  await expectLine(title, teacher, a, b, c);
  expect((await move(title, a, ['after', b])).body).toMatchObject({ place: 3 });
  await expectLine(title, teacher, b, a, c);
  expect((await move(title, b, ['after', c])).body).toMatchObject({ place: 4 });
  await expectLine(title, teacher, a, c, b);
  const [later] = await inTurn(title, 1);
  await expectLine(title, teacher, a, c, b, later!);
  await library.setCopiesOwned(title, 1);
  expect(await conditionsOf(title, teacher, a)).toEqual(['ready', 'waiting']);
});

test('one request puts a hold back among those placed before and after, whoever else was moved', async () => {
  const title = await library.addTitle(0);
  const all = await inTurn(title, 5);
  const [a, b, c, d, e] = all as [TestPatron, TestPatron, TestPatron, TestPatron, TestPatron];
  await move(title, c);
  await move(title, e, ['before', b]);
  await move(title, a, ['after', d]);
  await expectLine(title, c, e, b, d, a);
  expect((await putBack(title, c)).body).toMatchObject({ place: 3 });
  await expectLine(title, e, b, c, d, a);
  expect((await line(title)).map(({ movedInLine }) => movedInLine ?? false)).toEqual([
    ...[true, false, false, false, true],
  ]);
  await putBack(title, a);
  await putBack(title, e);
  await expectLine(title, ...all);
  expectOk(await putBack(title, b));
  await expectLine(title, ...all);
});

/** As another system had them, all of one date. */
async function imported(title: TestTitle, count: number): Promise<TestPatron[]> {
  const patrons = await library.addPatrons(count);
  const placement = { placedDate: '2025-03-01T00:00:00Z', ignoreHoldEmail: true };
  await library.import(...patrons.map(({ patronId }) => holdRecord(patronId, title.crossRefId, placement)));
  return patrons;
}

test('a hold goes back to where it was among holds of one date, also after all have got new tickets', async () => {
  const title = await library.addTitle(0);
  const all = await imported(title, 9);
  const [a, b, c, d, e, ...others] = all as [TestPatron, TestPatron, TestPatron, TestPatron, TestPatron];
  const first = await ticketOf(title, d);
  await move(title, d);
  // Tickets beside each other: room was made.
  await expectLine(title, d, a, b, c, e, ...others);
  expect((await putBack(title, d)).body).toMatchObject({ place: 4 });
  await expectLine(title, ...all);
  const ticket = await ticketOf(title, d);
  expect(ticket).toBeGreaterThan(first);
  await move(title, d);
  expect((await putBack(title, d)).body).toMatchObject({ ticket, place: 4 });
  await move(title, d);
  await move(title, c, ['after', others.at(-1)!]);
  for (const other of others) await move(title, other, ['before', b]);
  for (const patron of [d, c, ...others]) await putBack(title, patron);
  await expectLine(title, ...all);
});

test('the trace and the log keep the reason, and the patron sees only the place', async () => {
  const title = await library.addTitle(0);
  const [, teacher] = (await inTurn(title, 2)) as [TestPatron, TestPatron];
  const before = (await teacher.find(title)).body;
  await move(title, teacher);
  await putBack(title, teacher);
  const trace = await operator.get(`/operator/v1/patrons/${teacher.patronId}/holds/${title.reserveId}/trace`);
  expect(trace.body.events).toMatchObject([
    { event: 'moved-in-line', reason: 'class' },
    { event: 'put-back' },
  ]);
  const { actions } = (await operator.get(`/operator/v1/actions?websiteId=${library.websiteId}`))
    .body as unknown as { actions: { action: string; reserveId?: string }[] };
  const own = actions.filter(({ reserveId }) => reserveId === title.reserveId);
  expect(own.find(({ action }) => action === 'hold-moved-in-line')).toMatchObject({ reason: 'class' });
  expect(own.map(({ action }) => action).sort()).toEqual(['hold-moved-in-line', 'hold-put-back']);
  expect(own.every((action) => !('patronId' in action))).toBe(true);
  await move(title, teacher);
  expect((await teacher.find(title)).body).toEqual({ ...before, holdListPosition: 1 });
});

test('a suspended hold may be moved; one that is ready has its copy, and one that has ended is gone', async () => {
  const title = await library.addTitle(1);
  const [ready, a, suspended] = (await inTurn(title, 3)) as [TestPatron, TestPatron, TestPatron];
  await mustSucceed(suspended.suspend(title));
  expectRefusal(await move(title, ready, ['after', a]), 'HoldReadyForCheckout');
  expectRefusal(await move(title, ready), 'HoldReadyForCheckout');
  expect((await move(title, suspended)).body).toMatchObject({ place: 2 });
  expect(await conditionsOf(title, suspended)).toEqual(['suspended']);
  const [gone, still] = [await ticketOf(title, a), await ticketOf(title, suspended)];
  await mustSucceed(a.remove(title));
  const order = `${queueOf(title)}/order`;
  for (const body of [
    { ticket: gone },
    { ticket: still, other: gone },
    { ticket: still, other: 2 ** 31 - 1 },
  ])
    expectRefusal(await operator.post(order, { ...body, reason: 'urgent' }), 'NotFound');
  for (const reason of ['', 'because', null, 7])
    expect((await operator.post(order, { ticket: still, reason })).status).toBe(400);
  expect((await move(title, suspended, ['before', suspended])).body).toMatchObject({ place: 2 });
  const elsewhere = await (await library.another()).addTitle(0);
  expectRefusal(
    await operator.post(`${queueOf(elsewhere)}/order`, { ticket: 1, reason: 'urgent' }),
    'NotFound',
  );
});

test('the queue’s page moves a hold, and puts it back with one button', async () => {
  const title = await library.addTitle(0);
  const [a, b] = (await inTurn(title, 2)) as [TestPatron, TestPatron];
  const desk = await ConsoleClient.signIn(library, 'dora', ['desk']);
  const address = queueAddress(library.websiteId, title.reserveId);
  const ticket = String(await ticketOf(title, b));
  // As a browser sends the form where the first that waits is chosen.
  const moved = await desk.submit(`${address}/order`, {
    ticket,
    side: 'before',
    other: '',
    reason: 'urgent',
  });
  expect(moved.html).toContain('The hold is in place 1 now.');
  await expectLine(title, b, a);
  const page = await desk.get(address);
  expect(rowsOf(page, 'In the order').map(([place, , , condition]) => [place, condition])).toEqual([
    ['1', 'Waiting; moved by staff'],
    ['2', 'Waiting'],
  ]);
  await desk.submit(`${address}/order/undo`, { ticket: String(await ticketOf(title, b)) });
  await expectLine(title, a, b);
});

test('an older view of the queue is refused with a page that has the queue as it is now', async () => {
  const title = await library.addTitle(1);
  const [ready, gone, b] = (await inTurn(title, 3)) as [TestPatron, TestPatron, TestPatron];
  await move(title, b, ['before', gone]);
  const desk = await ConsoleClient.signIn(library, 'otto', ['desk']);
  const order = `${queueAddress(library.websiteId, title.reserveId)}/order`;
  const [ended, isReady] = [await ticketOf(title, gone), await ticketOf(title, ready)];
  await mustSucceed(gone.remove(title));
  const stale = { ticket: ended, side: 'before', other: '', reason: 'urgent' };
  for (const [address, fields, message] of [
    [order, stale, 'The queue has changed meanwhile'],
    [order, { ...stale, ticket: await ticketOf(title, b), other: ended }, 'The queue has changed meanwhile'],
    [`${order}/undo`, { ticket: ended }, 'The queue has changed meanwhile'],
    [order, { ...stale, ticket: isReady }, 'ready to be checked out'],
  ] as const) {
    const page = await desk.submit(address, fields);
    expect(page.status).toBe(422);
    expect(page.text).toContain(message);
    expect(rowsOf(page, 'In the order')).toHaveLength(2);
  }
});

test('between the same two there is always room, and notices and places follow', async () => {
  const title = await library.addTitle(1);
  const all = await inTurn(title, 12);
  const [ready, first, ...others] = all as [TestPatron, TestPatron, ...TestPatron[]];
  for (const patron of others) expect((await move(title, patron, ['before', first])).status).toBe(200);
  await expectLine(title, ready, ...others, first);
  for (const patron of others.toReversed()) await move(title, patron, ['after', ready]);
  for (const patron of others) await move(title, patron, ['after', ready]);
  await expectLine(title, ready, ...others.toReversed(), first);
});

test('forty at once, while copies come free, leave all in one order', async () => {
  const title = await library.addTitle(0);
  const patrons = await library.fillQueue(title, 40);
  const tickets = (await line(title)).map(({ ticket }) => ticket);
  const answers = await Promise.all([
    ...tickets.map((ticket, index) =>
      operator.post(`${queueOf(title)}/order`, {
        ticket,
        other: tickets[(index * 7 + 3) % tickets.length]!,
        side: index % 2 === 0 ? 'before' : 'after',
        reason: 'class',
      }),
    ),
    library.setCopiesOwned(title, 5).then(() => undefined),
  ]);
  const statuses = new Set(answers.flatMap((answer) => answer?.status ?? []));
  // On a busy machine, some wait too long for their turn.
  expect([...statuses].filter((status) => ![200, 400, 404, 503].includes(status))).toEqual([]);
  const left = await line(title);
  expect(left.map(({ patronId }) => patronId).sort()).toEqual(idsOf(patrons).sort());
});

test('a moved hold keeps its place when its title’s holds go to another title, or older ones come in', async () => {
  const [old, edition] = [await library.addTitle(0), await library.addTitle(0)];
  const [a, b, teacher] = (await inTurn(old, 3)) as [TestPatron, TestPatron, TestPatron];
  const [other] = (await inTurn(edition, 1)) as [TestPatron];
  await move(old, teacher);
  expectOk(
    await operator.post(`/operator/v1/libraries/${library.websiteId}/titles/${old.reserveId}/holds/move`, {
      to: edition.crossRefId,
    }),
  );
  await expectLine(edition, teacher, a, b, other);
  const newcomer = await library.addPatron();
  const { holdPlacedDate } = (await other.find(edition)).body as { holdPlacedDate: string };
  const placedDate = new Date(Date.parse(holdPlacedDate) - 1_000).toISOString();
  await library.import(
    holdRecord(newcomer.patronId, edition.crossRefId, { placedDate, ignoreHoldEmail: true }),
  );
  await expectLine(edition, teacher, a, b, newcomer, other);
});
