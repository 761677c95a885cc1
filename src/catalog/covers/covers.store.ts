import type { TitleId } from '../../domain/titles/title-id.js';
import { lookup } from '../../platform/database/statement.js';

/** The data that a cover shows. */
export interface CoveredTitle {
  readonly reserveId: string;
  readonly title: string;
  /** The name of the first creator. */
  readonly creator: string | null;
  /** The code of the first language. */
  readonly language: string | null;
}

export const findTitle = lookup<CoveredTitle>(
  'covers-find-title',
  `SELECT reserve_id AS "reserveId", title, creators -> 0 ->> 'name' AS creator, languages[1] AS language
   FROM title WHERE reserve_id = $1::uuid OR cross_ref_id = $2::int`,
).first((id: TitleId) => (id.kind === 'reserveId' ? [id.reserveId, null] : [null, id.crossRefId]));
