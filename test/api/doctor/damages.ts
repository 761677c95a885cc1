import { reserveIdOf } from '../../support/records.js';

const TITLE = `library 37, title ${reserveIdOf(1)}`;
export const OF_TITLE = `website_id = 37 AND reserve_id = '${reserveIdOf(1)}'`;

/**
 * Statements that break a promise; what the doctor reports, or nothing: anything of the library; and the constraint that prevents the
 * statements, as `table.constraint` or an index, which a test drops, or that the counters can be repaired.
 */
type Damage = readonly [sql: string, offender?: string | undefined, guard?: string];

export const REPAIRABLE = 'repairable';
const READY = `${TITLE}, ticket 2`;
const INSERT_FROM_QUEUE = (table: string, values: string): string =>
  `INSERT INTO ${table} SELECT website_id, reserve_id, ${values} FROM title_queue WHERE ${OF_TITLE}`;
const INSERT_LICENCE = (columns: string, values: string): string =>
  `INSERT INTO licence (website_id, reserve_id, collection_id, licence_id, ${columns})
   SELECT website_id, reserve_id, 'main', 'year', ${values} FROM title_queue WHERE ${OF_TITLE}`;
const update = (table: string, values: string): string => `UPDATE ${table} SET ${values} WHERE ${OF_TITLE}`;
const change = (ticket: number, values: string): string => `${update('hold', values)} AND ticket = ${ticket}`;

/** At least one way to break each promise. */
export const DAMAGES: Readonly<Record<string, readonly Damage[]>> = {
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
  'alternatives are at most 4 holds of one patron, who has a row to lock, and at most one is ready': [
    [
      `INSERT INTO pace SELECT website_id, patron_id FROM patron; ${update('hold', `alternatives_id = '${reserveIdOf(9)}'`)}`,
      `library 37, alternatives ${reserveIdOf(9)}: 4 holds of 4 patrons, 1 ready`,
    ],
    [change(3, `alternatives_id = '${reserveIdOf(9)}'`)],
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
