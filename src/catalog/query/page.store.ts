import type { Connection } from '../../platform/database/statement.js';
import { Parameters } from './parameters.store.js';
import { orderBy } from './sort-keys.store.js';
import { replanned } from './replanned.store.js';
import type { Position } from './cursor.js';
import type { TitleSource, OrderedTitles } from './sources.store.js';

/** A title on a page, and its position in the order. */
export interface TitlePlace extends Position {
  readonly isWithdrawn: boolean;
}

/** Where a page begins: behind a title, or after so many titles. */
export type Start = { readonly behind: Position } | { readonly offset: number };

/** @param titlesWith the titles, for the parameters of the statement */
export function findPlaces(
  connection: Connection,
  titlesWith: (parameters: Parameters) => OrderedTitles,
  start: Start,
  limit: number,
): Promise<TitlePlace[]> {
  const parameters = new Parameters();
  const { keys, sources } = titlesWith(parameters);
  const named = keys.map((key, index) => ({ ...key, sql: `k${index}` }));
  const offset = 'offset' in start ? start.offset : 0;
  const [most, skipped] = [parameters.add(limit + offset), parameters.add(offset)];
  const behind = 'behind' in start ? behindOf({ keys, sources }, start.behind, parameters) : undefined;
  // Each source has its own limit, so that only the titles of one page are compared with those of the others.
  const parts = sources.map((source) => {
    const columns = source.keys.map((sql, index) => `${sql} AS k${index}, `).join('');
    const own = keys.map((key, index) => ({ ...key, sql: source.keys[index] ?? key.sql }));
    return `(SELECT ${columns}${source.identifier} AS reserve_id, ${source.isWithdrawn} AS is_withdrawn
      FROM ${source.from} ${whereOf([...source.where, ...(behind ? [behind(source)] : [])])}
      ORDER BY ${orderBy(own, source.identifier)} LIMIT ${most}::int)`;
  });
  const written = named.map(({ type, sql }) => type.write(sql)).join(', ');
  const text = `
    SELECT reserve_id AS "reserveId", is_withdrawn AS "isWithdrawn", ARRAY [${written}]::text[] AS keys
    FROM (${parts.join(' UNION ALL ')}) found
    ORDER BY ${orderBy(named, 'reserve_id')} OFFSET ${skipped}::int`;
  return connection.run(replanned<TitlePlace>(text), parameters.values);
}

export async function countTitles(
  connection: Connection,
  titlesWith: (parameters: Parameters) => OrderedTitles,
): Promise<number> {
  const parameters = new Parameters();
  const counts = titlesWith(parameters).sources.map(
    ({ from, where }) => `(SELECT count(*) FROM ${from} ${whereOf(where)})`,
  );
  const [counted] = await connection.run(
    replanned<{ number: number }>(`SELECT (${counts.join(' + ')})::int AS number`),
    parameters.values,
  );
  return counted?.number ?? 0;
}

function whereOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
}

/** SQL for "a title of the source stands behind this position". */
function behindOf(
  { keys }: OrderedTitles,
  position: Position,
  parameters: Parameters,
): (source: TitleSource) => string {
  const bounds = keys.map(({ type }, index) => type.read(parameters.add(position.keys[index])));
  const own = `${parameters.add(position.reserveId)}::uuid`;
  const isFalling = [...keys.map((key) => key.isFalling), keys.at(-1)?.isFalling ?? false];
  return (source) => {
    const compared = [...source.keys, source.identifier];
    const limits = [...bounds, own];
    // A comparison of rows starts in the middle of an index. Keys with several directions have no index.
    if (new Set(isFalling).size === 1)
      return `(${compared.join(', ')}) ${isFalling[0] === true ? '<' : '>'} (${limits.join(', ')})`;
    return compared.reduceRight((behindRest, key, index) => {
      const bound = limits[index] ?? own;
      const beyond = `${key} ${isFalling[index] === true ? '<' : '>'} ${bound}`;
      return behindRest === '' ? beyond : `(${beyond} OR (${key} = ${bound} AND ${behindRest}))`;
    }, '');
  };
}
