import { brokenInvariants } from '../support/invariants.js';
import { advanceClock, HOUR } from '../support/clock.js';
import {
  category,
  collection,
  copies,
  patron,
  reserveIdOf,
  smallLibrary,
  title,
} from '../support/records.js';
import { allApplied, type ImportUnderTest, openImport } from './import-under-test.js';
import { hold, QueuesUnderTest } from './queues-under-test.js';

describe('an import and the queues', () => {
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

  describe('holds', () => {
    test('are placed in the order of the lines, and the first find the copies', async () => {
      await data.import(...smallLibrary(4, [2]));
      expect(await data.import(hold(3), hold(1), hold(4), hold(2))).toEqual(allApplied(4));
      expect(await queues.line()).toEqual(['3 ready in main', '1 ready in main', '4 waiting', '2 waiting']);
    });

    test('obey the limits and loans that a patron’s own placement obeys', async () => {
      await data.import(...smallLibrary(2, [1, 1, 1, 1], { holdLimit: 1 }));
      await queues.borrow(1, 2);
      const { reasons } = await data.import(hold(1, 1), hold(1, 3), hold(1, 2), hold(2, 2));
      expect(reasons).toEqual([
        'line 2: Patron has reached the limit of 1 holds.',
        'line 3: Patron has already checked out this title.',
      ]);
    });

    test('see what time has done to their queue before they join it', async () => {
      await data.import(...smallLibrary(4, [1], { missedPickup: 'cancel' }), hold(1), hold(2));
      await advanceClock(data, 73 * HOUR);
      await data.import(hold(3), hold(1), hold(4));
      expect(await queues.line()).toEqual(['2 ready in main', '3 waiting', '1 waiting', '4 waiting']);
    });

    test('keep their order beyond one transaction', async () => {
      const order = Array.from({ length: 600 }, (_, index) => ((index * 7) % 600) + 1);
      await data.import(...smallLibrary(600, [2, 1]));
      const lines = order.flatMap((patronId) =>
        patronId % 3 === 0 ? [hold(patronId), hold(patronId, 2)] : [hold(patronId)],
      );
      expect(await data.import(...lines)).toEqual(allApplied(800));
      const standing = (ready: number) => (patronId: number, index: number) =>
        `${patronId} ${index < ready ? 'ready in main' : 'waiting'}`;
      expect(await queues.line()).toEqual(order.map(standing(2)));
      expect(await queues.line(2)).toEqual(order.filter((patronId) => patronId % 3 === 0).map(standing(1)));
    });

    test('have their patron’s last address remembered', async () => {
      await data.import(...smallLibrary(1, [1, 1, 1]));
      await data.import(
        hold(1, 1, { emailAddress: 'a@example.org' }),
        hold(1, 2, { emailAddress: 'b@example.org' }),
        hold(1, 3),
      );
      const remembered = await data.rows('SELECT last_hold_email, existing_patron FROM patron');
      expect(remembered).toEqual([{ last_hold_email: 'b@example.org', existing_patron: true }]);
    });

    test('need a title that the patron’s category may use', async () => {
      await data.import(
        ...smallLibrary(1, [1]),
        collection('rare'),
        title(2),
        copies(2, 1, 'rare'),
        title(3),
      );
      expect((await data.import(hold(1, 2), hold(1, 3))).reasons).toEqual([
        `line 1: title ${reserveIdOf(2)} is in no collection of patron 1`,
        `line 2: title ${reserveIdOf(3)} is in no collection of patron 1`,
      ]);
    });

    test('sent again with another address get it while they wait', async () => {
      await data.import(...smallLibrary(2, [1]));
      await data.import(
        hold(1, 1, { emailAddress: 'a@example.org' }),
        hold(2, 1, { emailAddress: 'b@example.org' }),
      );
      const { reasons } = await data.import(
        hold(1, 1, { emailAddress: 'a2@example.org' }),
        hold(2, 1, { emailAddress: 'b2@example.org' }),
        hold(2, 1, { ignoreHoldEmail: true }),
      );
      expect(reasons).toEqual([
        'line 1: The hold cannot be changed: its title is ready to be checked out.',
        expect.stringMatching(/^line 3: ignoreHoldEmail cannot be changed/),
      ]);
      const addresses = await data.rows('SELECT email_address FROM hold ORDER BY ticket');
      expect(addresses).toEqual([{ email_address: 'a@example.org' }, { email_address: 'b2@example.org' }]);
    });

    test('keep no address with ignoreHoldEmail, even if one is given', async () => {
      await data.import(...smallLibrary(1, [1]));
      await data.import(hold(1, 1, { ignoreHoldEmail: true, emailAddress: 'a@example.org' }));
      expect(await data.rows('SELECT email_address FROM hold')).toEqual([{ email_address: null }]);
      expect(await data.rows('SELECT last_hold_email FROM patron')).toEqual([{ last_hold_email: null }]);
    });

    test('removed hand their copy on, and may be removed twice', async () => {
      await data.import(...smallLibrary(2, [1]), hold(1), hold(2));
      expect(await data.import(hold(1, 1, { delete: true }), hold(1, 1, { delete: true }))).toEqual(
        allApplied(2),
      );
      expect(await queues.line()).toEqual(['2 ready in main']);
    });
  });

  describe('copies', () => {
    test('bought go to the first in line, at once', async () => {
      await data.import(...smallLibrary(3, [0]), hold(2), hold(1), hold(3));
      expect(await queues.line()).toEqual(['2 waiting', '1 waiting', '3 waiting']);
      await data.import(copies(1, 2));
      expect(await queues.line()).toEqual(['2 ready in main', '1 ready in main', '3 waiting']);
      expect(await queues.copies()).toEqual({ owned: 2, onLoan: 0, setAside: 2, retiring: 0 });
    });

    test('bought pass those who may not use their collection, and those who are suspended', async () => {
      await data.import(
        ...smallLibrary(3, [0]),
        collection('childrens'),
        category('child', ['main', 'childrens']),
        patron(3, { category: 'child' }),
        ...[1, 2, 3].map((patronId) => hold(patronId)),
      );
      await queues.suspend(1);
      await data.import(copies(1, 1, 'childrens'), copies(1, 1));
      expect(await queues.line()).toEqual(['1 suspended', '2 ready in main', '3 ready in childrens']);
    });

    test('given up take effect as they come back, and not at all when they are bought again', async () => {
      await data.import(...smallLibrary(4, [3]));
      await queues.borrow(1);
      await queues.borrow(2);
      await data.import(hold(3), hold(4));
      await data.import(copies(1, 1));
      expect(await queues.copies()).toEqual({ owned: 1, onLoan: 2, setAside: 1, retiring: 2 });
      await queues.return(1);
      expect(await queues.copies()).toEqual({ owned: 1, onLoan: 1, setAside: 1, retiring: 1 });
      expect(await queues.line()).toEqual(['3 ready in main', '4 waiting']);
      await data.import(copies(1, 2));
      expect(await queues.copies()).toEqual({ owned: 2, onLoan: 1, setAside: 1, retiring: 0 });
      await queues.return(2);
      expect(await queues.line()).toEqual(['3 ready in main', '4 ready in main']);
    });

    test('of one title in two collections are counted apart in one batch', async () => {
      await data.import(...smallLibrary(1, [0]), collection('a'), collection('b'));
      await data.import(copies(1, 1, 'a'), copies(1, 2, 'b'), copies(1, 3, 'a'));
      const owned = await data.rows('SELECT collection_id, owned FROM copies ORDER BY 1');
      expect(owned).toEqual([
        { collection_id: 'a', owned: 3 },
        { collection_id: 'b', owned: 2 },
        { collection_id: 'main', owned: 0 },
      ]);
    });
  });

  describe('categories', () => {
    beforeEach(() =>
      data.import(
        ...smallLibrary(3, [0, 0]),
        collection('rare'),
        copies(1, 1, 'rare'),
        category('staff', ['main', 'rare']),
        hold(1),
        hold(2),
        hold(3),
        hold(2, 2),
      ),
    );

    test('that get another collection get its free copies', async () => {
      expect(await queues.line()).toEqual(['1 waiting', '2 waiting', '3 waiting']);
      await data.import(category('adult', ['main', 'rare']));
      expect(await queues.line()).toEqual(['1 ready in rare', '2 waiting', '3 waiting']);
    });

    test('that lose a collection keep what is set aside', async () => {
      await data.import(category('adult', ['main', 'rare']), category('adult', ['main']));
      expect(await queues.line()).toEqual(['1 ready in rare', '2 waiting', '3 waiting']);
      await data.import(hold(1, 1, { delete: true }));
      expect(await queues.line()).toEqual(['2 waiting', '3 waiting']);
    });

    test('that a patron comes into serve the holds that the patron has', async () => {
      await data.import(patron(2, { category: 'staff' }));
      expect(await queues.line()).toEqual(['1 waiting', '2 ready in rare', '3 waiting']);
      expect(await queues.line(2)).toEqual(['2 waiting']);
      expect(await data.rows('SELECT DISTINCT category FROM hold WHERE patron_id = 2')).toEqual([
        { category: 'staff' },
      ]);
    });

    test('may be changed by several patrons at once, there and back', async () => {
      await data.import(patron(2, { category: 'staff' }), patron(3, { category: 'staff' }));
      await data.import(...[1, 2].map((id) => patron(id, { category: id === 1 ? 'staff' : 'adult' })));
      expect(
        await data.rows(
          'SELECT patron_id, category FROM hold WHERE reserve_id = $1 ORDER BY 1',
          reserveIdOf(1),
        ),
      ).toEqual([
        { patron_id: 1, category: 'staff' },
        { patron_id: 2, category: 'adult' },
        { patron_id: 3, category: 'staff' },
      ]);
    });
  });
});
