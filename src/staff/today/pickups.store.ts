import { statement } from '../../platform/database/statement.js';
import type { ToldTitle } from '../console/components/title.js';
import { IS_NOTICE_SENT, PICKUP_NOTICE_COLUMNS, type PickupNotice } from '../queues/queue-holds.store.js';
import { dayBegins } from './work.store.js';

/** SQL for pickups of holds `h` of the library $1 that end between now and the end of its day. */
const ENDS_TODAY = `h.website_id = $1 AND h.expires_at IS NOT NULL
     AND COALESCE(h.suspended_until, h.expires_at) >= (SELECT service_now())
     AND COALESCE(h.suspended_until, h.expires_at) < ${dayBegins(1)}`;

/** The pickups that end today. */
export interface PickupsToday {
  readonly pickups: number;
  /** The pickups whose patrons were sent no notice. */
  readonly untold: number;
}

export const countPickupsOfToday = statement<PickupsToday>(
  'today-pickups',
  `SELECT count(*)::int AS pickups, (count(*) FILTER (WHERE NOT (${IS_NOTICE_SENT})))::int AS untold
   FROM hold h WHERE ${ENDS_TODAY}`,
).one((websiteId: number, timeZone: string) => [websiteId, timeZone]);

/** A pickup that ends today. */
export interface PickupToday extends ToldTitle, PickupNotice {
  readonly reserveId: string;
  readonly patronId: number;
  /** The patron's first card. */
  readonly cardNumber: string | null;
  /** The library's own number. */
  readonly externalId: string | null;
  /** For text messages. */
  readonly phone: string | null;
  readonly expiresAt: Date;
}

/** The pickups that end today, first those whose patrons were sent no notice. */
export const findPickupsOfToday = statement<PickupToday>(
  'today-pickups-list',
  `SELECT h.reserve_id AS "reserveId", t.title, t.creators, t.format_class AS "formatClass", h.patron_id AS "patronId",
     p.card_number AS "cardNumber", p.external_id AS "externalId", p.phone, h.expires_at AS "expiresAt", h.email_address AS "emailAddress", ${PICKUP_NOTICE_COLUMNS}
   FROM hold h JOIN title t USING (reserve_id) JOIN patron p USING (website_id, patron_id)
   WHERE ${ENDS_TODAY}
   ORDER BY "isNoticeSent", h.expires_at, h.reserve_id, h.ticket LIMIT $3`,
).all((websiteId: number, timeZone: string, limit: number) => [websiteId, timeZone, limit]);
