import { hash } from 'node:crypto';
import { parseTime } from '../../http/fields/time.js';
import { type Json, listIn, objectIn, textIn } from './json.js';

/** Whose licences a feed has. */
export interface OdlTarget {
  readonly websiteId: number;
  /** Undefined: the library's only one. */
  readonly collectionId: string | undefined;
  /** By the service's clock. */
  readonly now: Date;
}

/** Numbers beyond those of records are written for "unlimited". */
const UNLIMITED_FROM = 1_000_000;
const MAX_PRICE = 1_000_000;
const MAX_LICENCE_ID = 200;
/** The states of licences that may be lent; of others, perhaps unknown ones, none may. */
const CAN_BE_LENT: readonly string[] = ['available', 'ready', 'reserved'];
/** What a licence gives that may not be lent. */
const NOTHING = { concurrency: null, loans: 0 };

/**
 * The members of a licence's record (ODL 1.0, 3.2). Those of its info document may stand among them, or beside its metadata.
 * @param publication the metadata of its publication
 */
export function licenceMembers(licence: Json, publication: Json, { now }: OdlTarget): Json {
  const own = { ...licence, ...objectIn(licence.metadata) };
  const [given = {}] = listIn(own.terms);
  // Terms that nobody can read are no licence without limits: the rules of records refuse them.
  const terms = typeof given === 'object' ? objectIn(given) : { concurrency: given };
  const { left } = objectIn(own.checkouts);
  const expires = textIn(terms.expires ?? own.expires, MAX_LICENCE_ID);
  const concurrency = limitIn(terms.concurrency);
  const all = {
    licenceId: idOf(own.identifier, MAX_LICENCE_ID),
    ...(concurrency === 0 ? NOTHING : { concurrency, loans: limitIn(left ?? terms.checkouts) }),
    startsOn: null,
    endsOn: expires ?? null,
    ...priceIn(own.price),
  };
  const availability = objectIn(own.availability ?? publication.availability);
  const state = own.status ?? availability.state ?? 'available';
  if (typeof state === 'string' && CAN_BE_LENT.includes(state.toLowerCase())) return all;
  const dates = [availability.until, ...(state === 'preorder' ? [publication.published, own.created] : [])];
  const startsOn = dates.find((date) => typeof date === 'string' && (parseTime(date) ?? now) > now);
  return startsOn === undefined ? { ...all, ...NOTHING } : { ...all, startsOn };
}

/** Anybody may have it, at any time. */
export function openAccess(externalId: string): Json {
  const limits = { concurrency: null, loans: null, startsOn: null, endsOn: null };
  return { licenceId: `open-access ${externalId}`, ...limits, model: 'open access' };
}

/** Null: no limit. What is no number is refused by the rules of records. */
function limitIn(value: unknown): unknown {
  if (value === undefined || value === null || value === '') return null;
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && number > UNLIMITED_FROM ? null : number;
}

/** A wrong price is no reason to lend nothing. Absent: the one that is stored stays. */
function priceIn(given: unknown): Json {
  const [first] = listIn(given);
  const { value, currency } =
    typeof first === 'object' ? objectIn(first) : { value: first, currency: undefined };
  const price = Number(typeof value === 'string' && value.trim() === '' ? NaN : value);
  if (!(price >= 0 && price <= MAX_PRICE) || value === null || typeof value === 'boolean') return {};
  return { price, ...(typeof currency === 'string' && /^[a-z]{3}$/i.test(currency) && { currency }) };
}

/** An identifier that records can have: a longer one is replaced by its hash. */
export function idOf(identifier: unknown, longest: number): string | undefined {
  const id =
    typeof identifier === 'string' || typeof identifier === 'number' ? String(identifier).trim() : '';
  if (id === '') return undefined;
  return id.length <= longest ? id : `sha256:${hash('sha256', id)}`;
}
