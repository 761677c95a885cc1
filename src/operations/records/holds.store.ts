import type { PatronKey } from '../../domain/patron.js';
import { type Connection, statement } from '../../platform/database/statement.js';

export interface HoldReferences {
  readonly patronKnown: boolean;
  readonly titleKnown: boolean;
}

const REFERENCES = statement(
  'records-hold-references',
  `SELECT EXISTS (SELECT FROM patron WHERE website_id = $1 AND patron_id = $2) AS "patronKnown",
     EXISTS (SELECT FROM title WHERE reserve_id = $3) AS "titleKnown"`,
);

/** Which of the rows that a hold needs are there. */
export async function readHoldReferences(
  connection: Connection,
  { websiteId, patronId }: PatronKey,
  reserveId: string,
): Promise<HoldReferences> {
  const [found] = await connection.run<HoldReferences>(REFERENCES, [websiteId, patronId, reserveId]);
  return found ?? { patronKnown: false, titleKnown: false };
}
