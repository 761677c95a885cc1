import { createHash } from 'node:crypto';
import { purgeSharedOf } from '../../platform/database/purge.js';
import { type Connection, lookup, statement } from '../../platform/database/statement.js';

/**
 * Where PINs or passwords are tried: a client, or a range of addresses, or what is tried on, such as an account of staff; with
 * how many failures it may have in 15 minutes.
 */
export interface SignInSource {
  readonly kind:
    'client' | 'shelf' | 'address' | 'staff-account' | 'staff-address' | 'staff-account-from-address';
  readonly name: string;
  /** 0 for no limit. */
  readonly maxFailures: number;
  /** Once the place where all of them sign in has too many failures; absent: the same. */
  readonly maxFailuresInAttack?: number;
}

const PERIOD = `interval '15 minutes'`;

const COUNT = lookup<CountRow>(
  'failed-sign-ins-count',
  `SELECT source_hash AS "sourceHash", sum(count)::int AS failures,
     ceil(extract(epoch FROM min(minute) + ${PERIOD} - service_now()))::int AS "secondsLeft"
   FROM failed_sign_ins WHERE source_hash = ANY($1) AND minute > service_now() - ${PERIOD} GROUP BY source_hash`,
);

interface CountRow {
  readonly sourceHash: Buffer;
  readonly failures: number;
  readonly secondsLeft: number;
}

/**
 * For how many seconds one of the sources is refused; undefined if none is.
 * @param place where all patrons sign in without a secret: it is never refused, for that would shut out all of them
 */
export async function findRefusal(
  connection: Connection,
  sources: readonly SignInSource[],
  place?: SignInSource,
): Promise<number | undefined> {
  const limited = (place === undefined ? sources : [...sources, place]).filter(
    ({ maxFailures, maxFailuresInAttack = 0 }) => maxFailures > 0 || maxFailuresInAttack > 0,
  );
  if (limited.length === 0) return undefined;
  const rows = await connection.run(COUNT, [limited.map(hashOf)]);
  const secondsOf = (source: SignInSource, maxFailures = source.maxFailures): number[] => {
    const row = rows.find(({ sourceHash }) => hashOf(source).equals(sourceHash));
    return row !== undefined && maxFailures > 0 && row.failures >= maxFailures
      ? [Math.max(1, row.secondsLeft)]
      : [];
  };
  const isAttacked = place !== undefined && secondsOf(place).length > 0;
  const seconds = sources.flatMap((source) =>
    secondsOf(source, isAttacked ? source.maxFailuresInAttack : undefined),
  );
  return seconds.length === 0 ? undefined : Math.max(...seconds);
}

/** In the order of the hashes, so that two processes never wait for each other. */
const RECORD = statement(
  'failed-sign-ins-record',
  `INSERT INTO failed_sign_ins AS f (source_hash, minute, count)
   SELECT source_hash, date_trunc('minute', service_now()), 1 FROM unnest($1::bytea[]) AS source_hash ORDER BY 1
   ON CONFLICT (source_hash, minute) DO UPDATE SET count = f.count + 1`,
);

export async function recordFailure(connection: Connection, sources: readonly SignInSource[]): Promise<void> {
  await connection.run(RECORD, [sources.map(hashOf)]);
}

/** @returns how many were deleted; at most a thousand at a time */
export const purgeFailedSignIns = purgeSharedOf({
  name: 'failed-sign-ins-purge',
  table: 'failed_sign_ins',
  key: ['source_hash', 'minute'],
  isOver: `minute <= (SELECT service_now() - ${PERIOD})`,
});

/** An address is personal data: only its hash is stored. */
function hashOf({ kind, name }: SignInSource): Buffer {
  return createHash('sha256').update(`${kind} ${name}`).digest();
}
