import { examine, INVARIANT_DESCRIPTIONS, repair } from '../../../../src/doctor/doctor.js';
import { type ImportUnderTest, openImport } from '../../../support/runs/import-under-test.js';
import { runHoldfast } from '../../support/processes.js';
import { QueuesUnderTest } from '../../../support/runs/queues-under-test.js';
import { category, copies, hold, reserveIdOf, smallLibrary } from '../../../support/records.js';

let data: ImportUnderTest;
let settings: { readonly DATABASE_URL: string };
beforeEach(async () => {
  data = await openImport();
  settings = { DATABASE_URL: data.url };
  await importSample(data);
});
afterEach(() => data.close());

/**
 * Title 1 has two copies and tickets 2 to 5: the first copy is on loan to patron 1, the second set aside for patron 2;
 * the holds of patrons 3 and 5 wait, and that of patron 4 is suspended.
 */
async function importSample(into: ImportUnderTest): Promise<void> {
  const queues = new QueuesUnderTest(into);
  const address = (patronId: number): object => ({ emailAddress: `canary-${patronId}@example.org` });
  const holds = [1, 2, 3, 4, 5].map((patronId) => hold(patronId, 1, address(patronId)));
  const { reasons } = await into.import(...smallLibrary(5, [2]), category('child', ['main']), ...holds);
  expect(reasons).toEqual([]);
  await queues.borrow(1);
  await queues.suspend(4);
}

const HEALTHY = { code: 0, out: 'Invariants checked: 14. Violations found: 0.\n', err: '' };
const TITLE = `library 37, title ${reserveIdOf(1)}`;

interface Breach {
  readonly promise: string;
  /** Breaks the promise. */
  readonly sql: string;
  /** The constraint that prevents `sql`, which a test drops first. */
  readonly guard?: { readonly constraint: string; readonly table: string };
  readonly offender: string;
  readonly isRepairable?: true;
}

const anotherHold = `
  INSERT INTO hold (website_id, reserve_id, ticket, patron_id, category, placed_at)
  SELECT website_id, reserve_id, 6, patron_id, category, placed_at FROM hold WHERE ticket = 3`;

/** At least one way to break each promise. */
const BREACHES: readonly Breach[] = [
  {
    promise: 'a patron has at most one live hold on a title',
    sql: anotherHold,
    guard: { constraint: 'hold_once_per_patron', table: 'hold' },
    offender: `${TITLE}: 2 holds of one patron`,
  },
  {
    promise: 'the place shown for a hold is its rank by ticket, and not greater than the length of the queue',
    sql: `UPDATE title_queue SET next_ticket = 5001; UPDATE hold SET ticket = 5000 WHERE ticket = 5`,
    offender: `${TITLE}, ticket 5000: shown place 5 of 4, rank 4`,
    isRepairable: true,
  },
  {
    promise:
      'the copies set aside and on loan are those of the ready holds and checkouts, and no more than are owned',
    sql: 'UPDATE copies SET on_loan = 0',
    offender: `${TITLE}, collection main: owned 2, on loan 0 of 1, set aside 1 of 1, retiring 0`,
  },
  {
    promise:
      'the copies set aside and on loan are those of the ready holds and checkouts, and no more than are owned',
    sql: 'UPDATE copies SET owned = 1',
    guard: { constraint: 'copies_never_more_out_than_there_are', table: 'copies' },
    offender: `${TITLE}, collection main: owned 1, on loan 1 of 1, set aside 1 of 1, retiring 0`,
  },
  {
    promise: 'a ready hold is not suspended, and has an expiry and a copy',
    sql: `UPDATE hold SET suspension_type = 'indefinite' WHERE ticket = 2`,
    guard: { constraint: 'hold_ready_is_not_suspended', table: 'hold' },
    offender: `${TITLE}, ticket 2`,
  },
  {
    promise: 'a ready hold is not suspended, and has an expiry and a copy',
    sql: 'UPDATE hold SET expires_at = NULL WHERE ticket = 2',
    guard: { constraint: 'hold_ready_has_copy_and_expiry', table: 'hold' },
    offender: `${TITLE}, ticket 2`,
  },
  {
    promise: 'a ready hold is not suspended, and has an expiry and a copy',
    sql: `UPDATE hold SET collection_id = 'attic' WHERE ticket = 2`,
    guard: { constraint: 'hold_copy_fkey', table: 'hold' },
    offender: `${TITLE}, ticket 2`,
  },
  {
    promise:
      'a hold ends with its suspension only if it has no other end, and if it is known since when it is suspended',
    sql: `UPDATE hold SET suspension_ends_at = now() WHERE ticket = 3`,
    offender: `${TITLE}, ticket 3`,
  },
  {
    promise: 'no copy is free while a hold that can use it is waiting',
    sql: 'UPDATE copies SET owned = 3',
    offender: `${TITLE}, collection main: a copy is free while ticket 3 waits`,
  },
  {
    promise: "a hold has its patron's category",
    sql: `UPDATE patron SET category = 'child' WHERE patron_id = 3`,
    offender: `${TITLE}, ticket 3`,
  },
  {
    promise: 'a queue counts its live holds, and has issued every ticket',
    sql: 'UPDATE title_queue SET live_holds = 3',
    offender: `${TITLE}: counts 3 of 4 holds, next ticket 6, highest 5`,
    isRepairable: true,
  },
  {
    promise: 'a queue counts its live holds, and has issued every ticket',
    sql: 'UPDATE title_queue SET next_ticket = 5',
    offender: `${TITLE}: counts 4 of 4 holds, next ticket 5, highest 5`,
    isRepairable: true,
  },
  {
    promise: 'every block of tickets counts its live holds',
    sql: 'UPDATE queue_block SET live_holds = 7 WHERE level = 2',
    offender: `${TITLE}, level 2, block 0: counts 7 of 4 holds`,
    isRepairable: true,
  },
  {
    promise: 'every block of tickets counts its live holds',
    sql: 'DELETE FROM queue_block WHERE level = 1',
    offender: `${TITLE}, level 1, block 0: counts 0 of 4 holds`,
    isRepairable: true,
  },
  {
    promise: 'a queue counts its live holds by category',
    sql: 'UPDATE queue_category SET live_holds = 5',
    offender: `${TITLE}, category adult: counts 5 of 4 holds`,
    isRepairable: true,
  },
  {
    promise: 'only tickets that a queue has issued were given copies',
    sql: `INSERT INTO queue_hand_over SELECT website_id, reserve_id, 6, 'main', now() FROM title_queue`,
    offender: `${TITLE}: ticket 6, next ticket 6`,
  },
  {
    promise: 'the trace of a hold is a list of events',
    sql: `UPDATE hold SET trace = '[{"event": "offered"}]' WHERE ticket = 2`,
    offender: `${TITLE}, ticket 2`,
  },
  {
    promise: 'the notice of a ready hold with an address was sent, is under way, or is listed as unsent',
    sql: 'DELETE FROM notice_outbox',
    offender: `${TITLE}, ticket 2`,
  },
  {
    promise: 'the notice of a ready hold with an address was sent, is under way, or is listed as unsent',
    sql: `DELETE FROM notice_outbox;
      UPDATE hold SET notice_sent_for = expires_at - interval '1 day' WHERE ticket = 2`,
    offender: `${TITLE}, ticket 2`,
  },
];

const table = BREACHES.map((breach): [string, Breach] => [`${breach.promise}: ${breach.sql.trim()}`, breach]);

/** Breaks the promise, without the constraint that prevents it. */
async function breakPromise({ sql, guard }: Breach): Promise<void> {
  if (guard !== undefined) await dropConstraint(guard);
  for (const each of sql.split(';')) await data.rows(each);
}

async function dropConstraint({ constraint, table: name }: NonNullable<Breach['guard']>): Promise<void> {
  const isIndex = (await data.rows('SELECT FROM pg_constraint WHERE conname = $1', constraint)).length === 0;
  await data.rows(isIndex ? `DROP INDEX ${constraint}` : `ALTER TABLE ${name} DROP CONSTRAINT ${constraint}`);
}

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

test('every promise has a way to break it here', () => {
  const note = 'a patron has no more live holds than the limit allows';
  expect(new Set([...BREACHES.map(({ promise }) => promise), note])).toEqual(new Set(INVARIANT_DESCRIPTIONS));
});

test('a healthy database is reported as such, and not changed', async () => {
  const before = await data.dump();
  expect(await runHoldfast(['doctor'], settings)).toEqual(HEALTHY);
  expect(await data.dump()).toEqual(before);
});

test('a database without libraries is healthy', async () => {
  const empty = await openImport();
  expect(await runHoldfast(['doctor'], { DATABASE_URL: empty.url })).toEqual(HEALTHY);
  await empty.close();
});

describe.each(table)('%s', (_, breach) => {
  const line = `broken: ${breach.promise}: ${breach.offender}`;

  if (breach.guard !== undefined) {
    const { sql, guard } = breach;
    test('is prevented by the database', async () => {
      await expect(data.rows(sql)).rejects.toMatchObject({ constraint: guard.constraint });
    });
  }

  test('is found, and reported without personal data', async () => {
    await breakPromise(breach);
    const { code, out, err } = await runHoldfast(['doctor'], settings);
    expect([code, err]).toEqual([1, '']);
    const told = out.trimEnd().split('\n');
    expect(told).toContain(line);
    expect(told.at(-1)).toBe(`Invariants checked: 14. Violations found: ${told.length - 1}.`);
    expect(out).not.toContain('canary');
  });

  test(
    breach.isRepairable ? 'is repaired, and nothing else changes' : 'cannot be repaired automatically',
    async () => {
      await breakPromise(breach);
      const before = await allButCounters();
      await repair(data.database);
      const broken = (await examine(data.database)).violations.map((each) => `broken: ${each}`);
      if (breach.isRepairable) expect(broken).toEqual([]);
      else expect(broken).toContain(line);
      expect(await allButCounters()).toEqual(before);
    },
  );
});

describe('doctor --repair', () => {
  test('repairs the counters, and exits as if nothing were wrong', async () => {
    for (const breach of BREACHES.filter(({ isRepairable }) => isRepairable)) await breakPromise(breach);
    expect((await runHoldfast(['doctor'], settings)).code).toBe(1);
    expect(await runHoldfast(['doctor', '--repair'], settings)).toEqual(HEALTHY);
    expect(await runHoldfast(['doctor'], settings)).toEqual(HEALTHY);
  });

  test('reports what it cannot repair, and exits with 1', async () => {
    await data.rows('UPDATE title_queue SET live_holds = 3; ');
    await data.rows('UPDATE copies SET on_loan = 0');
    const { code, out } = await runHoldfast(['doctor', '--repair'], settings);
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(
        /^broken: the copies set aside and on loan .*\nbroken: no copy is free .*\n.*found: 2\.\n$/,
      ),
    ]);
  });

  test('notes a patron above a limit, which may be intended, and exits with 0', async () => {
    await data.rows('UPDATE patron SET hold_limit = 0 WHERE patron_id = 3');
    expect(await runHoldfast(['doctor'], settings)).toEqual({
      code: 0,
      out:
        'note: a patron has no more live holds than the limit allows: library 37, patron 3: 1 holds, limit 0\n' +
        'Invariants checked: 14. Violations found: 0. Notes: 1.\n',
      err: '',
    });
  });

  test('changes nothing in a healthy database', async () => {
    const before = await allButCounters();
    const holds = await new QueuesUnderTest(data).holdsInOrder();
    expect(await runHoldfast(['doctor', '--repair'], settings)).toEqual(HEALTHY);
    expect(await allButCounters()).toEqual(before);
    expect(await new QueuesUnderTest(data).holdsInOrder()).toEqual(holds);
  });

  test('works while patrons place and remove holds: all counts are right, and no request fails', async () => {
    await data.import(copies(1, 3));
    await data.rows('UPDATE queue_block SET live_holds = 90');
    await data.rows('UPDATE queue_category SET live_holds = 90');
    const repairing = runHoldfast(['doctor', '--repair'], settings);
    let isOver = false;
    const over = repairing.finally(() => {
      isOver = true;
    });
    const patrons = [3, 4, 5].map(async (patronId) => {
      for (let turns = 0; !isOver || turns < 3; turns++) {
        expect((await data.import(hold(patronId, 1, { delete: true }))).reasons).toEqual([]);
        expect((await data.import(hold(patronId))).reasons).toEqual([]);
      }
    });
    await Promise.all([over, ...patrons]);
    expect(await repairing).toEqual(HEALTHY);
    expect(await examine(data.database)).toEqual({ violations: [], notes: [] });
  });
});
