import { parseWrittenTime } from '../../http/fields/time.js';
import { CellProblem, type CellReader, type DateOrder, endBy, isNothing, number, text } from './csv-cells.js';
import { NEVER } from './csv-words.js';

type Members = Readonly<Record<string, unknown>>;

const isWithoutLimit = (cell: string): boolean =>
  cell === '∞' || NEVER.has(cell.toLowerCase()) || SIMULTANEOUS.test(cell);

/** An empty cell becomes an empty text: the lending model must tell, or the row is rejected, because without a limit nobody would have to wait. */
export const concurrency: CellReader = (cell, facts) => {
  if (isNothing(cell)) return '';
  return isWithoutLimit(cell) ? null : number(cell, facts);
};

export const loans: CellReader = (cell, facts) =>
  isNothing(cell) || isWithoutLimit(cell) ? null : number(cell, facts);

/** A day, or a point in time if the cell has a time and its zone. */
export function momentBy(order?: DateOrder): CellReader {
  const dayIn = endBy(order);
  return (cell, facts) => {
    const day = dayIn(cell, facts);
    const written = typeof day === 'string' ? parseWrittenTime(cell) : undefined;
    return written?.hasZone === true && !written.isDay ? written.time.toISOString() : day;
  };
}

/** What marketplaces call lending models, in several languages. */
const PER_LOAN = /cost[ -]?per[ -]?(?:circ|checkout|loan)|\bcpc\b|pay[ -]?per[ -]?use|pay[ -]?per[ -]?loan/i;
const SIMULTANEOUS =
  /simultan|always available|\bunlimited (?:users|access)|multi-?user|\bmupo\b|\buu\b|unbegrenzt|unbeschränkt|illimit|ilimitad|onbeperkt|obegräns|ubegrens|ubegræns/i;
const ONE_AT_A_TIME =
  /one (?:copy|user)|\boc\W?ou\b|\bou?oc\b|single|\bsupo\b|metered|\bma\b|ein(?:zel)?(?:platz|nutzer|exemplar|lizenz)|exemplaire unique|un (?:exemplaire|utilisateur|ejemplar|usuario)/i;
/** A number of loans that may all run at once: Marketplace shows those that are left as copies. */
const POOLED = /concurrent|bundle|\bpack\b/i;
const LUCKY_DAY = /lucky[ -]?day|skip[ -]the[ -]line/i;
const USERS = /(\d{1,6})[ -]?(?:concurrent |simultaneous )?(?:users?|u|nutzer|utilisateurs|usuarios)\b/i;

export const lendingModel: CellReader = (cell, facts) => {
  if (PER_LOAN.test(cell))
    throw new CellProblem('is of a title that is paid for by the loan, which is no licence: leave it out');
  return text(cell, facts);
};

function loansAtATime(model: string): number | null | undefined {
  const users = USERS.exec(model)?.[1];
  if (users !== undefined) return Number(users);
  if (ONE_AT_A_TIME.test(model)) return 1;
  return SIMULTANEOUS.test(model) ? null : undefined;
}

/** An amount, with the currency if the cell has one. */
export interface Price {
  readonly value: number;
  readonly currency: string | undefined;
}

const AMOUNT = /^(?<before>[^\d-]{0,8})(?<digits>\d(?:[\d.,'’\s]*\d)?)(?<after>[^\d]{0,8})$/u;
const MAX_PRICE_LENGTH = 40;

export const price: CellReader = (cell): Price | string | undefined => {
  if (isNothing(cell)) return undefined;
  const {
    before = '',
    digits = '',
    after = '',
  } = (cell.length > MAX_PRICE_LENGTH ? null : AMOUNT.exec(cell))?.groups ?? {};
  const currency = `${before}${after}`.replaceAll(/[.,\s–-]/g, '').toUpperCase();
  if (digits === '' || !/^[\p{L}\p{Sc}]{0,4}$/u.test(currency)) return cell;
  return { value: amountIn(digits), currency: /^[A-Z]{3}$/.test(currency) ? currency : SIGNS[currency] };
};

/** The last of two kinds of separators precedes the cents; one kind does unless three digits follow, as after a thousand. */
function amountIn(digits: string): number {
  const written = digits.replaceAll(/['’\s]/g, '');
  const [, whole = written, separator = '', cents = ''] = /^(.*)([.,])(\d+)$/.exec(written) ?? [];
  const isDecimal =
    /^0?$/.test(whole) ||
    (cents.length === 3 ? /[.,]/.test(whole.replaceAll(separator, '')) : !whole.includes(separator));
  const plain = whole.replaceAll(/[.,]/g, '');
  return Number(isDecimal ? `${plain}.${cents}` : `${plain}${cents}`);
}

/** A dollar or crown without a country may be of several. */
const SIGNS: Readonly<Record<string, string>> = {
  ...{
    '€': 'EUR',
    '£': 'GBP',
    FR: 'CHF',
    SFR: 'CHF',
    ZŁ: 'PLN',
    KČ: 'CZK',
    FT: 'HUF',
    '₺': 'TRY',
    '₴': 'UAH',
  },
  ...{
    US$: 'USD',
    $US: 'USD',
    C$: 'CAD',
    CA$: 'CAD',
    $CA: 'CAD',
    A$: 'AUD',
    AU$: 'AUD',
    NZ$: 'NZD',
    R$: 'BRL',
  },
  ...{ '₹': 'INR', '₩': 'KRW', 円: 'JPY', 元: 'CNY', NT$: 'TWD', HK$: 'HKD', S$: 'SGD', '₪': 'ILS' },
};

const lowered = (reserveId: unknown): unknown =>
  typeof reserveId === 'string' ? reserveId.toLowerCase() : undefined;

/**
 * The members of a row's record. Without a number of its own, a licence is known by its title, model and end: a renewal is another one.
 * @param title the names of the row's title
 */
export function licenceIn(title: Members, { price: paid, ...members }: Members): Members {
  const { collectionId, model, endsOn } = members;
  const made = [lowered(title.reserveId) ?? title.externalId ?? title.isbn, model, endsOn].filter(
    (part) => typeof part === 'string',
  );
  const licenceId = members.licenceId ?? made.join(' ');
  // Marketplaces list licences that are over without a copy.
  if (members.concurrency === 0) return { ...title, collectionId, licenceId, delete: true };
  return {
    ...(typeof model === 'string' && LUCKY_DAY.test(model) && { holdable: false }),
    ...{ ...title, ...members, licenceId, ...limitsIn(members), ...paidIn(paid, members.currency) },
  };
}

/** What a row says of loans: where its numbers leave it open, its lending model decides. */
function limitsIn({ concurrency: atATime, loans: inAll, model }: Members): Members {
  const words = typeof model === 'string' ? model : '';
  if (POOLED.test(words) && !USERS.test(words)) {
    if (inAll == null && typeof atATime === 'number') return { concurrency: null, loans: atATime };
    return typeof inAll === 'number' && atATime === '' ? { concurrency: null } : {};
  }
  const decided = atATime === '' ? loansAtATime(words) : undefined;
  return decided === undefined ? {} : { concurrency: decided };
}

/** A column of its own says more about the currency than a sign. */
function paidIn(paid: unknown, currency: unknown): Members {
  if (typeof paid !== 'object' || paid === null) return { price: paid };
  const { value, currency: written } = paid as Price;
  return { price: value, currency: currency ?? written };
}
