import { lookup } from '../../platform/database/statement.js';

export const findTitle = lookup<TitleAndTime>(
  'content-find-title',
  'SELECT title, now() AS now FROM title WHERE reserve_id = $1',
).first((reserveId: string) => [reserveId]);

/** A title's name, and the database's time. */
export interface TitleAndTime {
  readonly title: string;
  readonly now: Date;
}

/** The sites that may show a page of the library's in a frame; those of all libraries, where a page belongs to none. */
export const findFrameOrigins = lookup<{ origin: string }>(
  'content-frame-origins',
  `SELECT DISTINCT origin FROM library_settings CROSS JOIN LATERAL unnest(content_frame_origins) AS origin
   WHERE ($1::int IS NULL OR website_id = $1) ORDER BY origin LIMIT 100`,
).column('origin', (websiteId?: number) => [websiteId ?? null]);
