import { type Connection, statement, type Statement } from '../../platform/database/statement.js';

interface Taken {
  readonly number: number;
}

/** Takes numbers from a sequence; those that records have given already are left out. */
const takenFrom = (sequence: string, table: string, column: string): Statement<Taken> =>
  statement<Taken>(
    `records-take-${sequence.replace('_', '-')}`,
    `SELECT number FROM (SELECT nextval('${sequence}')::int AS number FROM generate_series(1, $1)) taken
     WHERE NOT EXISTS (SELECT FROM ${table} WHERE ${column} = taken.number)`,
  );

const SEQUENCES = {
  patron: takenFrom('patron_number', 'patron_directory', 'patron_id'),
  title: takenFrom('cross_ref_number', 'title', 'cross_ref_id'),
};

export async function takeNumbers(
  connection: Connection,
  of: keyof typeof SEQUENCES,
  count: number,
): Promise<number[]> {
  const numbers: number[] = [];
  while (numbers.length < count) {
    const taken = await connection.run(SEQUENCES[of], [count - numbers.length]);
    numbers.push(...taken.map(({ number }) => number));
  }
  return numbers;
}
