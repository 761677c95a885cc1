import type { ImportOptions, ImportResult } from '../../../src/records/engine/records-import.js';
import * as given from '../../support/records.js';
import { type ImportUnderTest, importRecords, openImport } from '../../support/runs/import-under-test.js';

let target: ImportUnderTest;
beforeAll(async () => {
  target = await openImport();
  const patrons = Array.from({ length: 10 }, (_, index) =>
    given.patron(index + 1, { externalId: `X${index + 1}` }),
  );
  const titles = Array.from({ length: 10 }, (_, index) => [
    given.title(index + 1),
    given.copies(index + 1, 2),
  ]);
  await target.import(
    given.library(),
    { record: 'settings', websiteId: given.WEBSITE_ID, notices: { timeZone: 'Pacific/Auckland' } },
    ...[given.collection('main'), given.collection('other'), given.category('adult', ['main'])],
    ...[...patrons, ...titles.flat(), given.copies(10, 1, 'other')],
  );
});
afterAll(() => target.close());

type Whole = Pick<ImportOptions, 'dryRun' | 'wholeList' | 'mayApply'>;

async function run(
  options: Whole,
  ...records: readonly (given.TestRecord | string)[]
): Promise<ImportResult> {
  async function* lines(): AsyncGenerator<string> {
    yield await Promise.resolve(given.toLines(...records));
  }
  return importRecords(lines(), target.database, options);
}

const patrons = (isForced = false): Whole => ({ wholeList: { of: 'patrons', isForced } });
const copies: Whole = { wholeList: { of: 'copies', isForced: false } };
const named = (...numbers: readonly number[]): given.TestRecord[] =>
  numbers.map((number) => ({ record: 'patron', websiteId: given.WEBSITE_ID, externalId: `X${number}` }));

const expired = async (): Promise<number[]> =>
  (
    await target.rows<{ id: number }>(
      `SELECT patron_id AS id FROM patron
       WHERE ended_by_list = (service_now() AT TIME ZONE 'Pacific/Auckland')::date - 1 ORDER BY 1`,
    )
  ).map(({ id }) => id);

test('patrons whom a whole list does not name expire, unless they are too many, or a line cannot be read', async () => {
  const most = named(1, 2, 3, 4, 5, 6, 7, 8);
  expect(await run(patrons(), ...most.slice(1))).toMatchObject({
    notInFile: {
      missing: 3,
      active: 10,
      ended: 0,
      problem: expect.stringContaining('More than a fifth') as string,
    },
  });
  expect(await run(patrons(), ...most, 'nonsense')).toMatchObject({
    notInFile: { ended: 0, problem: expect.stringContaining('what line 9 names') as string },
  });
  const tried = await run({ ...patrons(), dryRun: true }, ...most);
  expect(tried.notInFile).toEqual({ missing: 2, active: 10, ended: 0, problem: null });
  expect(await expired()).toEqual([]);

  // A rejected line names its patron, too.
  const rejected = { ...named(8)[0], record: 'patron', category: 'nobody' };
  const wrong = { ...named(7)[0], record: 'patron', expiresOn: 'never' };
  const done = await run(patrons(), ...most.slice(0, 6), wrong, rejected);
  expect(done).toMatchObject({ rejected: 2, notInFile: { missing: 2, active: 10, ended: 2, problem: null } });
  expect(await expired()).toEqual([9, 10]);
  expect((await run(patrons(), ...most)).notInFile).toEqual({
    missing: 0,
    active: 8,
    ended: 0,
    problem: null,
  });
  expect((await run(patrons(true), ...most.slice(3))).notInFile).toMatchObject({ missing: 3, ended: 3 });
  expect(await expired()).toEqual([1, 2, 3, 9, 10]);
});

test('patrons whom a list has left out are back, with their own last day, as soon as a record names them', async () => {
  expect(await run({}, ...named(1, 2), given.patron(9, { externalId: 'X9' }))).toMatchObject({
    effects: { changed: 3, unchanged: 0 },
  });
  expect(await expired()).toEqual([3, 10]);
  await run({}, { ...named(1)[0], record: 'patron', expiresOn: '2020-01-31' });
  await run({}, ...named(1));
  expect(await target.rows(`SELECT patron_id AS id FROM patron WHERE expires_on < service_now()`)).toEqual([
    { id: 1 },
  ]);
  const { notInFile } = await run({ ...patrons(), dryRun: true }, ...named(2, 4, 5, 6, 7, 8));
  expect(notInFile).toMatchObject({ missing: 1, active: 7 });
  await run(patrons(true), ...named(4, 5, 6, 7, 8));
});

test('a rejected line names the patron of its card, whatever number it has', async () => {
  const nobody = { record: 'patron', websiteId: given.WEBSITE_ID, externalId: 'new', category: 'adult' };
  await run({}, { ...named(8)[0], record: 'patron', cardNumber: 'Card-8' });
  const lines = [...named(4, 5, 6, 7), { ...nobody, cardNumber: 'card-8' }];
  expect(await run({ ...patrons(true), dryRun: true }, ...lines)).toMatchObject({
    rejected: 1,
    notInFile: { missing: 0, active: 5 },
  });
});

test('a line that a role does not permit names its patron, too; a list of such lines says why nothing ends', async () => {
  const isNoRemoval: ImportOptions['mayApply'] = ({ isRemoval }) => !isRemoval;
  const [first, ...others] = named(4, 5, 6, 7, 8);
  const lines = [{ ...first, record: 'patron', delete: true }, ...others];
  expect(await run({ ...patrons(), dryRun: true, mayApply: isNoRemoval }, ...lines)).toMatchObject({
    rejected: 1,
    notInFile: { missing: 0, problem: null },
  });
  expect(await run({ ...patrons(), dryRun: true, mayApply: () => false }, ...others)).toMatchObject({
    notInFile: { problem: 'Your role does not permit you to change the patrons of library 37.' },
  });
});

test('patrons who came by signing in stay, until a record names them', async () => {
  await target.rows(`UPDATE patron SET from_sign_in = true WHERE patron_id = 4`);
  const others = named(5, 6, 7, 8);
  expect((await run(patrons(true), ...others)).notInFile).toMatchObject({ missing: 0, active: 4 });
  await run({}, ...named(4));
  expect((await run(patrons(true), ...others)).notInFile).toMatchObject({ missing: 1, active: 5, ended: 1 });
});

test('titles that a whole list does not name have no copies any more', async () => {
  const isbn = '9780141439471';
  const formats = [{ id: 'ebook-overdrive', identifiers: [{ type: 'ISBN', value: '0-14-143947-5' }] }];
  await run({}, given.title(9, { formats }));
  const most = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => given.copies(number, 2));
  most.push({ ...given.copies(9, 2), reserveId: undefined, isbn });
  expect((await run(copies, ...most)).notInFile).toEqual({ missing: 1, active: 10, ended: 1, problem: null });
  expect(
    await target.rows(
      `SELECT collection_id, owned FROM copies WHERE reserve_id = '${given.reserveIdOf(10)}' ORDER BY 1`,
    ),
  ).toEqual([
    { collection_id: 'main', owned: 0 },
    { collection_id: 'other', owned: 0 },
  ]);
  expect(await target.rows(`SELECT FROM copies WHERE owned = 2`)).toHaveLength(9);
});

test('licences that a whole list does not name end now, also those that were to begin', async () => {
  const licence = (number: number, members: object = {}): given.TestRecord => ({
    ...{ record: 'licence', websiteId: given.WEBSITE_ID, collectionId: 'main', licenceId: `L${number}` },
    ...{ reserveId: given.reserveIdOf(1), ...members },
  });
  const all = Array.from({ length: 10 }, (_, index) => licence(index + 1, { concurrency: 1 }));
  const [first, ...others] = all;
  await run({}, ...others, { ...first, record: 'licence', startsOn: '2999-01-01' });
  await run({}, { ...licence(3), collectionId: 'other' }, licence(99, { endsOn: '2020-01-01' }));
  const whole: Whole = { wholeList: { of: 'licences', isForced: false } };
  const named = [...all.slice(2), { ...licence(3), collectionId: 'Other', concurrency: 'all' }];
  expect((await run({ ...whole, dryRun: true }, ...named)).notInFile).toEqual({
    ...{ missing: 2, active: 11, ended: 0, problem: null },
  });
  expect((await run(whole, ...named)).notInFile).toMatchObject({ missing: 2, ended: 2 });
  expect(
    await target.rows(
      `SELECT licence_id AS id, concurrency FROM licence WHERE ends_at <= service_now() ORDER BY 1`,
    ),
  ).toEqual([
    { id: 'L1', concurrency: 1 },
    { id: 'L2', concurrency: 1 },
    { id: 'L99', concurrency: null },
  ]);
  expect((await run(whole, ...all.slice(0, 1))).notInFile).toMatchObject({ missing: 9, ended: 0 });
});
