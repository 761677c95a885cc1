import { isCalendarDay } from '../../domain/calendar-day.js';
import { parseFormatClass } from '../../domain/lending-period.js';

/** What the rows of a CSV file are, and the kind of record that each becomes. */
export const CSV_KINDS = { patrons: 'patron', titles: 'title', copies: 'copies' } as const;
export type CsvKind = keyof typeof CSV_KINDS;
export const CSV_KIND_NAMES = Object.keys(CSV_KINDS) as CsvKind[];

/** A member of a record that a column can become. */
interface CsvMember {
  /** A text that is not what the member must be stays as it is: the rules of records then say so. */
  readonly read: (text: string) => unknown;
  /** What systems of libraries call such a column, in lower-case letters and digits. */
  readonly names?: string;
  /** Several columns can become it. */
  readonly isList?: true;
  /** Its values are a code of the other system, which a table can translate. */
  readonly isCode?: true;
  /** What it is, whatever the column has. */
  readonly always?: string;
}

const text: CsvMember['read'] = (cell) => cell;
const number: CsvMember['read'] = (cell) => (/^\d{1,15}$/.test(cell) ? Number(cell) : cell);
const list: CsvMember['read'] = (cell) =>
  cell
    .split(/[|;]/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
const yes = /^(?:1|true|yes|y)$/i;
const no = /^(?:0|false|no|n)$/i;

/** Days in the forms that cannot be mistaken: `2026-03-31`, also with a time after it, `20260331` and `31.3.2026`. */
const day: CsvMember['read'] = (cell) =>
  dayBy(/^(?<y>\d{4})-?(?<m>\d\d)-?(?<d>\d\d)(?:[T ].*)?$/, cell) ??
  dayBy(/^(?<d>\d\d?)\.(?<m>\d\d?)\.(?<y>\d{4})$/, cell) ??
  cell;
const dayFirst: CsvMember['read'] = (cell) =>
  dayBy(/^(?<d>\d\d?)[-/.](?<m>\d\d?)[-/.](?<y>\d{4})(?: .*)?$/, cell) ?? cell;
const monthFirst: CsvMember['read'] = (cell) =>
  dayBy(/^(?<m>\d\d?)[-/.](?<d>\d\d?)[-/.](?<y>\d{4})(?: .*)?$/, cell) ?? cell;
/** Of a year alone, its first day. */
const dayOrYear: CsvMember['read'] = (cell) => (/^\d{4}$/.test(cell) ? `${cell}-01-01` : day(cell));

function dayBy(form: RegExp, cell: string): string | undefined {
  const { y = '', m = '', d = '' } = form.exec(cell)?.groups ?? {};
  const found = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
  return isCalendarDay(found) ? found : undefined;
}

const blocked: CsvMember['read'] = (cell) =>
  no.test(cell) ? null : { reason: yes.test(cell) ? 'Blocked' : cell };
/** Koha writes `default` where a patron has chosen no language. */
const chosenLanguage: CsvMember['read'] = (cell) => (cell === 'default' ? null : cell);
const trueOrFalse: CsvMember['read'] = (cell) => yes.test(cell) || (no.test(cell) ? false : cell);
/** Also as `e-book` or `eAudiobook`. */
const formatClass: CsvMember['read'] = (cell) =>
  parseFormatClass(cell.replace(/^e-?(?=audio|video)|-(?=book)/i, '')) ?? cell;

/** The member of a column where each row is one copy. */
export const ONE_PER_ROW = 'copiesOwned:one-per-row';

/** Those that name a title, in records of titles and of copies. */
const OF_TITLE = {
  reserveId: { read: text, names: 'reserveid guid' },
  externalId: {
    read: text,
    names:
      'externalid biblionumber bibnumber bibid bibliographicrecordid recordbib mmsid titleid catkey catalogkey instancehrid',
  },
  source: { read: text, names: 'source provider', isCode: true },
} satisfies Record<string, CsvMember>;
const ISBN_NAMES = 'isbn isbn13 isbns eisbn';

const MEMBERS: Readonly<Record<CsvKind, Readonly<Record<string, CsvMember>>>> = {
  patrons: {
    patronId: { read: number },
    externalId: {
      read: text,
      names:
        'externalid borrowernumber patronid patronnumber recordpatron precord patronrecord userkey primaryidentifier externalsystemid usernumber',
    },
    cardNumber: { read: text, names: 'cardnumber barcode patronbarcode pbarcode card userid userbarcode' },
    cardNumbers: { read: list, names: 'cardnumbers barcodes otherbarcodes', isList: true },
    category: {
      read: text,
      names:
        'category categorycode patrontype ptype patroncode patroncodeid userprofile profile usergroup usergroupcode patrongroup borrowertype',
      isCode: true,
    },
    pin: { read: text, names: 'pin password userpin pinnumber' },
    expiresOn: {
      read: day,
      names:
        'expireson dateexpiry expirationdate expdate expirydate expires privilegeexpires userprivexpires privexpires',
    },
    'expiresOn:day-first': { read: dayFirst },
    'expiresOn:month-first': { read: monthFirst },
    blocked: { read: blocked, names: 'blocked mblock blockreason debarredcomment blockdescription' },
    holdLimit: { read: number, names: 'holdlimit maxholds' },
    checkoutLimit: { read: number, names: 'checkoutlimit maxcheckouts maxloans' },
    language: { read: chosenLanguage, names: 'language lang preferredlanguage', isCode: true },
  },
  titles: {
    ...OF_TITLE,
    isbn: { read: list, names: ISBN_NAMES, isList: true },
    crossRefId: { read: number, names: 'crossrefid' },
    title: { read: text, names: 'title titleproper maintitle' },
    subtitle: { read: text, names: 'subtitle' },
    creators: { read: list, names: 'creators creator author authors contributor contributors', isList: true },
    formatClass: {
      read: formatClass,
      names: 'formatclass format itemtype itype materialtype mattype mediatype resourcetype formattype',
      isCode: true,
    },
    formats: { read: list, names: 'formats formatids', isList: true, isCode: true },
    subjects: { read: list, names: 'subjects subject genre genres', isList: true },
    languages: { read: list, names: 'languages language lang languagecode', isList: true },
    keywords: { read: list, names: 'keywords', isList: true },
    edition: { read: text, names: 'edition editionstatement' },
    series: { read: text, names: 'series seriestitle' },
    publisher: { read: text, names: 'publisher publishercode publishername' },
    publishDate: {
      read: dayOrYear,
      names: 'publishdate publicationdate copyrightdate publicationyear pubdate pubyear year',
    },
    shortDescription: { read: text, names: 'shortdescription' },
    fullDescription: { read: text, names: 'fulldescription description summary abstract' },
    isPublicDomain: { read: trueOrFalse, names: 'ispublicdomain publicdomain' },
    addedDate: { read: day, names: 'addeddate dateadded dateaccessioned datecreated' },
  },
  copies: {
    ...OF_TITLE,
    isbn: { read: text, names: ISBN_NAMES },
    collectionId: { read: text, names: 'collectionid collection collectioncode ccode', isCode: true },
    copiesOwned: {
      read: number,
      names: 'copiesowned copies owned quantity units licenses licences numberofcopies copycount totalcopies',
    },
    [ONE_PER_ROW]: { read: number, always: '1' },
  },
};

/** Of each list, one member must have a column or a value: else every row would be refused for the same reason. */
export const REQUIRED: Readonly<Record<CsvKind, readonly (readonly string[])[]>> = {
  patrons: [['patronId', 'externalId']],
  titles: [['title'], ['formatClass'], ['reserveId', 'externalId', 'isbn']],
  copies: [['copiesOwned', ONE_PER_ROW], ['collectionId'], ['reserveId', 'externalId', 'isbn']],
};

/** @throws Error unless the kind has such a member: mappings are checked before */
export function memberOf(kind: CsvKind, name: string): CsvMember {
  const member = MEMBERS[kind][name];
  if (member === undefined) throw new Error(`Rows of ${kind} have no member ${name}.`);
  return member;
}

export const memberNames = (kind: CsvKind): string[] => Object.keys(MEMBERS[kind]);

/** Those whose values a table can translate. */
export const codedMembers = (kind: CsvKind): string[] =>
  memberNames(kind).filter((name) => memberOf(kind, name).isCode);

/** The member that a column of this name most likely is. A name of ours, exactly, is no guess. */
export function guessedMember(kind: CsvKind, column: string): string | undefined {
  const given = column.trim();
  const plain = given.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const names = memberNames(kind);
  return (
    names.find((name) => name === given) ??
    names.find((name) => memberOf(kind, name).names?.split(' ').includes(plain))
  );
}
