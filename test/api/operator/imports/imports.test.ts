import { serialize } from 'node:v8';
import { EventPublisher } from '../../../../src/events/publisher.service.js';
import { purgeEvents } from '../../../../src/events/publisher.store.js';
import { withoutPersonalData } from '../../../../src/operator/imports/import-report.js';
import { RequestImport } from '../../../../src/operator/imports/request-import.js';
import { advanceClock, DAY, eventually } from '../../../support/clock.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { purgeImportRuns } from '../../../../src/records/engine/import-runs.store.js';
import { expectRefusal } from '../../../support/answers.js';
import { mustSucceed } from '../../../support/client.js';
import { metricsOf } from '../../../support/metrics.js';
import {
  copies,
  patron,
  reserveIdOf,
  type TestRecord,
  title,
  toLines,
  WEBSITE_ID,
} from '../../../support/records.js';
import { tablesWith } from '../../../support/stored/stored-text.js';
import type { TestLibrary } from '../../../support/test-library.js';
import { addMachine } from '../../../support/staff/staff-members.js';
import { OperatorClient } from '../../../support/operator/operator-client.js';
import {
  OTHER_WEBSITE_ID,
  otherLibrary,
  useOperatorLibrary,
} from '../../../support/operator/operator-library.js';

let library: TestLibrary;
let operator: OperatorClient;
useOperatorLibrary((opened) => ({ library, operator } = opened));

async function importFile(lines: string): Promise<string> {
  const answer = await operator.startImport(WEBSITE_ID, lines);
  expect(answer.status).toBe(202);
  return (answer.body as { importId: string }).importId;
}

async function ended(importId: string): Promise<Readonly<Record<string, unknown>>> {
  await eventually(async () =>
    expect((await operator.imports(WEBSITE_ID, `/${importId}`)).body.ended).not.toBeNull(),
  );
  return (await operator.imports(WEBSITE_ID, `/${importId}`)).body as Readonly<Record<string, unknown>>;
}

const rejectionsOf = async (importId: string): Promise<unknown> =>
  (await mustSucceed(operator.imports(WEBSITE_ID, `/${importId}/rejections`))).body.rejections;

test('an upload is answered at once, and tells in the end what was applied and rejected', async () => {
  const lines = toLines(title(1), copies(1, 3), 'not JSON', { ...copies(2, 1) });
  const importId = await importFile(lines);
  expect(await ended(importId)).toMatchObject({
    state: 'done',
    applied: 2,
    rejected: 2,
    bytes: lines.length,
    bytesDone: lines.length,
    startedBy: 'installation',
    failure: null,
  });
  expect(await rejectionsOf(importId)).toEqual([
    { line: 3, message: expect.any(String) },
    { line: 4, message: `reserveId ${reserveIdOf(2)} is not a title here` },
  ]);
  expect(await library.copiesOf({ reserveId: reserveIdOf(1), crossRefId: 1 })).toMatchObject({
    main: { owned: 3 },
  });
  expect((await operator.imports(WEBSITE_ID)).body.imports).toHaveLength(1);
});

test('holds that an uploaded file ends are counted', async () => {
  const { title: ofHold } = await library.waiting();
  const counted = 'holdfast_holds_ended_total{reason="title-withdrawn"}';
  const before = (await metricsOf(library.service.url)).get(counted) ?? NaN;
  const withdrawal = { record: 'withdrawal', websiteId: WEBSITE_ID, reason: 'lost' };
  await ended(await importFile(toLines({ ...withdrawal, reserveId: ofHold.reserveId })));
  await eventually(async () => expect((await metricsOf(library.service.url)).get(counted)).toBe(before + 1));
});

test('the reasons that are kept name no patron', async () => {
  await library.addPatron({ cardNumber: 'CARD-4711' });
  const importId = await importFile(toLines(patron(77_001, { cardNumber: 'CARD-4711' })));
  expect(await ended(importId)).toMatchObject({ rejected: 1 });
  expect(await rejectionsOf(importId)).toEqual([
    { line: 1, message: 'cardNumber is already the card of another patron' },
  ]);
  expect(await tablesWith(library.service.database, 'CARD-4711')).toEqual(['public.patron']);
});

test.each([
  ['patronId 12 cannot be used in library 38', 'patronId cannot be used in library 38'],
  ['patronId 12 is not a patron of library 37', 'patronId is not a patron of library 37'],
  ['title a is in no collection of patron 12', 'title a is in no collection of the patron'],
  [
    'cardNumber "a\\"b 1" is already the card of patron 9',
    'cardNumber is already the card of another patron',
  ],
  ['websiteId 9 is not a library here', 'websiteId 9 is not a library here'],
])('%s is kept as: %s', (message, kept) => {
  expect(withoutPersonalData(message)).toBe(kept);
});

test('a file of one library changes no other', async () => {
  const owned = await library.addTitle();
  await library.import(...otherLibrary(owned, 1));
  const importId = await importFile(toLines({ ...copies(owned.crossRefId, 5), websiteId: OTHER_WEBSITE_ID }));
  expect(await ended(importId)).toMatchObject({ applied: 0, rejected: 1 });
});

test('the counts of a request take no more memory for more libraries and refused lines', () => {
  const sizeAfter = (lines: number): number => {
    const request = new RequestImport();
    for (let line = 1; line <= lines; line++) {
      request.onRead({ kind: 'copies', isRemoval: false, websiteId: line }, line > 15_000);
      request.onRejected({ line, message: 'is refused' }, line);
    }
    return serialize({ ...request }).byteLength;
  };
  expect(sizeAfter(60_000) - sizeAfter(30_000)).toBeLessThan(100);
});

describe('records that are sent in a request', () => {
  const listed = async (websiteId = WEBSITE_ID): Promise<Readonly<Record<string, unknown>>[]> =>
    (await mustSucceed(operator.imports(websiteId))).body.imports as Readonly<Record<string, unknown>>[];

  test('are listed with their rejected lines, also those that name no library', async () => {
    const lines = toLines(title(1), copies(1, 3), 'not JSON', copies(2, 1));
    expect((await operator.sendRecords(lines)).status).toBe(422);
    expect(await listed()).toMatchObject([
      {
        state: 'done',
        fileName: 'Records of a request',
        startedBy: 'installation',
        applied: 2,
        rejected: 2,
        bytes: lines.length,
        bytesDone: lines.length,
        failure: null,
      },
    ]);
    const [{ importId } = {}] = await listed();
    expect(await rejectionsOf(String(importId))).toEqual([
      { line: 3, message: expect.any(String) },
      { line: 4, message: `reserveId ${reserveIdOf(2)} is not a title here` },
    ]);
  });

  test('are listed without rejected lines only if they are many', async () => {
    await mustSucceed(operator.sendRecords(toLines(...someTitles(99), copies(1, 1))));
    // The library's own are 1; titles belong to all.
    expect(await listed()).toMatchObject([{ applied: 100, rejected: 0 }]);
    await mustSucceed(operator.sendRecords(toLines(...someTitles(98), copies(1, 1))));
    expect(await listed()).toHaveLength(1);
  });

  test('of several libraries are listed in each, which sees no line of the other', async () => {
    const owned = await library.addTitle();
    await library.import(...otherLibrary(owned, 1));
    const inOther = (record: TestRecord): TestRecord => ({ ...record, websiteId: OTHER_WEBSITE_ID });
    const lines = [
      copies(1, 3),
      copies(7, 1),
      inOther(copies(8, 1)),
      inOther(copies(1, 2)),
      inOther(copies(9, 1)),
    ];
    expect((await operator.sendRecords(toLines(...lines, 'not JSON'))).status).toBe(422);
    const [here, there] = [await listed(), await listed(OTHER_WEBSITE_ID)];
    expect([here, there]).toMatchObject([[{ applied: 1, rejected: 1 }], [{ applied: 1, rejected: 2 }]]);
    expect(await rejectionsOf(String(here[0]?.importId))).toEqual([
      { line: 2, message: `reserveId ${reserveIdOf(7)} is not a title here` },
    ]);
  });

  test('that may not be applied are not listed in their library', async () => {
    await library.import(...otherLibrary(await library.addTitle(), 1));
    const token = await addMachine(library.service, 'ils', ['collections']);
    const machine = new OperatorClient(library.service.url, token);
    const foreign = { ...copies(1, 1), websiteId: OTHER_WEBSITE_ID };
    expect((await machine.sendRecords(toLines(foreign))).status).toBe(422);
    expect([await listed(), await listed(OTHER_WEBSITE_ID)]).toEqual([[], []]);
    expect((await machine.sendRecords(toLines(copies(1, 1), foreign))).status).toBe(422);
    expect([await listed(), await listed(OTHER_WEBSITE_ID)]).toMatchObject([
      [{ applied: 1, rejected: 1 }],
      [],
    ]);
  });
});

const someTitles = (number: number): TestRecord[] =>
  Array.from({ length: number }, (_, index) => title(index + 1));

test('an import belongs to its library, and an unknown one is not found', async () => {
  const importId = await importFile('');
  await ended(importId);
  for (const path of [`/${importId.replace(/./, '0')}0`, '/nonsense', `/${importId}x`])
    expectRefusal(await operator.imports(WEBSITE_ID, path), 'NotFound');
  expectRefusal(await operator.imports(OTHER_WEBSITE_ID, `/${importId}`), 'NotFound');
  expectRefusal(await operator.startImport(OTHER_WEBSITE_ID, ''), 'NotFound');
});

const SILENCE = statement(
  'test-silence-imports',
  `UPDATE import_run SET ended_at = NULL, alive_at = now() - interval '2 minutes'`,
);

test('an import whose process has died is interrupted', async () => {
  const importId = await importFile(toLines(title(1)));
  await ended(importId);
  await library.service.database.run(SILENCE);
  expect((await operator.imports(WEBSITE_ID, `/${importId}`)).body).toMatchObject({ state: 'interrupted' });
});

test('an import is forgotten after 90 days, with its rejected lines', async () => {
  const importId = await importFile('not JSON\n');
  await ended(importId);
  const publisher = new EventPublisher(library.service.database);
  await eventually(async () => expect(await publisher.publish()).toBeGreaterThan(0));
  await advanceClock(library.service, 89 * DAY);
  expect(await purgeImportRuns(library.service.database)).toBe(0);
  await advanceClock(library.service, 2 * DAY);
  expect(await purgeImportRuns(library.service.database)).toBe(1);
  await purgeEvents(library.service.database);
  expectRefusal(await operator.imports(WEBSITE_ID, `/${importId}`), 'NotFound');
  expect(await tablesWith(library.service.database, importId)).toEqual([]);
});
