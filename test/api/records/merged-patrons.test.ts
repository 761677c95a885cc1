import { expectNoContent } from '../../support/answers.js';
import { mustSucceed } from '../../support/client.js';
import { DAY, eventually, serviceTime } from '../../support/clock.js';
import { ConsoleClient } from '../../support/console/console-client.js';
import type { OperatorClient } from '../../support/operator/operator-client.js';
import { useSharedLibrary } from '../../support/operator/operator-library.js';
import { patron as patronRecord } from '../../support/records.js';
import { importRecords } from '../../support/runs/import-under-test.js';
import { tablesWith } from '../../support/stored/stored-text.js';
import type { TestLibrary, TestPatron } from '../../support/test-library.js';

/** Lists of a library's system that still name patrons whom staff have merged into others. */

let library: TestLibrary;
let operator: OperatorClient;
useSharedLibrary((opened) => ({ library, operator } = opened));

type Members = Readonly<Record<string, unknown>>;

const listed = (members: Members): Members => ({
  ...{ record: 'patron', websiteId: library.websiteId, category: 'adult' },
  ...members,
});

const send = async (...records: readonly Members[]): Promise<Members> =>
  (await operator.sendRecords(records.map((record) => JSON.stringify(record)).join('\n'))).body;

async function merge(from: TestPatron, into: TestPatron): Promise<void> {
  expectNoContent(await operator.merge(from, into.patronId));
}

const known = (externalId: string, cardNumber: string): Promise<TestPatron> =>
  library.addPatron({ externalId, cardNumber });

const patronIds = async (): Promise<number[]> => {
  const rows = await library.service.database.prisma.patron.findMany({
    where: { websiteId: library.websiteId },
    orderBy: { patronId: 'asc' },
  });
  return rows.map(({ patronId }) => patronId);
};

const merged = (count: number, members: Members = {}): object => ({
  ...{ applied: count, rejected: 0 },
  effects: { added: 0, changed: 0, unchanged: 0, removed: 0, merged: count },
  ...members,
});

test('a list that still has the merged patron, by number, card or the service’s number, makes nobody anew', async () => {
  const kept = await known('Merged-number-1', 'Merged-card-1');
  const gone = await known('Merged-number-2', 'Merged-card-2');
  await merge(gone, kept);
  const before = (await operator.export(kept)).body;
  const lines = [
    listed({
      externalId: 'Merged-number-2',
      cardNumber: 'Merged-card-2',
      blocked: { reason: 'Fees' },
      category: 'nobody',
    }),
    listed({ externalId: 'Merged-number-9', cardNumber: 'merged-card-2' }),
    listed({ patronId: gone.patronId, cardNumber: 'Merged-card-2' }),
  ];
  expect(await send(...lines)).toMatchObject(merged(3));
  expect(await patronIds()).toEqual([kept.patronId]);
  expect({ ...(await operator.export(kept)).body, staffActions: [] }).toEqual({
    ...before,
    staffActions: [],
  });
  for (const name of ['Merged-number-2', 'Merged-card-2', 'merged-card-2'])
    expect(await tablesWith(library.service.database, name)).toEqual([]);
});

test('who was merged into somebody who was merged later is the one who is left; with that one, all names are forgotten', async () => {
  const [first, second, last] = [
    await known('Merged-number-1', 'Merged-card-1'),
    await known('Merged-number-2', 'Merged-card-2'),
    await known('Merged-number-3', 'Merged-card-3'),
  ];
  await merge(first, second);
  await merge(second, last);
  const lines = [
    listed({ externalId: 'Merged-number-1' }),
    listed({ externalId: 'Merged-number-2', cardNumber: 'Merged-card-2' }),
  ];
  expect(await send(...lines)).toMatchObject(merged(2));
  expectNoContent(await operator.forget(last));
  expect(
    await library.service.database.prisma.mergedName.count({ where: { websiteId: library.websiteId } }),
  ).toBe(0);
  expect(await send(...lines)).toMatchObject({ applied: 2, effects: { added: 2, merged: 0 } });
});

test('a name that a record gives to somebody is theirs', async () => {
  const kept = await known('Merged-number-1', 'Merged-card-1');
  const gone = await known('Merged-number-2', 'Merged-card-2');
  await merge(gone, kept);
  await mustSucceed(
    operator.sendRecords(
      JSON.stringify(
        listed({ externalId: 'Merged-number-1', cardNumbers: ['Merged-card-1', 'Merged-card-2'] }),
      ),
    ),
  );
  expect(await send(listed({ externalId: 'Merged-number-2', cardNumber: 'Merged-card-2' }))).toMatchObject(
    merged(1),
  );

  await library.import(patronRecord(4_500, { externalId: 'Merged-number-2' }));
  expect(await send(listed({ externalId: 'Merged-number-2' }))).toMatchObject({
    effects: { unchanged: 1, merged: 0 },
  });
});

test('holds and loans of the merged patron go to the one who is kept', async () => {
  const kept = await known('Merged-number-1', 'Merged-card-1');
  const gone = await known('Merged-number-2', 'Merged-card-2');
  await merge(gone, kept);
  const [awaited, borrowed, both] = [
    await library.addTitle(),
    await library.addTitle(1),
    await library.addTitle(),
  ];
  const hold = { record: 'hold', websiteId: library.websiteId, ignoreHoldEmail: true };
  const checkout = {
    ...{ record: 'checkout', websiteId: library.websiteId, expires: '2100-01-01T00:00:00Z' },
    ...{ externalId: 'Merged-number-2', reserveId: borrowed.reserveId },
  };
  const expires = new Date((await serviceTime(library.service)).getTime() + DAY).toISOString();
  const answer = await send(
    { ...checkout, expires },
    { ...hold, externalId: 'Merged-number-2', reserveId: awaited.reserveId },
    { ...hold, externalId: 'Merged-number-1', reserveId: both.reserveId },
    { ...hold, patronId: gone.patronId, reserveId: both.reserveId },
  );
  expect(answer).toMatchObject({ applied: 4, rejected: 0 });
  expect((await kept.list()).body.holds).toHaveLength(2);
  expect((await kept.loan(borrowed)).status).toBe(200);
  await send({ record: 'patron', websiteId: library.websiteId, externalId: 'Merged-number-2', delete: true });
  expect(await patronIds()).toEqual([kept.patronId]);
});

describe('a whole list', () => {
  const whole = async (dryRun: boolean, ...records: readonly Members[]): Promise<Members> => {
    async function* lines(): AsyncGenerator<string> {
      yield await Promise.resolve(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    }
    const options = { dryRun, wholeList: { of: 'patrons', isForced: true } } as const;
    return { ...(await importRecords(lines(), library.service.database, options)) };
  };

  test('names the kept patron by the merged one, and misses nobody; a dry run says the same', async () => {
    const kept = await known('Merged-number-1', 'Merged-card-1');
    const gone = await known('Merged-number-2', 'Merged-card-2');
    const other = await known('Merged-number-3', 'Merged-card-3');
    await merge(gone, kept);
    const lines = [
      listed({ externalId: 'Merged-number-2', cardNumber: 'Merged-card-2' }),
      listed({ externalId: 'Merged-number-3' }),
    ];
    for (const dryRun of [true, false])
      expect(await whole(dryRun, ...lines)).toMatchObject({
        effects: { unchanged: 1, merged: 1 },
        notInFile: { missing: 0, active: 2, ended: 0, problem: null },
      });
    expect(await patronIds()).toEqual([kept.patronId, other.patronId]);
  });
});

test('the run of a CSV list counts merged patrons, and the console says so', async () => {
  await merge(
    await known('Merged-number-2', 'Merged-card-2'),
    await known('Merged-number-1', 'Merged-card-1'),
  );
  const { websiteId } = library;
  const rows =
    'borrowernumber,cardnumber,categorycode\nMerged-number-1,Merged-card-1,adult\nMerged-number-2,Merged-card-2,adult\n';
  for (const query of ['?dryRun=true', '']) {
    const { importId } = (
      await mustSucceed(operator.importCsv(websiteId, 'patrons', rows, 'text/csv', query))
    ).body as { importId: string };
    await eventually(async () =>
      expect((await operator.imports(websiteId, `/${importId}`)).body).toMatchObject({
        ...{ state: 'done', applied: 2, rejected: 0 },
        effects: { unchanged: 1, merged: 1 },
      }),
    );
    const admin = await ConsoleClient.signIn(library, `merged${query.length}`, ['admin']);
    expect((await admin.get(`/console/libraries/${websiteId}/imports/${importId}`)).text).toContain(
      'Left out: merged into another patron 1',
    );
  }
});
