import { CARDS_OF } from '../access/sign-in/cards.store.js';
import type { PatronKey } from '../domain/patron.js';
import { type Connection, statement } from '../platform/database/statement.js';

/** The names of a patron in lists. */
type NameOf = 'patronId' | 'externalId' | 'card';

/** SQL for the stored hash of a name in the library $1: nobody can read it, and two libraries have no hash in common. */
function hashOf(of: NameOf, name: string): string {
  const text = of === 'card' ? `lower(${name})` : `${name}::text`;
  return `sha256(convert_to($1::int || ' ${of} ' || ${text}, 'UTF8'))`;
}

/** SQL for the patron of the library $1 into whom the one with this name was merged. */
export const mergedInto = (of: NameOf, name: string): string =>
  `SELECT m.patron_id FROM merged_name m WHERE m.website_id = $1 AND m.name_hash = ${hashOf(of, name)}`;

/** SQL for the stored hashes of all names of a row that is, or resembles, a patron of the library $1. */
export const nameHashesOf = (patron: string, cards: string): string => `
  SELECT ${hashOf('patronId', `${patron}.patron_id`)} AS name_hash
  UNION SELECT ${hashOf('externalId', `${patron}.external_id`)} WHERE ${patron}.external_id IS NOT NULL
  UNION SELECT ${hashOf('card', 'card')} FROM unnest(${cards}) card`;

const HASHES = statement<{ nameHash: Buffer }>(
  'merged-names-hashes',
  `SELECT names.name_hash AS "nameHash" FROM patron p CROSS JOIN LATERAL (${nameHashesOf('p', CARDS_OF)}) names
   WHERE p.website_id = $1 AND p.patron_id = $2`,
);

const KEEP = statement(
  'merged-names-keep',
  `INSERT INTO merged_name (website_id, name_hash, patron_id) SELECT $1::int, unnest($2::bytea[]), $3::int
   ON CONFLICT (website_id, name_hash) DO UPDATE SET patron_id = EXCLUDED.patron_id`,
);

/** Lists of the library's system go on naming `from`, and mean `into`. */
export async function keepMergedNames(
  connection: Connection,
  { websiteId, patronId: from }: PatronKey,
  { patronId: into }: PatronKey,
): Promise<void> {
  // Includes patrons who were merged into `from` before.
  await connection.prisma.mergedName.updateMany({
    where: { websiteId, patronId: from },
    data: { patronId: into },
  });
  const hashes = (await connection.run(HASHES, [websiteId, from])).map(({ nameHash }) => nameHash);
  await connection.run(KEEP, [websiteId, hashes, into]);
}
