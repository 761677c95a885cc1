import { EventPublisher } from '../../../../src/events/publisher.service.js';
import { purgeEvents } from '../../../../src/events/publisher.store.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { purgeImportRuns } from '../../../../src/records/engine/import-runs.store.js';
import { expectRefusal } from '../../../support/answers.js';
import { mustSucceed } from '../../../support/client.js';
import { advanceClock, DAY, eventually } from '../../../support/clock.js';
import { metricsOf } from '../../../support/metrics.js';
import { OperatorClient } from '../../../support/operator/operator-client.js';
import { useSharedLibrary } from '../../../support/operator/operator-library.js';
import { copies, patron, reserveIdOf, type TestRecord, title, toLines } from '../../../support/records.js';
import { addMachine } from '../../../support/staff/staff-members.js';
import { tablesWith } from '../../../support/stored/stored-text.js';
import { TestLibrary } from '../../../support/test-library.js';

let library: TestLibrary;
let operator: OperatorClient;
useSharedLibrary((opened) => ({ library, operator } = opened));

type Report = Readonly<Record<string, unknown>>;

/** No other test's title has this number. */
const own = (number: number): number => library.websiteId * 1_000 + number;
const here = (record: TestRecord): TestRecord => ({ ...record, websiteId: library.websiteId });

async function importFile(lines: string): Promise<string> {
  const answer = await operator.startImport(library.websiteId, lines);
  expect(answer.status).toBe(202);
  return (answer.body as { importId: string }).importId;
}

const reportOf = async (importId: string): Promise<Report> =>
  (await mustSucceed(operator.imports(library.websiteId, `/${importId}`))).body as Report;

async function ended(importId: string): Promise<Report> {
  await eventually(async () => expect((await reportOf(importId)).ended).not.toBeNull());
  return reportOf(importId);
}

const listed = async ({ websiteId } = library): Promise<Report[]> =>
  (await mustSucceed(operator.imports(websiteId))).body.imports as Report[];

const rejectionsOf = async ({ importId }: Report): Promise<unknown> =>
  (await mustSucceed(operator.imports(library.websiteId, `/${String(importId)}/rejections`))).body.rejections;

test.each([
  ['an upload', (lines: string) => importFile(lines).then(ended)],
  ['a request', (lines: string) => operator.sendRecords(lines)],
])('%s tells in the list what was applied and rejected', async (what, send) => {
  const lines = toLines(title(own(1)), here(copies(own(1), 3)), 'not JSON', here(copies(own(2), 1)));
  expect(await send(lines)).toMatchObject(what === 'an upload' ? { state: 'done' } : { status: 422 });
  const [report, ...others] = await listed();
  expect(others).toEqual([]);
  expect(report).toMatchObject({
    ...{ state: 'done', applied: 2, rejected: 2, bytes: lines.length, bytesDone: lines.length },
    ...{ startedBy: 'installation', failure: null },
    ...(what === 'a request' && { fileName: 'Records of a request' }),
  });
  expect(await rejectionsOf(report!)).toEqual([
    { line: 3, message: expect.any(String) },
    { line: 4, message: `reserveId ${reserveIdOf(own(2))} is not a title here` },
  ]);
  const named = { reserveId: reserveIdOf(own(1)), crossRefId: own(1) };
  expect(await library.copiesOf(named)).toMatchObject({ main: { owned: 3 } });
});

test('holds that an uploaded file ends are counted', async () => {
  const { title: ofHold } = await library.waiting();
  const counted = 'holdfast_holds_ended_total{reason="title-withdrawn"}';
  const before = (await metricsOf(library.service.url)).get(counted) ?? NaN;
  const withdrawal = here({ record: 'withdrawal', reason: 'lost', reserveId: ofHold.reserveId });
  await ended(await importFile(toLines(withdrawal)));
  await eventually(async () => expect((await metricsOf(library.service.url)).get(counted)).toBe(before + 1));
});

test('the reasons that are kept name no patron', async () => {
  const [cardNumber, externalId] = ['CARD-OF-IMPORTS', 'NUMBER-OF-IMPORTS'];
  const { patronId } = await library.addPatron({ cardNumber, externalId });
  const { patronId: elsewhere } = await (await TestLibrary.open()).addPatron();
  const held = { record: 'hold', ignoreHoldEmail: true, reserveId: reserveIdOf(own(3)) };
  const lines = [
    patron(own(1), { cardNumber }),
    patron(own(2), { cardNumber: `${cardNumber}-2`, externalId }),
    patron(elsewhere, { cardNumber: `${cardNumber}-3` }),
    { ...held, patronId: elsewhere },
    { ...held, externalId: `${externalId}-2` },
    { ...held, patronId },
  ];
  const report = await ended(await importFile(toLines(title(own(3)), ...lines.map(here))));
  const ofLibrary = `library ${library.websiteId}`;
  expect(await rejectionsOf(report)).toEqual(
    [
      'cardNumber is already the card of another patron',
      'externalId is already that of another patron',
      `patronId cannot be used in ${ofLibrary}`,
      `patronId is not a patron of ${ofLibrary}`,
      `externalId is not a patron of ${ofLibrary}`,
      `title ${held.reserveId} is in no collection of the patron`,
    ].map((message, index) => ({ line: index + 2, message })),
  );
  expect(await tablesWith(library.service.database, cardNumber)).toEqual(['public.patron']);
});

test('a file of one library changes no other', async () => {
  const [{ crossRefId }, there] = [await library.addTitle(), await TestLibrary.open()];
  const foreign = { ...copies(crossRefId, 5), websiteId: there.websiteId };
  expect(await ended(await importFile(toLines(foreign)))).toMatchObject({ applied: 0, rejected: 1 });
});

describe('records that are sent in a request', () => {
  test('are listed without rejected lines only if they are many', async () => {
    const titles = (number: number): TestRecord[] =>
      Array.from({ length: number }, (_, index) => title(own(index + 1)));
    await mustSucceed(operator.sendRecords(toLines(...titles(99), here(copies(own(1), 1)))));
    // The library's own are 1; titles belong to all.
    expect(await listed()).toMatchObject([{ applied: 100, rejected: 0 }]);
    await mustSucceed(operator.sendRecords(toLines(...titles(98), here(copies(own(1), 1)))));
    expect(await listed()).toHaveLength(1);
  });

  test('of several libraries are listed in each, which sees no line of the other', async () => {
    const [{ crossRefId }, there] = [await library.addTitle(), await TestLibrary.open()];
    const inOther = (record: TestRecord): TestRecord => ({ ...record, websiteId: there.websiteId });
    const lines = [
      here(copies(crossRefId, 3)),
      here(copies(own(7), 1)),
      inOther(copies(own(8), 1)),
      inOther(copies(crossRefId, 2)),
      inOther(copies(own(9), 1)),
    ];
    expect((await operator.sendRecords(toLines(...lines, 'not JSON'))).status).toBe(422);
    expect(await listed(there)).toMatchObject([{ applied: 1, rejected: 2 }]);
    const [report, ...others] = await listed();
    expect([report, others]).toMatchObject([{ applied: 1, rejected: 1 }, []]);
    expect(await rejectionsOf(report!)).toEqual([
      { line: 2, message: `reserveId ${reserveIdOf(own(7))} is not a title here` },
    ]);
  });

  test('that may not be applied are not listed in their library', async () => {
    const [{ crossRefId }, there] = [await library.addTitle(), await TestLibrary.open()];
    const token = await addMachine(
      library.service,
      `ils-${library.websiteId}`,
      ['collections'],
      library.websiteId,
    );
    const machine = new OperatorClient(library.service.url, token);
    const foreign = { ...copies(crossRefId, 1), websiteId: there.websiteId };
    expect((await machine.sendRecords(toLines(foreign))).status).toBe(422);
    expect([await listed(), await listed(there)]).toEqual([[], []]);
    expect((await machine.sendRecords(toLines(here(copies(crossRefId, 1)), foreign))).status).toBe(422);
    expect([await listed(), await listed(there)]).toMatchObject([[{ applied: 1, rejected: 1 }], []]);
  });
});

const SILENCE = statement(
  'test-silence-imports',
  `UPDATE import_run SET ended_at = NULL, alive_at = now() - interval '2 minutes' WHERE website_id = $1`,
);

test('an import belongs to its library, an unknown one is not found, and one whose process died is interrupted', async () => {
  const there = await TestLibrary.open();
  const importId = await importFile('');
  await ended(importId);
  for (const path of [`/${importId.replace(/./, '0')}0`, '/nonsense', `/${importId}x`])
    expectRefusal(await operator.imports(library.websiteId, path), 'NotFound');
  expectRefusal(await operator.imports(there.websiteId, `/${importId}`), 'NotFound');
  expectRefusal(await operator.startImport(999_999, ''), 'NotFound');
  await library.service.database.run(SILENCE, [library.websiteId]);
  expect(await reportOf(importId)).toMatchObject({ state: 'interrupted' });
});

test('an import is forgotten after 90 days, with its rejected lines', async () => {
  const { database } = library.service;
  const importId = await importFile('not JSON\n');
  await ended(importId);
  const publisher = new EventPublisher(database);
  // With what other tests have written, in several rounds.
  await eventually(async () => {
    await publisher.publish();
    expect(await tablesWith(database, importId)).not.toContain('public.title_event_outbox');
  });
  await advanceClock(library.service, 89 * DAY);
  await purgeImportRuns(database);
  expect(await reportOf(importId)).toMatchObject({ state: 'done', rejected: 1 });
  await advanceClock(library.service, 2 * DAY);
  expect(await purgeImportRuns(database)).toBeGreaterThan(0);
  await purgeEvents(database);
  expectRefusal(await operator.imports(library.websiteId, `/${importId}`), 'NotFound');
  expect(await tablesWith(database, importId)).toEqual([]);
});
