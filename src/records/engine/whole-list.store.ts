import { CARDS_OF } from '../../access/sign-in/cards.store.js';
import { isbn13In } from '../../domain/normalized-identifier.js';
import { TODAY } from '../../circulation/standing.store.js';
import { bulkStatement, type Connection } from '../../platform/database/statement.js';
import type { CopiesRecord } from '../kinds/copies/copies.schema.js';
import type { LicenceRecord } from '../kinds/licence/licence.schema.js';
import { NOTHING_SAID, type PatronRecord } from '../kinds/patron/patron.schema.js';

/** A patron, title or licence that a whole list would have to name. */
export interface Listed {
  readonly names: readonly string[];
  /** The record that ends it. */
  readonly ending: PatronRecord | CopiesRecord | LicenceRecord;
  /** False for a title's copies in its second and further collections. */
  readonly isFirst: boolean;
}

interface List {
  readonly count: (connection: Connection, websiteId: number) => Promise<number>;
  /** Lists the entries after the given one. */
  readonly find: (connection: Connection, websiteId: number, after: Listed | undefined) => Promise<Listed[]>;
}

/** The identifiers by which a record and its subject are matched. */
export function namesOf(named: {
  readonly patronId?: number | null | undefined;
  readonly externalId?: string | null | undefined;
  readonly reserveId?: string | null | undefined;
  readonly isbn?: string | null | undefined;
  readonly cards?: readonly string[] | null | undefined;
}): string[] {
  const { cards, ...numbers } = named;
  return [
    ...Object.entries(numbers).flatMap(([member, value]) => (value == null ? [] : [`${member} ${value}`])),
    ...(cards ?? []).map((card) => `card ${card.toLowerCase()}`),
  ];
}

const AT_ONCE = 500;

/** Leaves out patrons who came by signing in: no file names them. */
const ACTIVE_PATRONS = `FROM patron p
  WHERE p.website_id = $1 AND p.from_sign_in IS NULL AND p.ended_by_list IS NULL
    AND (p.expires_on IS NULL OR p.expires_on >= ${TODAY})`;

const countPatrons = bulkStatement<{ count: number }>(
  `SELECT count(*)::int AS count ${ACTIVE_PATRONS}`,
).oneValue('count', (websiteId: number) => [websiteId]);

interface ActivePatron {
  readonly patronId: number;
  readonly externalId: string | null;
  readonly cards: readonly string[];
  readonly yesterday: string;
}

const FIND_PATRONS = bulkStatement<ActivePatron>(`
  SELECT p.patron_id AS "patronId", p.external_id AS "externalId", ${CARDS_OF} AS cards, (${TODAY} - 1)::text AS yesterday
  ${ACTIVE_PATRONS} AND p.patron_id > $2 ORDER BY p.patron_id LIMIT ${AT_ONCE}`);

/** Patrons listed before are expired or named, and are not listed again. */
async function findPatrons(
  connection: Connection,
  websiteId: number,
  after: Listed | undefined,
): Promise<Listed[]> {
  const last = after === undefined ? 0 : (after.ending as PatronRecord).patronId;
  const patrons = await connection.run(FIND_PATRONS, [websiteId, last]);
  return patrons.map(({ patronId, externalId, cards, yesterday }) => ({
    names: namesOf({ patronId, externalId, cards }),
    ending: { ...NOTHING_SAID, websiteId, patronId, endedByList: yesterday },
    isFirst: true,
  }));
}

const OWNED_COPIES = `FROM copies c WHERE c.website_id = $1 AND c.owned - c.licensed + c.lucky_owned - c.lucky_licensed > 0`;

const countTitles = bulkStatement<{ count: number }>(
  `SELECT count(DISTINCT c.reserve_id)::int AS count ${OWNED_COPIES}`,
).oneValue('count', (websiteId: number) => [websiteId]);

interface OwnedCopies {
  readonly reserveId: string;
  readonly collectionId: string;
  readonly identifiers: readonly string[];
}

const FIND_COPIES = bulkStatement<OwnedCopies>(`
  SELECT c.reserve_id AS "reserveId", c.collection_id AS "collectionId", ARRAY (
      SELECT unnest(t.identifiers) FROM title t WHERE t.reserve_id = c.reserve_id) AS identifiers
  ${OWNED_COPIES} AND (c.reserve_id, c.collection_id) > ($2::uuid, $3) ORDER BY c.reserve_id, c.collection_id LIMIT ${AT_ONCE}`);

const BEFORE_ALL: Pick<OwnedCopies, 'reserveId' | 'collectionId'> = {
  reserveId: '00000000-0000-0000-0000-000000000000',
  collectionId: '',
};

async function findCopies(
  connection: Connection,
  websiteId: number,
  after: Listed | undefined,
): Promise<Listed[]> {
  const last = after === undefined ? BEFORE_ALL : (after.ending as CopiesRecord);
  const copies = await connection.run(FIND_COPIES, [websiteId, last.reserveId, last.collectionId]);
  return copies.map(({ reserveId, collectionId, identifiers }, index) => ({
    names: [{ reserveId }, ...identifiers.map((each) => ({ isbn: isbn13In(each) }))].flatMap(namesOf),
    ending: {
      websiteId,
      reserveId,
      collectionId,
      copiesOwned: 0,
      holdable: undefined,
      pickupHours: undefined,
    },
    isFirst: reserveId !== (copies[index - 1] ?? last).reserveId,
  }));
}

/** @param collectionId empty: that of the library's only collection, or of any */
export function nameOfLicence(collectionId: string, licenceId: string): string {
  return `licence ${JSON.stringify([collectionId.toLowerCase(), licenceId])}`;
}

const LIVE_LICENCES = `FROM licence n
  WHERE n.website_id = $1 AND (n.ends_at IS NULL OR n.ends_at > (SELECT service_now()))`;

const countLicences = bulkStatement<{ count: number }>(
  `SELECT count(*)::int AS count ${LIVE_LICENCES}`,
).oneValue('count', (websiteId: number) => [websiteId]);

interface LiveLicence {
  readonly collectionId: string;
  readonly licenceId: string;
  readonly reserveId: string;
  readonly hasBegun: boolean;
  readonly now: Date;
}

const FIND_LICENCES = bulkStatement<LiveLicence>(`
  SELECT n.collection_id AS "collectionId", n.licence_id AS "licenceId", n.reserve_id AS "reserveId",
    n.starts_at IS NULL OR n.starts_at < (SELECT service_now()) AS "hasBegun", service_now() AS now
  ${LIVE_LICENCES} AND (n.collection_id, n.licence_id) > ($2, $3) ORDER BY n.collection_id, n.licence_id LIMIT ${AT_ONCE}`);

/** One that has not begun never does. */
async function findLicences(
  connection: Connection,
  websiteId: number,
  after: Listed | undefined,
): Promise<Listed[]> {
  const { collectionId: last, licenceId } = (after?.ending ?? NO_LICENCE) as LicenceRecord;
  const licences = await connection.run(FIND_LICENCES, [websiteId, last, licenceId]);
  return licences.map(({ hasBegun, now, ...key }) => ({
    names: ['', key.collectionId].map((collectionId) => nameOfLicence(collectionId, key.licenceId)),
    ending: {
      ...NO_LICENCE,
      ...key,
      websiteId,
      endsOn: now.toISOString(),
      ...(!hasBegun && { startsOn: null }),
    },
    isFirst: true,
  }));
}

/** A licence's record that keeps every value. */
const NO_LICENCE = {
  collectionId: '',
  licenceId: '',
  concurrency: undefined,
  loans: undefined,
  startsOn: undefined,
  endsOn: undefined,
  model: undefined,
  price: undefined,
  currency: undefined,
  name: undefined,
  holdable: undefined,
};

export const LISTS = {
  patrons: { count: countPatrons, find: findPatrons },
  copies: { count: countTitles, find: findCopies },
  licences: { count: countLicences, find: findLicences },
} satisfies Readonly<Record<string, List>>;
