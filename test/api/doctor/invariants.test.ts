import { examine, repair } from '../../../src/cli/doctor/doctor.js';
import { violatedConstraint } from '../../../src/platform/database/failures.js';
import { statement } from '../../../src/platform/database/statement.js';
import { onePostgreSql } from '../../support/database.js';
import { findBroken, INVARIANTS, recordOvertaking } from '../../support/invariants.js';
import {
  category,
  collection,
  copies,
  hold,
  reserveIdOf,
  smallLibrary,
  title,
} from '../../support/records.js';
import { type ImportUnderTest, openImport } from '../../support/runs/import-under-test.js';
import { QueuesUnderTest } from '../../support/runs/queues-under-test.js';

/**
 * Title 1 has two copies and tickets 2 to 5: the first copy is on loan to patron 1, the second set aside for patron 2;
 * the holds of patrons 3 and 5 wait, and that of patron 4 is suspended. Nobody holds title 3, which only guests may use.
 */
async function openSample(): Promise<ImportUnderTest> {
  const data = await openImport();
  const queues = new QueuesUnderTest(data);
  const address = (patronId: number): object => ({ emailAddress: `canary-${patronId}@example.org` });
  const { reasons } = await data.import(
    ...smallLibrary(5, [2]),
    ...[collection('other'), category('guest', ['other']), title(3), copies(3, 1, 'other')],
    ...[1, 2, 3, 4, 5].map((patronId) => hold(patronId, 1, address(patronId))),
  );
  expect(reasons).toEqual([]);
  await queues.borrow(1);
  await queues.suspend(4);
  return data;
}

class RolledBack extends Error {}

/** The invariants that `damage` breaks. It is rolled back. */
async function brokenAfter({ database }: ImportUnderTest, damage: readonly string[]): Promise<string[]> {
  let broken: string[] = [];
  await database
    .transaction(async (connection) => {
      for (const sql of damage) await connection.run(statement('', sql));
      broken = await findBroken(connection);
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  return broken;
}

const TITLE = `library 37, title ${reserveIdOf(1)}`;
const OF_TITLE = `website_id = 37 AND reserve_id = '${reserveIdOf(1)}'`;

/**
 * Statements that break a promise; what the doctor reports, or nothing: anything of the library; and the constraint that prevents the
 * statements, as `table.constraint` or an index, which a test drops, or that the counters can be repaired.
 */
type Damage = readonly [sql: string, offender?: string | undefined, guard?: string];

const REPAIRABLE = 'repairable';
const READY = `${TITLE}, ticket 2`;
const INSERT_FROM_QUEUE = (table: string, values: string): string =>
  `INSERT INTO ${table} SELECT website_id, reserve_id, ${values} FROM title_queue WHERE ${OF_TITLE}`;
const INSERT_LICENCE = (columns: string, values: string): string =>
  `INSERT INTO licence (website_id, reserve_id, collection_id, licence_id, ${columns})
   SELECT website_id, reserve_id, 'main', 'year', ${values} FROM title_queue WHERE ${OF_TITLE}`;
const update = (table: string, values: string): string => `UPDATE ${table} SET ${values} WHERE ${OF_TITLE}`;
const change = (ticket: number, values: string): string => `${update('hold', values)} AND ticket = ${ticket}`;

/** At least one way to break each promise. */
const DAMAGES: Readonly<Record<string, readonly Damage[]>> = {
  'a patron has at most one live hold on a title': [
    [change(3, 'patron_id = 2'), `${TITLE}: 2 holds of one patron`, 'hold_once_per_patron'],
  ],
  'a patron has no more live holds than the limit allows': [
    [`UPDATE patron SET hold_limit = 0`, 'library 37, patron 3: 1 holds, limit 0'],
    ['UPDATE patron_category SET hold_limit = 0'],
    ['UPDATE library SET hold_limit = 0'],
  ],
  'the place shown for a hold is its rank by ticket, and not greater than the length of the queue': [
    [
      `UPDATE title_queue SET next_ticket = 5001; ${change(5, 'ticket = 5000')}`,
      `${TITLE}, ticket 5000: shown place 5 of 4, rank 4`,
      REPAIRABLE,
    ],
    [update('title_queue', 'live_holds = 1'), undefined, REPAIRABLE],
  ],
  'the copies set aside and on loan are those of the ready holds and checkouts, and no more than are owned': [
    [update('copies', 'set_aside = 0')],
    [
      update('copies', 'on_loan = 0'),
      `${TITLE}, collection main: owned 2, on loan 0 of 1, set aside 1 of 1, retiring 0`,
    ],
    [
      update('copies', 'owned = 1'),
      `${TITLE}, collection main: owned 1, on loan 1 of 1, set aside 1 of 1, retiring 0`,
      'copies.copies_never_more_out_than_there_are',
    ],
    [update('copies', 'retiring = 1')],
  ],
  'a licence counts its loans, and the copies owned are counted with those that licences give': [
    [
      INSERT_LICENCE('concurrency, is_counted', '5, true'),
      `${TITLE}, collection main: licences give 5, counted 0 of 2 owned; loans of them 0, counted 0`,
    ],
    [INSERT_LICENCE('on_loan, is_counted', '1, false')],
    [update('copies', 'licensed = 1')],
    [update('checkout', `licence_id = 'gone'`)],
  ],
  'Lucky Day copies are counted with their loans and licences, and copies of no licence are all for holds or all Lucky Day copies':
    [
      [
        update('copies', 'lucky_owned = 1'),
        `${TITLE}, collection main: licences give 0 Lucky Day copies, counted 0 of 1 owned; on loan 0 of 0`,
      ],
      [update('copies', 'lucky_on_loan = 1')],
      [update('copies', 'lucky_owned = 1, lucky_licensed = 1')],
      [update('copies', 'holdable = false')],
    ],
  'a ready hold is not suspended, and has an expiry and a copy': [
    [change(2, `suspension_type = 'indefinite'`), READY, 'hold.hold_ready_is_not_suspended'],
    [change(2, 'expires_at = NULL'), READY, 'hold.hold_ready_has_copy_and_expiry'],
    [change(2, 'collection_id = NULL'), READY, 'hold.hold_ready_has_copy_and_expiry'],
    [change(2, `collection_id = 'lost'`), READY, 'hold.hold_copy_fkey'],
  ],
  'a hold ends with its suspension only if it has no other end, and if it is known since when it is suspended':
    [
      [change(3, 'suspension_ends_at = now()'), `${TITLE}, ticket 3`],
      [change(4, 'suspension_ends_at = now(), suspended_since = NULL'), `${TITLE}, ticket 4`],
    ],
  'no copy is free while a hold that can use it is waiting': [
    [update('copies', 'owned = 3'), `${TITLE}, collection main: a copy is free while ticket 3 waits`],
    [
      `${change(4, 'suspension_type = NULL')}; DELETE FROM hold WHERE ticket IN (3, 5); ${update('copies', 'owned = 3')}`,
    ],
  ],
  "a hold has its patron's category": [
    [`UPDATE patron SET category = 'guest' WHERE patron_id = 3`, `${TITLE}, ticket 3`],
  ],
  'a queue counts its live holds, and has issued every ticket': [
    [
      update('title_queue', 'live_holds = 3'),
      `${TITLE}: counts 3 of 4 holds, next ticket 6, highest 5`,
      REPAIRABLE,
    ],
    [
      update('title_queue', 'next_ticket = 5'),
      `${TITLE}: counts 4 of 4 holds, next ticket 5, highest 5`,
      REPAIRABLE,
    ],
    ['DELETE FROM hold WHERE ticket = 5'],
    [change(5, 'ticket = 6')],
  ],
  'every block of tickets counts its live holds': [
    [
      'UPDATE queue_block SET live_holds = 7 WHERE level = 2',
      `${TITLE}, level 2, block 0: counts 7 of 4 holds`,
      REPAIRABLE,
    ],
    [
      'DELETE FROM queue_block WHERE level = 1',
      `${TITLE}, level 1, block 0: counts 0 of 4 holds`,
      REPAIRABLE,
    ],
    [INSERT_FROM_QUEUE('queue_block', '1, 7, 1'), undefined, REPAIRABLE],
  ],
  'a queue counts its live holds by category': [
    [update('queue_category', 'live_holds = 5'), `${TITLE}, category adult: counts 5 of 4 holds`, REPAIRABLE],
    [`DELETE FROM queue_category WHERE ${OF_TITLE}`, undefined, REPAIRABLE],
    [INSERT_FROM_QUEUE('queue_category', `'guest', 1`), undefined, REPAIRABLE],
  ],
  'only tickets that a queue has issued were given copies': [
    [INSERT_FROM_QUEUE('queue_hand_over', `6, 'main', now()`), `${TITLE}: ticket 6, next ticket 6`],
  ],
  'the trace of a hold is a list of events': [
    ...['{}', '[{"event": "offered"}]', '[{"recordedAt": "2026-03-31T12:00:00+00:00"}]', '["offered"]'].map(
      (trace): Damage => [change(2, `trace = '${trace}'`), READY],
    ),
  ],
  'the notice of a ready hold with an address was sent, is under way, or is listed as unsent': [
    ['DELETE FROM notice_outbox', READY],
    [
      `DELETE FROM notice_outbox; ${change(2, `notice_sent_for = (SELECT expires_at - interval '1 day')`)}`,
      READY,
    ],
  ],
};

const CASES = Object.entries(DAMAGES).flatMap(([promise, damages]) =>
  damages.map(([text, offender, guard]) => ({
    ...{ promise, text, sql: text.split(';'), offender },
    ...{ guard: guard === REPAIRABLE ? undefined : guard, isRepairable: guard === REPAIRABLE },
  })),
);

/** Removes the constraint that prevents the damage. */
function dropping(guard: string): string {
  const [table, constraint] = guard.split('.');
  return constraint === undefined
    ? `DROP INDEX ${table}`
    : `ALTER TABLE ${table} DROP CONSTRAINT ${constraint}`;
}

test('every promise has a way to break it here', () => {
  expect(Object.keys(DAMAGES)).toEqual(INVARIANTS.map(({ description }) => description));
});

describe('of a sound library', () => {
  let data: ImportUnderTest;
  beforeAll(async () => {
    data = await openSample();
  });
  afterAll(() => data.close());

  test('nothing is reported, also where a copy is free that no waiting patron may use', async () => {
    expect(await examine(data.database)).toEqual({ violations: [], notes: [] });
    const another = `UPDATE copies SET owned = 2 WHERE collection_id = 'other'`;
    expect(await brokenAfter(data, [another])).toEqual([]);
  });

  test.each(CASES)('a breach is found of: $promise: $text', async ({ promise, sql, offender, guard }) => {
    if (guard !== undefined)
      expect(violatedConstraint(await data.rows(sql[0]!).catch((error: unknown) => error))).toBe(
        guard.split('.').at(-1),
      );
    const broken = await brokenAfter(data, guard === undefined ? sql : [dropping(guard), ...sql]);
    const expected = `${promise}: ${offender ?? 'library 37, '}`;
    const found = broken.filter((line) =>
      offender === undefined ? line.startsWith(expected) : line === expected,
    );
    expect([found.length > 0, broken]).toEqual([true, broken]);
    expect(broken.join()).not.toContain('canary');
  });

  describe('with overtaking recorded', () => {
    beforeAll(() => recordOvertaking(data.database));

    const ASSIGN_TO = (tickets: string): string[] => [
      `UPDATE copies SET owned = 4, set_aside = set_aside + cardinality(ARRAY[${tickets}]) WHERE ${OF_TITLE}`,
      `UPDATE hold SET suspension_type = NULL, collection_id = 'main', expires_at = now() WHERE ticket IN (${tickets})`,
    ];
    const reported = async (start: string, ...damage: readonly string[]): Promise<string[]> =>
      (await brokenAfter(data, damage)).filter((line) => line.startsWith(start));
    const overtakings = (...damage: readonly string[]): Promise<string[]> =>
      reported('no copy is assigned past', ...damage);

    test('a hold whose trace does not end with what it is now is found', async () => {
      const untold = (damage: string): Promise<string[]> =>
        reported('the trace of a hold ends with what it is', damage);
      expect(await untold(`UPDATE hold SET suspension_type = 'indefinite' WHERE ticket = 3`)).toHaveLength(1);
      expect(await untold(`UPDATE hold SET trace = '[]' WHERE ticket = 2`)).toHaveLength(1);
      const unrecorded = `UPDATE hold SET trace = '[{"event": "unrecorded"}]' WHERE ticket = 2`;
      expect(await untold(unrecorded)).toEqual([]);
    });

    onePostgreSql(
      'overtaking a hold with a lower ticket is found, unless both get copies at once or it is suspended',
      async () => {
        expect(await overtakings(...ASSIGN_TO('4'))).toEqual([expect.stringContaining('ticket 4')]);
        expect(await overtakings(...ASSIGN_TO('3, 4'))).toEqual([]);
        const suspended = `UPDATE hold SET suspension_type = 'indefinite' WHERE ticket = 3`;
        const released = `UPDATE hold SET suspension_type = NULL WHERE ticket = 3`;
        expect(await overtakings(suspended, ...ASSIGN_TO('4'))).toEqual([]);
        expect(await overtakings(suspended, ...ASSIGN_TO('4'), released)).toEqual([]);
        const over = `UPDATE hold SET suspension_type = 'limited', suspended_until = now() WHERE ticket = 3`;
        expect(await overtakings(over, ...ASSIGN_TO('4'))).toHaveLength(1);
      },
    );
  });
});

describe('the repair', () => {
  let data: ImportUnderTest;
  beforeEach(async () => {
    data = await openSample();
  });
  afterEach(() => data.close());

  /** All rows but the counters, with the transactions that wrote them. */
  async function allButCounters(): Promise<unknown> {
    const { title_queue: queues, ...rest } = await data.dump();
    delete rest.queue_block;
    delete rest.queue_category;
    const keys = queues!.map((row) => {
      const { website_id: websiteId, reserve_id: reserveId } = row as Record<string, unknown>;
      return { websiteId, reserveId };
    });
    return { ...rest, keys };
  }

  test('rebuilds counters, and changes nothing else', async () => {
    for (const { sql } of CASES.filter(({ isRepairable }) => isRepairable)) {
      for (const each of sql) await data.rows(each);
      const before = await allButCounters();
      await repair(data.database);
      expect([sql, await examine(data.database)]).toEqual([sql, { violations: [], notes: [] }]);
      expect(await allButCounters()).toEqual(before);
    }
  });

  test('leaves what a person has to decide', async () => {
    const decided = CASES.filter(({ text }) => /on_loan = 0|\["offered"\]|hold_limit = 0 *$/.test(text));
    expect(decided.length).toBeGreaterThanOrEqual(4);
    for (const { sql } of decided) for (const each of sql) await data.rows(each);
    const before = await allButCounters();
    await repair(data.database);
    const { violations, notes } = await examine(data.database);
    for (const { promise, offender = '' } of decided)
      expect([...violations, ...notes].join('\n')).toContain(`${promise}: ${offender}`);
    expect(await allButCounters()).toEqual(before);
  });

  test('works while patrons place and remove holds: all counts are right, and no request fails', async () => {
    await data.import(copies(1, 3));
    await data.rows('UPDATE queue_block SET live_holds = 90');
    await data.rows('UPDATE queue_category SET live_holds = 90');
    let isOver = false;
    const repairing = repair(data.database).finally(() => {
      isOver = true;
    });
    const patrons = [3, 4, 5].map(async (patronId) => {
      for (let turns = 0; !isOver || turns < 3; turns++) {
        expect((await data.import(hold(patronId, 1, { delete: true }))).reasons).toEqual([]);
        expect((await data.import(hold(patronId))).reasons).toEqual([]);
      }
    });
    await Promise.all([repairing, ...patrons]);
    expect(await examine(data.database)).toEqual({ violations: [], notes: [] });
  });
});
