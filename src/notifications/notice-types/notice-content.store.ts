import { expectedOffer } from '../../platform/database/stored-waits.store.js';
import { expectedOfferFrom, type StoredOffer } from '../../domain/waits/stored-offer.js';
import { type EstimatedWait, waitIfReleased } from '../../domain/waits/estimated-wait.js';
import type { FormatClass } from '../../domain/lending-period.js';
import { type Kind, kindsOf } from '../../domain/titles/kind.js';
import { GATEWAY, type GatewayOfLibrary, HAS_GATEWAY } from '../texts/text-gateway.store.js';
import { GETS_TEXTS } from '../texts/notice-channels.store.js';
import { NAME_FOR_PATRONS } from '../../platform/database/libraries.store.js';
import { type Connection, type Statement, statement } from '../../platform/database/statement.js';
import { messageIdOf, type Notice, PUSH_PREFIX, TEXT_PREFIX } from './notice.js';
import type { NoticeTypeDefinition } from './notice-type.js';
import {
  isAboutEnd,
  hasOwnMoment,
  type NoticeType,
  NOTICE_TYPE_DEFINITIONS,
  NOTICE_TYPES,
} from './notice-types.js';

/** A library as its notices show it. Null or empty: the service's default. */
export interface NoticeLibrary {
  readonly libraryName: string;
  /** The sender of the library's own mails. */
  readonly senderAddress: string | null;
  readonly senderName: string | null;
  readonly replyTo: string | null;
  readonly homepage: string | null;
  /** An https address. */
  readonly logo: string | null;
  /** Like #1a2b3c. */
  readonly color: string | null;
  /** An IANA name. */
  readonly timeZone: string | null;
  /** Language tags; the first is the default. */
  readonly languages: readonly string[] | null;
  /** Notices name the end of the card. */
  readonly namesCard: boolean;
  /** With `{id}` for the title. */
  readonly titleUrl: string | null;
  /** A hold ends this many days after the notice that no copy is left; null: it stays. */
  readonly daysWithoutCopies: number | null;
  /** Absent if there is no shelf, and when read from the database. */
  readonly shelfUrl?: string;
  /** The base address of drawn covers; absent if the service draws none, and when read from the database. */
  readonly coversUrl?: string;
}

/** The content of a notice. */
export interface NoticeContent {
  /** Null: the patron gets no mail. */
  readonly emailAddress: string | null;
  /** Null: the patron of an ended hold is gone. */
  readonly patronId: number | null;
  /** Where text messages go; null: the patron gets none. */
  readonly texts: TextsOfPatron | null;
  readonly reserveId: string;
  /** Null once the title's record is gone. */
  readonly crossRefId?: number | null | undefined;
  readonly title: string;
  /** Their names; none once the title's record is gone. */
  readonly creators: readonly string[];
  /** The address of the title's picture; null: its record names none. */
  readonly cover: string | null;
  /** None once the title's record is gone. */
  readonly kinds: readonly Kind[];
  readonly expiresAt: Date;
  /** The last characters of the card. Null: the patron has none, or one so short that little of it would be left untold. */
  readonly cardEnding: string | null;
  /** The patron's language tag. */
  readonly language: string | null;
  /** Why the hold ended; null in notices of other types. */
  readonly reason: string | null;
  /** When the hold ends if no copy comes; null if the library has one, or keeps the hold. */
  readonly holdEnds: Date | null;
  /** How long the hold will wait; null if it does not, or if that is unknown. */
  readonly wait: NoticeWait | null;
  readonly library: NoticeLibrary;
}

/** The gateway of the library, and the patron as it knows them. */
export interface TextsOfPatron {
  readonly gateway: GatewayOfLibrary;
  readonly patronId: number;
  /** Null: the gateway knows it. */
  readonly phone: string | null;
}

/** An estimated wait, and the time of the notice. */
export interface NoticeWait extends Pick<EstimatedWait, 'likelyBy' | 'latestBy'> {
  readonly now: Date;
}

const LIBRARY = `
  ${NAME_FOR_PATRONS} AS "libraryName", s.mail_from_address AS "senderAddress",
  s.mail_from_name AS "senderName", s.mail_reply_to AS "replyTo", s.notice_homepage AS homepage, s.notice_logo AS logo,
  s.notice_color AS color, s.notice_time_zone AS "timeZone", s.notice_languages AS languages,
  s.notice_card_ending IS TRUE AS "namesCard", s.notice_title_url AS "titleUrl", s.days_without_copies AS "daysWithoutCopies"`;

/** The library may have no gateway, and the patron of an ended hold may be gone. */
interface TextsRow extends Pick<GatewayOfLibrary, 'knowsPatrons'> {
  readonly getsTexts: boolean;
  readonly url: string | null;
  readonly secret: string | null;
  readonly patronId: number | null;
  readonly phone: string | null;
}

type Row = Omit<NoticeContent, 'library' | 'creators' | 'kinds' | 'wait' | 'texts'> & {
  readonly creators: readonly { readonly name: string }[] | null;
  readonly formats: readonly string[] | null;
  readonly formatClass: FormatClass | null;
} & NoticeLibrary &
  TextsRow &
  StoredOffer & { readonly messageId: string; readonly now: Date };

/** SQL for how long the hold waits; a suspended one may have to wait for the next copy. */
const waitOf = (told: NoticeTypeDefinition['tellsWait']): string =>
  told === undefined ? NO_WAIT : expectedOffer('h.category', 'h.ticket', String(told === 'if-resumed'));
/** The smallest picture that is large enough. */
const COVER = `COALESCE(${['cover150Wide', 'thumbnail', 'cover', 'cover300Wide']
  .map((size) => `t.images #>> '{${size},href}'`)
  .join(', ')}) AS cover`;
const CARD_ENDING = 'CASE WHEN length(p.card_number) >= 8 THEN right(p.card_number, 4) END AS "cardEnding"';
const NO_WAIT =
  'NULL::int AS "expectedMinute", NULL::int AS "likelyMinute", NULL::int AS "borrowedMinute", NULL::int AS "gapHours"';
const NOW = '(SELECT service_now()) AS now';
const TEXTS = `${GETS_TEXTS} AS "getsTexts", ${GATEWAY}, p.patron_id AS "patronId", p.phone`;

/** The moment that the notice names is still to come. */
const IN_TIME = 'given.moment > (SELECT service_now())';

/** Prevents a second mail if the job runs twice. A bounced notice may be sent again. */
const NOT_SENT = `NOT EXISTS (
  SELECT FROM sent_notice n WHERE n.website_id = $1 AND n.message_id = given.message_id AND n.bounced_at IS NULL)`;

/** SQL for the channel of a given notice. */
const CHANNEL = `CASE WHEN starts_with(given.message_id, '${TEXT_PREFIX}') THEN 'text'
  WHEN starts_with(given.message_id, '${PUSH_PREFIX}') THEN 'push' ELSE 'mail' END`;

/**
 * The hold itself records that its ready notice was sent. Where one channel has told it, the other tells it once, too: its message has its own id. A push
 * message comes in any case.
 */
const READY_IS_UNSENT = `CASE ${CHANNEL} WHEN 'push' THEN ${NOT_SENT} ELSE (h.notice_sent_for IS DISTINCT FROM h.expires_at OR ${NOT_SENT} AND EXISTS (
  SELECT FROM sent_notice o WHERE o.website_id = $1 AND o.bounced_at IS NULL
    AND o.message_id = CASE WHEN starts_with(given.message_id, '${TEXT_PREFIX}') THEN substr(given.message_id, ${TEXT_PREFIX.length + 1})
      ELSE '${TEXT_PREFIX}' || given.message_id END)) END`;

/** Nobody is reminded at an address, or at a number, that is known to fail. */
const NOT_REFUSED = `NOT EXISTS (
  SELECT FROM notice_failure f WHERE f.website_id = $1 AND f.reserve_id = h.reserve_id AND f.ticket = h.ticket AND f.expires_at = given.moment
    AND f.channel = ${CHANNEL})`;

/** SQL for notices of one type and of the library $1. */
const GIVEN = `unnest($2::uuid[], $3::int[], $4::timestamptz[], $5::text[]) AS given (title_id, number, moment, message_id)`;

/** The condition on the hold. */
function conditionOf(noticeType: NoticeType): string {
  const { moment, isMomentPast, condition } = NOTICE_TYPE_DEFINITIONS[noticeType];
  return [
    `h.${moment} = given.moment`,
    ...(isMomentPast ? [] : [IN_TIME]),
    // Who has got push messages alone is reminded by another.
    ...(condition === undefined
      ? []
      : [noticeType === 'reminder' ? `(${condition} OR ${CHANNEL} = 'push')` : condition]),
    noticeType === 'ready' ? READY_IS_UNSENT : NOT_SENT,
    ...(noticeType === 'reminder' ? [NOT_REFUSED] : []),
  ].join(' AND ');
}

const findOfHold = (noticeType: NoticeType): Statement<Row> =>
  statement<
    Row & { crossRefId: number; formats: readonly string[]; formatClass: FormatClass; patronId: number }
  >(
    `notice-find-${noticeType}`,
    `SELECT given.message_id AS "messageId", h.email_address AS "emailAddress", h.reserve_id AS "reserveId", t.cross_ref_id AS "crossRefId", t.title, t.creators, ${COVER}, t.formats,
       t.format_class AS "formatClass", given.moment AS "expiresAt", p.language, ${CARD_ENDING},
       NULL AS reason, h.copies_loss_ends_at AS "holdEnds", ${waitOf(NOTICE_TYPE_DEFINITIONS[noticeType].tellsWait)}, ${NOW}, ${TEXTS}, ${LIBRARY}
     FROM ${GIVEN} JOIN hold h ON h.website_id = $1 AND h.reserve_id = given.title_id AND h.ticket = given.number
       JOIN title_queue q USING (website_id, reserve_id) JOIN title t USING (reserve_id)
       JOIN patron p USING (website_id, patron_id)
       JOIN library l USING (website_id) LEFT JOIN library_settings s USING (website_id)
     WHERE ${conditionOf(noticeType)}`,
  );

/** SQL for copies that the patron `p` of the notice `e` may use. */
const copiesWhich = (areMeant: string): string => `EXISTS (
  SELECT FROM copies c JOIN category_collection cc ON cc.website_id = $1 AND cc.collection_id = c.collection_id AND cc.category = p.category
  WHERE c.website_id = $1 AND c.reserve_id = e.reserve_id AND ${areMeant})`;
const IS_OWNED = copiesWhich('c.owned + c.lucky_owned > 0');
/** What is told of a watched title may wait for the daily mail. That a hold has ended stays true. */
const IS_STILL_TRUE = `CASE e.reason WHEN 'watched-free' THEN ${copiesWhich('c.owned > c.on_loan + c.set_aside')}
  WHEN 'watched-bought' THEN ${IS_OWNED} WHEN 'watched-gone' THEN NOT ${IS_OWNED} ELSE true END`;

const FIND_ENDED = statement<Row & { reason: string }>(
  'notice-find-ended',
  `SELECT given.message_id AS "messageId", e.email_address AS "emailAddress", e.reserve_id AS "reserveId",
     t.cross_ref_id AS "crossRefId", t.creators, ${COVER}, t.formats, t.format_class AS "formatClass", e.title, e.ended_at AS "expiresAt", e.language,
     ${CARD_ENDING}, e.reason, NULL::timestamptz AS "holdEnds", ${NO_WAIT}, ${NOW}, ${TEXTS}, ${LIBRARY}
   FROM ${GIVEN} JOIN ended_notice e
       ON e.website_id = $1 AND e.reserve_id = given.title_id AND e.ticket = given.number AND e.ended_at = given.moment
     LEFT JOIN title t USING (reserve_id) LEFT JOIN patron p USING (website_id, patron_id)
     JOIN library l USING (website_id) LEFT JOIN library_settings s USING (website_id)
   WHERE ${IS_STILL_TRUE} AND e.untold @> ARRAY[${CHANNEL}]`,
);

const FIND: ReadonlyMap<NoticeType, Statement<Row>> = new Map(
  NOTICE_TYPES.map((noticeType) => [
    noticeType,
    isAboutEnd(noticeType) ? FIND_ENDED : findOfHold(noticeType),
  ]),
);

/** A notice that is to be sent, with what it tells. */
export interface DueNotice {
  readonly notice: Notice;
  readonly content: NoticeContent;
}

/**
 * Those of which something is left to send, by type: not those that were sent, whose hold has changed or ended, or whose moment is over.
 * @param notices of one library
 */
export async function findNotices(
  connection: Connection,
  notices: readonly Notice[],
): Promise<readonly DueNotice[]> {
  const byType = [...Map.groupBy(notices, ({ occasion }) => occasion)];
  const place = (noticeType: NoticeType): number => NOTICE_TYPES.indexOf(noticeType);
  byType.sort(([one], [other]) => place(one) - place(other));
  return (
    await Promise.all(byType.map(([noticeType, own]) => findOfType(connection, noticeType, own)))
  ).flat();
}

async function findOfType(
  connection: Connection,
  noticeType: NoticeType,
  notices: readonly Notice[],
): Promise<DueNotice[]> {
  const find = FIND.get(noticeType);
  if (find === undefined) throw new Error(`There is no type of notice "${noticeType}".`);
  const byMessageId = new Map(notices.map((notice) => [messageIdOf(notice), notice]));
  const rows = await connection.run(find, [
    notices[0]?.websiteId,
    notices.map(({ reserveId }) => reserveId),
    notices.map(({ ticket }) => ticket),
    notices.map(({ expiresAt }) => expiresAt),
    notices.map(messageIdOf),
  ]);
  const contents = new Map(rows.map((row) => [row.messageId, contentOf(row, notices[0]!.websiteId)]));
  return [...byMessageId].flatMap(([messageId, notice]) => {
    const content = contents.get(messageId);
    return content === undefined ? [] : [{ notice, content }];
  });
}

function contentOf({ messageId: _, ...row }: Row, websiteId: number): NoticeContent {
  const {
    emailAddress,
    reserveId,
    crossRefId,
    title,
    cover,
    expiresAt,
    language,
    cardEnding,
    reason,
    holdEnds,
    ...others
  } = row;
  const {
    expectedMinute,
    likelyMinute,
    borrowedMinute,
    gapHours,
    now,
    formats,
    formatClass,
    creators,
    getsTexts,
    url,
    secret,
    knowsPatrons,
    patronId,
    phone,
    ...library
  } = others;
  const kinds = formats === null || formatClass === null ? [] : kindsOf(formats, formatClass);
  const expected = expectedOfferFrom({ expectedMinute, likelyMinute, borrowedMinute, gapHours });
  const wait = expected === undefined ? null : { ...waitIfReleased(expected, now), now };
  const names = (creators ?? []).map(({ name }) => name);
  const told = {
    title,
    creators: names,
    cover,
    kinds,
    expiresAt,
    language,
    cardEnding,
    reason,
    holdEnds,
    wait,
  };
  const texts = textsOf({ getsTexts, url, secret, knowsPatrons, patronId, phone }, websiteId);
  return { emailAddress, texts, patronId, reserveId, crossRefId, ...told, library };
}

function textsOf(
  { getsTexts, url, secret, knowsPatrons, patronId, phone }: TextsRow,
  websiteId: number,
): TextsOfPatron | null {
  if (!getsTexts || url === null || secret === null || patronId === null) return null;
  const gateway = { websiteId, url, secret, knowsPatrons };
  return { gateway, patronId, phone: knowsPatrons ? null : phone };
}

/** A library, and whether it has a gateway for text messages. Undefined if there is no such library. */
export const findNoticeLibrary = statement<NoticeLibrary & { readonly sendsTexts: boolean }>(
  'notice-find-library',
  `SELECT ${LIBRARY}, ${HAS_GATEWAY} AS "sendsTexts"
   FROM library l LEFT JOIN library_settings s USING (website_id) WHERE l.website_id = $1`,
).first((websiteId: number) => [websiteId]);

/**
 * SQL for the moment of the hold `h` that a notice names.
 * @param noticeType SQL for its type
 */
export function momentOf(noticeType: string): string {
  const others = NOTICE_TYPES.filter(hasOwnMoment).map(
    (each) => `WHEN '${each}' THEN h.${NOTICE_TYPE_DEFINITIONS[each].moment}`,
  );
  return `CASE ${noticeType} ${others.join(' ')} ELSE h.expires_at END`;
}
