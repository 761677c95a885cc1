import { advanceClock, HOUR } from '../../support/clock.js';
import { allApplied, type ImportUnderTest } from '../../support/runs/import-under-test.js';
import { QueuesUnderTest, useQueues } from '../../support/runs/queues-under-test.js';
import {
  category,
  collection,
  copies,
  hold,
  patron,
  reserveIdOf,
  smallLibrary,
  title,
} from '../../support/records.js';

describe('an import and the queues', () => {
  let data: ImportUnderTest;
  let queues: QueuesUnderTest;
  useQueues((opened) => ({ data, queues } = opened));

  describe('holds', () => {
    test('are subject to the same limits as a patron’s own placement', async () => {
      await data.import(...smallLibrary(2, [1, 1, 1, 1], { holdLimit: 1 }));
      await queues.borrow(1, 2);
      const { reasons } = await data.import(hold(1, 1), hold(1, 3), hold(1, 2), hold(2, 2));
      expect(reasons).toEqual([
        'line 2: Patron has reached the limit of 1 holds.',
        'line 3: Patron has checked out this title and can place a hold on it from 72 hours before the loan ends.',
      ]);
    });

    test('are placed after what is due in their queue is handled', async () => {
      await data.import(...smallLibrary(4, [1], { missedPickup: 'cancel' }), hold(1), hold(2));
      await advanceClock(data, 73 * HOUR);
      await data.import(hold(3), hold(1), hold(4));
      expect(await queues.holdsInOrder()).toEqual(['2 ready in main', '3 waiting', '1 waiting', '4 waiting']);
    });

    test('keep their order across transactions', async () => {
      const order = Array.from({ length: 600 }, (_, index) => ((index * 7) % 600) + 1);
      await data.import(...smallLibrary(600, [2, 1]));
      const lines = order.flatMap((patronId) =>
        patronId % 3 === 0 ? [hold(patronId), hold(patronId, 2)] : [hold(patronId)],
      );
      expect(await data.import(...lines)).toEqual(allApplied(800));
      const expected = (ready: number) => (patronId: number, index: number) =>
        `${patronId} ${index < ready ? 'ready in main' : 'waiting'}`;
      expect(await queues.holdsInOrder()).toEqual(order.map(expected(2)));
      expect(await queues.holdsInOrder(2)).toEqual(
        order.filter((patronId) => patronId % 3 === 0).map(expected(1)),
      );
    });

    test.each([
      ['fifty queues', 1, 120, [20, 50, 50]],
      ['one queue for 250 holds', 300, 1, [50, 250]],
    ])('lock %s at most at once, for as short as a request waits', async (_, patrons, titles, holds) => {
      const numbers = (count: number): number[] => Array.from({ length: count }, (__, index) => index + 1);
      const all = numbers(patrons).flatMap((each) => numbers(titles).map((title) => hold(each, title)));
      const copiesOwned = numbers(titles).map(() => 0);
      await data.import(...smallLibrary(patrons, copiesOwned, { holdLimit: titles }));
      expect(await data.import(...all)).toEqual(allApplied(all.length));
      const transactions = await data.rows<{ holds: number }>(
        'SELECT count(*)::int AS holds FROM hold GROUP BY xmin::text ORDER BY 1',
      );
      expect(transactions.map((each) => each.holds)).toEqual(holds);
    });

    test('set their patron’s lastHoldEmail, but not with ignoreHoldEmail, even if the record has one', async () => {
      await data.import(...smallLibrary(1, [1, 1, 1]));
      const stored = (): Promise<unknown[]> =>
        data.rows(
          'SELECT last_hold_email, email_address FROM patron JOIN hold USING (website_id, patron_id) ORDER BY 2',
        );
      await data.import(hold(1, 3, { ignoreHoldEmail: true, emailAddress: 'c@example.org' }));
      expect(await stored()).toEqual([{ last_hold_email: null, email_address: null }]);
      const [first, second] = ['a@example.org', 'b@example.org'];
      await data.import(hold(1, 1, { emailAddress: first }), hold(1, 2, { emailAddress: second }));
      expect(await stored()).toEqual(
        [first, second, null].map((email) => ({ last_hold_email: second, email_address: email })),
      );
      expect(await data.rows('SELECT existing_patron FROM patron')).toEqual([{ existing_patron: true }]);
    });

    test('need a title that the patron’s category may use', async () => {
      const withIsbn = { id: 'ebook', identifiers: [{ type: 'ISBN', value: '0306406152' }] };
      const others = [collection('rare'), title(2), copies(2, 1, 'rare'), title(3)];
      await data.import(...smallLibrary(1, [1]), ...others);
      await data.import(patron(1, { externalId: 'E-1' }), title(3, { formats: [withIsbn] }));
      const byOwnNames = { patronId: undefined, externalId: 'E-1', reserveId: undefined, isbn: '0306406152' };
      expect((await data.import(hold(1, 2), hold(1, 3), { ...hold(1), ...byOwnNames })).reasons).toEqual([
        `line 1: title ${reserveIdOf(2)} is in no collection of patron 1`,
        `line 2: title ${reserveIdOf(3)} is in no collection of patron 1`,
        'line 3: isbn 9780306406157 is in no collection of the patron with externalId "E-1"',
      ]);
    });

    test('repeated with another address get it while they wait', async () => {
      await data.import(...smallLibrary(2, [1]));
      const withAddress = (patronId: number, name: string) =>
        hold(patronId, 1, { emailAddress: `${name}@example.org` });
      await data.import(withAddress(1, 'a'), withAddress(2, 'b'));
      const { reasons } = await data.import(withAddress(1, 'a2'), withAddress(2, 'b2'), hold(2));
      expect(reasons).toEqual([
        'line 1: The hold cannot be changed: its title is ready to be checked out.',
        expect.stringMatching(/^line 3: ignoreHoldEmail cannot be changed/),
      ]);
      const addresses = await data.rows('SELECT email_address FROM hold ORDER BY ticket');
      expect(addresses).toEqual([{ email_address: 'a@example.org' }, { email_address: 'b2@example.org' }]);
    });

    test('that are deleted leave their copies to others, and can be deleted again', async () => {
      await data.import(...smallLibrary(2, [1]), hold(1), hold(2));
      const deleted = hold(1, 1, { delete: true });
      expect(await data.import(deleted, deleted)).toEqual(allApplied(2));
      expect(await queues.holdsInOrder()).toEqual(['2 ready in main']);
    });
  });

  describe('copies', () => {
    test('that are new go to the first holds at once', async () => {
      await data.import(...smallLibrary(3, [0]), hold(2), hold(1), hold(3));
      expect(await queues.holdsInOrder()).toEqual(['2 waiting', '1 waiting', '3 waiting']);
      await data.import(copies(1, 2));
      expect(await queues.holdsInOrder()).toEqual(['2 ready in main', '1 ready in main', '3 waiting']);
      expect(await queues.copies()).toEqual({ owned: 2, onLoan: 0, setAside: 2, retiring: 0 });
    });

    test('that are new skip suspended holds, and patrons who may not use their collection', async () => {
      await data.import(
        ...smallLibrary(3, [0]),
        collection('childrens'),
        category('child', ['main', 'childrens']),
        patron(3, { category: 'child' }),
        ...[1, 2, 3].map((patronId) => hold(patronId)),
      );
      await queues.suspend(1);
      await data.import(copies(1, 1, 'childrens'), copies(1, 1));
      expect(await queues.holdsInOrder()).toEqual(['1 suspended', '2 ready in main', '3 ready in childrens']);
    });

    test('that the library gives up disappear when they become free, unless it buys them again', async () => {
      await data.import(...smallLibrary(4, [3]));
      await queues.borrow(1);
      await queues.borrow(2);
      await data.import(hold(3), hold(4));
      await data.import(copies(1, 1));
      expect(await queues.copies()).toEqual({ owned: 1, onLoan: 2, setAside: 1, retiring: 2 });
      await queues.return(1);
      expect(await queues.copies()).toEqual({ owned: 1, onLoan: 1, setAside: 1, retiring: 1 });
      expect(await queues.holdsInOrder()).toEqual(['3 ready in main', '4 waiting']);
      await data.import(copies(1, 2));
      expect(await queues.copies()).toEqual({ owned: 2, onLoan: 1, setAside: 1, retiring: 0 });
      await queues.return(2);
      expect(await queues.holdsInOrder()).toEqual(['3 ready in main', '4 ready in main']);
    });
  });

  describe('categories', () => {
    beforeEach(() =>
      data.import(
        ...smallLibrary(3, [0, 0]),
        ...[collection('rare'), copies(1, 1, 'rare'), category('staff', ['main', 'rare'])],
        ...[hold(1), hold(2), hold(3), hold(2, 2)],
      ),
    );

    test('with a new collection get its free copies', async () => {
      expect(await queues.holdsInOrder()).toEqual(['1 waiting', '2 waiting', '3 waiting']);
      await data.import(category('adult', ['main', 'rare']));
      expect(await queues.holdsInOrder()).toEqual(['1 ready in rare', '2 waiting', '3 waiting']);
    });

    test('without a former collection keep the copies that are set aside', async () => {
      await data.import(category('adult', ['main', 'rare']), category('adult', ['main']));
      expect(await queues.holdsInOrder()).toEqual(['1 ready in rare', '2 waiting', '3 waiting']);
      await data.import(hold(1, 1, { delete: true }));
      expect(await queues.holdsInOrder()).toEqual(['2 waiting', '3 waiting']);
    });

    test('of a patron who moves apply to the patron’s holds', async () => {
      await data.import(patron(2, { category: 'staff' }));
      expect(await queues.holdsInOrder()).toEqual(['1 waiting', '2 ready in rare', '3 waiting']);
      expect(await queues.holdsInOrder(2)).toEqual(['2 waiting']);
      expect(await data.rows('SELECT DISTINCT category FROM hold WHERE patron_id = 2')).toEqual([
        { category: 'staff' },
      ]);
    });
  });
});
