import { brokenInvariants } from '../support/invariants.js';
import {
  category,
  collection,
  copies,
  library,
  patron,
  reserveIdOf,
  smallLibrary,
  type TestRecord,
  title,
} from '../support/records.js';
import { allApplied, type ImportUnderTest, openImport } from './import-under-test.js';
import { hold, QueuesUnderTest } from './queues-under-test.js';

describe('what is to be deleted', () => {
  let data: ImportUnderTest;
  let queues: QueuesUnderTest;

  beforeEach(async () => {
    data = await openImport();
    queues = new QueuesUnderTest(data);
  });
  afterEach(async () => {
    const broken = await brokenInvariants(data.database);
    await data.close();
    expect(broken).toEqual([]);
  });

  const remove = (record: TestRecord): TestRecord => ({ ...record, delete: true });

  test('goes, and may be deleted again, with no more said than its key', async () => {
    await data.import(...smallLibrary(1, [1, 1]));
    const file = [
      { record: 'patron', websiteId: 37, patronId: 1, delete: true },
      { record: 'copies', websiteId: 37, collectionId: 'main', reserveId: reserveIdOf(2), delete: true },
      { record: 'copies', websiteId: 37, collectionId: 'main', reserveId: reserveIdOf(1), delete: true },
      { record: 'title', reserveId: reserveIdOf(1), delete: true },
      { record: 'category', websiteId: 37, category: 'adult', delete: true },
      { record: 'collection', websiteId: 37, collectionId: 'main', delete: true },
      { record: 'library', websiteId: 37, delete: true },
    ];
    expect(await data.import(...file)).toEqual(allApplied(7));
    expect(await data.import(...file)).toEqual(allApplied(7));
    const left = Object.entries(await data.dump()).filter(([, rows]) => rows.length > 0);
    expect(left.map(([name]) => name)).toEqual(['search_word', 'service_clock', 'title']);
  });

  test('needs the whole key, and known members', async () => {
    const { reasons } = await data.import(
      { record: 'patron', patronId: 1, delete: true },
      { record: 'title', reserveId: reserveIdOf(1), delete: true, colour: 'red' },
      { record: 'title', reserveId: reserveIdOf(1), delete: true, crossRefId: 'one' },
    );
    expect(reasons).toEqual([
      'line 1: websiteId is missing: it must be a whole number from 1 to 2147483647',
      'line 2: title has an unknown member "colour"',
      'line 3: crossRefId must be a whole number from 1 to 2147483647',
    ]);
  });

  test('a record with "delete": false is kept', async () => {
    expect(await data.import({ ...library(), delete: false })).toEqual(allApplied(1));
    expect(await data.rows('SELECT website_id FROM library')).toHaveLength(1);
  });

  test('a library stays while anything is left in it', async () => {
    await data.import(...smallLibrary(2, [1]), category('staff', []), {
      record: 'client',
      clientId: 'catalog',
      secret: 'sixteen letters!',
      websiteIds: [37],
    });
    expect((await data.import(remove(library()))).reasons).toEqual([
      'line 1: library 37 still has 1 collection, 2 categories, 2 patrons, 1 client',
    ]);
  });

  test('a collection stays while it has copies or a category uses it', async () => {
    await data.import(...smallLibrary(1, [0, 1]));
    expect((await data.import(remove(collection('main')))).reasons).toEqual([
      'line 1: collection "main" is still used by 2 titles, 1 category',
    ]);
  });

  test('a category stays while it has patrons', async () => {
    await data.import(...smallLibrary(2, [1]));
    expect((await data.import(remove(category('adult', ['main'])))).reasons).toEqual([
      'line 1: category "adult" still has 2 patrons',
    ]);
  });

  test('a title stays while anyone, in any library, holds it or has borrowed it', async () => {
    await data.import(...smallLibrary(3, [1]), hold(1), hold(2));
    await queues.borrow(1);
    expect((await data.import(remove(title(1)))).reasons).toEqual([
      `line 1: title ${reserveIdOf(1)} still has 1 live hold, 1 loan`,
    ]);
    await data.import(hold(2, 1, { delete: true }));
    await queues.return(1);
    expect(await data.import(remove(title(1)))).toEqual(allApplied(1));
    expect(await data.rows('SELECT FROM copies')).toEqual([]);
  });

  test('copies stay while some are on loan or set aside, and holds outlive them', async () => {
    await data.import(...smallLibrary(4, [3]));
    await queues.borrow(1);
    await queues.borrow(2);
    await data.import(hold(3), hold(4));
    expect((await data.import(remove(copies(1, 3)))).reasons).toEqual([
      `line 1: collection "main" still has 2 copies on loan, 1 copy set aside of title ${reserveIdOf(1)}`,
    ]);
    await queues.return(1);
    await data.import(copies(1, 0), hold(3, 1, { delete: true }));
    await queues.return(2);
    await data.import(copies(1, 1), copies(1, 0), hold(4, 1, { delete: true }), hold(3), hold(4));
    expect(await data.import(remove(copies(1, 0)))).toEqual(allApplied(1));
    expect(await queues.line()).toEqual(['3 waiting', '4 waiting']);
    await data.import(copies(1, 1));
    expect(await queues.line()).toEqual(['3 ready in main', '4 waiting']);
  });

  test('a patron goes with all that is theirs, and every copy goes to the next in line', async () => {
    await data.import(...smallLibrary(2, [1, 1, 0]), { record: 'token', token: 'secret', patronId: 1 });
    await queues.borrow(1, 1);
    await data.import(hold(1, 2), hold(1, 3), hold(2, 1), hold(2, 2), hold(2, 3));
    expect(await queues.line(1)).toEqual(['2 waiting']);
    expect(await data.import(remove(patron(1)))).toEqual(allApplied(1));
    expect(await queues.line(1)).toEqual(['2 ready in main']);
    expect(await queues.line(2)).toEqual(['2 ready in main']);
    expect(await queues.line(3)).toEqual(['2 waiting']);
    for (const table of ['patron', 'patron_directory', 'hold', 'checkout', 'access_token'])
      expect(await data.rows(`SELECT FROM ${table} WHERE patron_id = 1`)).toEqual([]);
  });

  test('a patron is not deleted by way of another library', async () => {
    await data.import(...smallLibrary(1, [1]), library({ websiteId: 38 }));
    const { reasons } = await data.import(remove(patron(1, { websiteId: 38 })));
    expect(reasons).toEqual(['line 1: patronId 1 is a patron of library 37']);
  });

  test('a token is revoked, and a client with its tokens', async () => {
    const client = { record: 'client', clientId: 'catalog', secret: 'sixteen letters!', websiteIds: [] };
    await data.import(...smallLibrary(1, [1]), client, { record: 'token', token: 'secret', patronId: 1 });
    await data.rows(
      `INSERT INTO access_token (token_hash, client_id, expires_at) VALUES (sha256('x'), 'catalog', now())`,
    );
    expect(await data.import({ record: 'token', token: 'secret', delete: true })).toEqual(allApplied(1));
    expect(await data.rows('SELECT client_id FROM access_token')).toEqual([{ client_id: 'catalog' }]);
    expect(await data.import({ record: 'client', clientId: 'catalog', delete: true })).toEqual(allApplied(1));
    expect(await data.rows('SELECT FROM access_token')).toEqual([]);
  });
});
