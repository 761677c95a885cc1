import { examine, repair } from '../../../src/cli/doctor/doctor.js';
import { violatedConstraint } from '../../../src/platform/database/failures.js';
import { statement } from '../../../src/platform/database/statement.js';
import { onePostgreSql } from '../../support/database.js';
import { findBroken, INVARIANTS, recordOvertaking } from '../../support/invariants.js';
import { category, collection, copies, hold, smallLibrary, title } from '../../support/records.js';
import { type ImportUnderTest, openImport } from '../../support/runs/import-under-test.js';
import { QueuesUnderTest } from '../../support/runs/queues-under-test.js';
import { OF_TITLE, REPAIRABLE, DAMAGES } from './damages.js';

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
