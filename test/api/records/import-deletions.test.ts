import { allApplied, type ImportUnderTest } from '../../support/runs/import-under-test.js';
import { QueuesUnderTest, useQueues } from '../../support/runs/queues-under-test.js';
import {
  category,
  collection,
  copies,
  hold,
  library,
  patron,
  reserveIdOf,
  smallLibrary,
  type TestRecord,
  title,
} from '../../support/records.js';

const CLIENT = { record: 'client', clientId: 'catalog', secret: 'sixteen letters!' };
const TOKEN = 'a-token-of-a-patron-that-is-long-enough';

describe('a record with "delete": true', () => {
  let data: ImportUnderTest;
  let queues: QueuesUnderTest;
  useQueues((opened) => ({ data, queues } = opened));

  const remove = (record: TestRecord): TestRecord => ({ ...record, delete: true });

  test('needs only its key, and can be deleted again', async () => {
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
    const remaining = Object.entries(await data.dump()).filter(([, rows]) => rows.length > 0);
    const ofService = ['search_word', 'service_clock', 'token_key', 'event_stream'];
    const kept = [...ofService, 'patron_event_outbox', 'title', 'title_event_outbox'];
    expect(remaining.map(([name]) => name)).toEqual(kept.sort());
  });

  test('a library cannot be deleted while it has other records', async () => {
    expect(await data.import({ ...library(), delete: false })).toEqual(allApplied(1));
    await data.import(...smallLibrary(2, [1]), category('staff', []), { ...CLIENT, websiteIds: [37] });
    expect((await data.import(remove(library()))).reasons).toEqual([
      'line 1: library 37 still has 1 collection, 2 categories, 2 patrons, 1 client',
    ]);
  });

  test('a collection cannot be deleted while it has copies or a category uses it, nor a category with patrons', async () => {
    await data.import(...smallLibrary(2, [0, 1]));
    const { reasons } = await data.import(remove(collection('main')), remove(category('adult', ['main'])));
    expect(reasons).toEqual([
      'line 1: collection "main" is still used by 2 titles, 1 category',
      'line 2: category "adult" still has 2 patrons',
    ]);
  });

  test('a title cannot be deleted while any library has holds or loans of it', async () => {
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

  test('copies cannot be deleted while some are on loan or set aside, and holds stay without them', async () => {
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
    expect(await queues.holdsInOrder()).toEqual(['3 waiting', '4 waiting']);
    await data.import(copies(1, 1));
    expect(await queues.holdsInOrder()).toEqual(['3 ready in main', '4 waiting']);
  });

  test('a patron is deleted with all their data, and their copies go to the next holds', async () => {
    await data.import(...smallLibrary(2, [1, 1, 0]), { record: 'token', token: TOKEN, patronId: 1 });
    await queues.borrow(1, 1);
    await data.import(hold(1, 2), hold(1, 3), hold(2, 1), hold(2, 2), hold(2, 3));
    expect(await queues.holdsInOrder(1)).toEqual(['2 waiting']);
    expect(await data.import(remove(patron(1)))).toEqual(allApplied(1));
    expect(await queues.holdsInOrder(1)).toEqual(['2 ready in main']);
    expect(await queues.holdsInOrder(2)).toEqual(['2 ready in main']);
    expect(await queues.holdsInOrder(3)).toEqual(['2 waiting']);
    for (const table of ['patron', 'patron_directory', 'hold', 'checkout', 'access_token'])
      expect(await data.rows(`SELECT FROM ${table} WHERE patron_id = 1`)).toEqual([]);
  });

  test('a patron cannot be deleted through another library', async () => {
    await data.import(...smallLibrary(1, [1]), library({ websiteId: 38 }));
    const { reasons } = await data.import(remove(patron(1, { websiteId: 38 })));
    expect(reasons).toEqual(['line 1: patronId 1 cannot be used in library 38']);
  });

  test('a token can be deleted, and a client with its tokens', async () => {
    await data.import(
      ...smallLibrary(1, [1]),
      { ...CLIENT, websiteIds: [] },
      { record: 'token', token: TOKEN, patronId: 1 },
    );
    await data.rows(
      `INSERT INTO access_token (token_hash, client_id, expires_at) VALUES (sha256('x'), 'catalog', now())`,
    );
    // Earlier releases took shorter ones.
    for (const token of ['short', TOKEN])
      expect(await data.import({ record: 'token', token, delete: true })).toEqual(allApplied(1));
    expect(await data.rows('SELECT client_id FROM access_token')).toEqual([{ client_id: 'catalog' }]);
    expect(await data.import({ record: 'client', clientId: 'catalog', delete: true })).toEqual(allApplied(1));
    expect(await data.rows('SELECT FROM access_token')).toEqual([]);
  });
});
