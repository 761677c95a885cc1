import { type Connection, statement, type Statement } from '../../platform/database/statement.js';

interface Taken {
  readonly number: number;
}

const REHEARSED_FROM = 2_000_000_000;
const OF_A_SESSION = 100_000;
const SESSIONS = 1_400;

/** Takes numbers from a sequence, skipping those that records already use. */
const takenFrom = (sequence: string, table: string, column: string): Numbers => ({
  taken: statement<Taken>(
    `records-take-${sequence.replace('_', '-')}`,
    `SELECT number FROM (SELECT nextval('${sequence}')::int AS number FROM generate_series(1, $1)) taken
     WHERE NOT EXISTS (SELECT FROM ${table} WHERE ${column} = taken.number)`,
  ),
  rehearsed: statement<Taken>(
    `records-rehearse-${sequence.replace('_', '-')}`,
    `SELECT number + COALESCE((SELECT max(${column}) FROM ${table} WHERE ${column} BETWEEN own.first AND own.last), own.first) AS number
     FROM generate_series(1, $1::int) number, (
       SELECT first, first + ${OF_A_SESSION - 1} AS last
       FROM (SELECT ${REHEARSED_FROM} + pg_backend_pid() % ${SESSIONS} * ${OF_A_SESSION} AS first) session) own`,
  ),
});

interface Numbers {
  readonly taken: Statement<Taken>;
  /** A rollback does not give back numbers of a sequence. A rehearsal therefore uses numbers of its session, which no sequence reaches. */
  readonly rehearsed: Statement<Taken>;
}

const SEQUENCES = {
  patron: takenFrom('patron_number', 'patron_directory', 'patron_id'),
  title: takenFrom('cross_ref_number', 'title', 'cross_ref_id'),
};

export async function takeNumbers(
  connection: Connection,
  of: keyof typeof SEQUENCES,
  count: number,
): Promise<number[]> {
  const { taken, rehearsed } = SEQUENCES[of];
  const numbers: number[] = [];
  while (numbers.length < count) {
    const more = await connection.run(connection.isRehearsal === true ? rehearsed : taken, [
      count - numbers.length,
    ]);
    numbers.push(...more.map(({ number }) => number));
  }
  return numbers;
}
