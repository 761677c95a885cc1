import { statement } from '../../../src/platform/database/statement.js';
import { mustSucceed } from '../../support/client.js';
import { brokenInvariants, findBroken, INVARIANTS, recordOvertaking } from '../../support/invariants.js';
import { category, collection, copies, reserveIdOf, smallLibrary, title } from '../../support/records.js';
import { type ServiceUnderTest, startService } from '../../support/service.js';

/** On title 1 patron 1 has a ready hold, patron 2 a waiting and patron 3 a suspended one; nobody holds title 2. */
let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startService([
    ...smallLibrary(4, [1, 1]),
    collection('other'),
    category('guest', ['other']),
    title(3),
    copies(3, 1, 'other'),
  ]);
  for (const patronId of [1, 2, 3]) {
    const patron = await service.signIn(patronId);
    await mustSucceed(patron.post('/v1/patrons/me/holds', { id: 1, ignoreHoldEmail: true }));
    if (patronId === 3)
      await mustSucceed(patron.post('/v1/patrons/me/holds/1/suspension', { suspensionType: 'indefinite' }));
  }
});
afterAll(() => service.close());

class RolledBack extends Error {}

/** The invariants that `damage` breaks. It is rolled back. */
async function brokenAfter(damage: readonly string[]): Promise<string[]> {
  let broken: string[] = [];
  await service.database
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

const QUEUE = `website_id = 37 AND reserve_id = '${reserveIdOf(1)}'`;
const DROP_CONSTRAINT = (constraint: string, table = 'hold'): string =>
  `ALTER TABLE ${table} DROP CONSTRAINT ${constraint}`;
const FREE_COPY = [`UPDATE copies SET owned = 2 WHERE ${QUEUE}`];

test('no invariant is broken in a healthy library', async () => {
  expect(await brokenInvariants(service.database)).toEqual([]);
});

const DAMAGES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'a patron has at most one live hold on a title': [
    ['DROP INDEX hold_once_per_patron', `UPDATE hold SET patron_id = 2 WHERE ${QUEUE} AND ticket = 3`],
  ],
  'a patron has no more live holds than the limit allows': [
    ['UPDATE patron SET hold_limit = 0 WHERE patron_id = 2'],
    [`UPDATE patron_category SET hold_limit = 0`],
    [`UPDATE library SET hold_limit = 0`],
  ],
  'the place shown for a hold is its rank by ticket, and not greater than the length of the queue': [
    [
      `UPDATE queue_block SET live_holds = 2 WHERE ${QUEUE}`,
      `UPDATE hold SET ticket = ticket + 64 WHERE ticket > 1`,
    ],
    [`UPDATE title_queue SET live_holds = 1 WHERE ${QUEUE}`],
  ],
  'the copies set aside and on loan are those of the ready holds and checkouts, and no more than are owned': [
    [`UPDATE copies SET set_aside = 0 WHERE ${QUEUE}`],
    [`UPDATE copies SET on_loan = 1, owned = 2 WHERE ${QUEUE}`],
    [
      DROP_CONSTRAINT('copies_never_more_out_than_there_are', 'copies'),
      `UPDATE copies SET owned = 0 WHERE ${QUEUE}`,
    ],
    [`UPDATE copies SET retiring = 1 WHERE ${QUEUE}`],
  ],
  'a ready hold is not suspended, and has an expiry and a copy': [
    [
      DROP_CONSTRAINT('hold_ready_is_not_suspended'),
      `UPDATE hold SET suspension_type = 'indefinite' WHERE ticket = 1`,
    ],
    [DROP_CONSTRAINT('hold_ready_has_copy_and_expiry'), `UPDATE hold SET expires_at = NULL WHERE ticket = 1`],
    [
      DROP_CONSTRAINT('hold_ready_has_copy_and_expiry'),
      `UPDATE hold SET collection_id = NULL WHERE ticket = 1`,
    ],
    [DROP_CONSTRAINT('hold_copy_fkey'), `UPDATE hold SET collection_id = 'lost' WHERE ticket = 1`],
  ],
  'a hold ends with its suspension only if it has no other end, and if it is known since when it is suspended':
    [
      [`UPDATE hold SET suspension_ends_at = now() WHERE ticket = 2`],
      [`UPDATE hold SET suspension_ends_at = now(), suspended_since = NULL WHERE ticket = 3`],
    ],
  'no copy is free while a hold that can use it is waiting': [
    FREE_COPY,
    [
      `UPDATE hold SET suspension_type = NULL WHERE ticket = 3`,
      `DELETE FROM hold WHERE ticket = 2`,
      ...FREE_COPY,
    ],
  ],
  "a hold has its patron's category": [[`UPDATE hold SET category = 'guest' WHERE ticket = 2`]],
  'a queue counts its live holds, and has issued every ticket': [
    [`UPDATE title_queue SET live_holds = 2 WHERE ${QUEUE}`],
    [`DELETE FROM hold WHERE ticket = 3`],
    [`UPDATE hold SET ticket = 4 WHERE ticket = 3`],
  ],
  'every block of tickets counts its live holds': [
    [`UPDATE queue_block SET live_holds = 4 WHERE ${QUEUE} AND level = 1`],
    [`DELETE FROM queue_block WHERE ${QUEUE} AND level = 2`],
    [`INSERT INTO queue_block SELECT website_id, reserve_id, 1, 7, 1 FROM title_queue WHERE ${QUEUE}`],
  ],
  'a queue counts its live holds by category': [
    [`UPDATE queue_category SET live_holds = 4 WHERE ${QUEUE}`],
    [`DELETE FROM queue_category WHERE ${QUEUE}`],
    [`INSERT INTO queue_category SELECT website_id, reserve_id, 'guest', 1 FROM title_queue WHERE ${QUEUE}`],
  ],
  'only tickets that a queue has issued were given copies': [
    [
      `INSERT INTO queue_hand_over SELECT website_id, reserve_id, 4, 'main', now() FROM title_queue WHERE ${QUEUE}`,
    ],
  ],
  'the trace of a hold is a list of events': [
    [`UPDATE hold SET trace = '{}' WHERE ticket = 2`],
    [`UPDATE hold SET trace = '[{"event": "suspended"}]' WHERE ticket = 2`],
    [`UPDATE hold SET trace = '[{"recordedAt": "2026-03-31T12:00:00+00:00"}]' WHERE ticket = 2`],
    [`UPDATE hold SET trace = '["suspended"]' WHERE ticket = 2`],
  ],
  'the notice of a ready hold with an address was sent, is under way, or is listed as unsent': [
    [`UPDATE hold SET email_address = 'reader@example.org' WHERE ticket = 1`],
  ],
};

test('every invariant is seen to break', () => {
  expect(Object.keys(DAMAGES)).toEqual(INVARIANTS.map(({ description }) => description));
});

const CASES = Object.entries(DAMAGES).flatMap(([promise, damages]) =>
  damages.map((damage) => ({ promise, damage, last: damage.at(-1) })),
);

test.each(CASES)('a breach is found of: $promise: $last', async ({ promise, damage }) => {
  const broken = await brokenAfter(damage);
  expect(broken.filter((line) => line.startsWith(`${promise}: library 37`))).not.toEqual([]);
});

test('a free copy that no waiting patron may use breaks nothing', async () => {
  expect(await brokenAfter([`UPDATE copies SET owned = 2 WHERE collection_id = 'other'`])).toEqual([]);
});

describe('with overtaking recorded', () => {
  beforeAll(() => recordOvertaking(service.database));

  const HAND_OVER_TO = (tickets: string): string[] => [
    `UPDATE copies SET owned = 3, set_aside = set_aside + cardinality(ARRAY[${tickets}]) WHERE ${QUEUE}`,
    `UPDATE hold SET suspension_type = NULL, collection_id = 'main', expires_at = now() WHERE ticket IN (${tickets})`,
  ];
  const overtakings = async (damage: readonly string[]): Promise<string[]> =>
    (await brokenAfter(damage)).filter((line) => line.startsWith('no copy is handed over past'));

  test('a hold whose trace does not end with what it is now is found', async () => {
    const untold = async (damage: string): Promise<string[]> =>
      (await brokenAfter([damage])).filter((line) =>
        line.startsWith('the trace of a hold ends with what it is'),
      );
    expect(await untold(`UPDATE hold SET suspension_type = 'indefinite' WHERE ticket = 2`)).toHaveLength(1);
    expect(await untold(`UPDATE hold SET trace = '[]' WHERE ticket = 1`)).toHaveLength(1);
    expect(await untold(`UPDATE hold SET trace = '[{"event": "unrecorded"}]' WHERE ticket = 1`)).toEqual([]);
  });

  test('overtaking a hold with a lower ticket is found', async () => {
    expect(await overtakings(HAND_OVER_TO('3'))).toEqual([expect.stringContaining('ticket 3')]);
  });

  test('two holds that get copies at once overtake nobody', async () => {
    expect(await overtakings(HAND_OVER_TO('2, 3'))).toEqual([]);
  });

  test('a suspended hold is not overtaken', async () => {
    const suspended = `UPDATE hold SET suspension_type = 'indefinite' WHERE ticket = 2`;
    expect(await overtakings([suspended, ...HAND_OVER_TO('3')])).toEqual([]);
    expect(
      await overtakings([
        suspended,
        ...HAND_OVER_TO('3'),
        `UPDATE hold SET suspension_type = NULL WHERE ticket = 2`,
      ]),
    ).toEqual([]);
  });

  test('overtaking a hold whose suspension is over is found', async () => {
    const over = `UPDATE hold SET suspension_type = 'limited', suspended_until = now() WHERE ticket = 2`;
    expect(await overtakings([over, ...HAND_OVER_TO('3')])).toHaveLength(1);
  });
});
