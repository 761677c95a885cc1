import { accessibility } from './accessibility-cell.js';
import * as cells from './csv-cells.js';
import { called, coded, type CsvMember, day, list } from './csv-member.js';
import { COPIES, ISBN_NAMES, LICENCES, OF_TITLE, ONE_PER_ROW } from './stock-members.js';

export type { ColumnNames, CsvMember } from './csv-member.js';
export { ONE_PER_ROW } from './stock-members.js';

/** The kinds of rows of a CSV file, and the kind of record that each becomes. */
export const CSV_KINDS = {
  patrons: 'patron',
  titles: 'title',
  copies: 'copies',
  licences: 'licence',
} as const;
export type CsvKind = keyof typeof CSV_KINDS;
export const CSV_KIND_NAMES = Object.keys(CSV_KINDS) as CsvKind[];

/** Of several columns that block a patron, the one with the reason. */
export const COMMENT = 'blocked:comment';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const MEMBERS: Readonly<Record<CsvKind, Readonly<Record<string, CsvMember>>>> = {
  patrons: {
    patronId: { words: 'Number here', read: cells.number },
    externalId: {
      words: 'Number in your system',
      read: cells.code,
      ...called(
        'externalid borrowernumber primaryidentifier externalsystemid',
        'patronid patronnumber recordpatron precord patronrecord userkey usernumber',
        // FOLIO's own number of a user; elsewhere it is the name for signing in.
        { names: 'userid', suits: (cell) => UUID.test(cell) },
        // Evergreen's number of a user, in its database and its reports.
        { names: 'usrid id userid', beside: 'currentlibrarycard' },
        'usrid',
      ),
      isKey: true,
    },
    'externalId:and-cardNumber': { words: 'Number in your system, also the card', read: cells.code },
    cardNumber: {
      words: 'Card number',
      read: cells.cards,
      ...called(
        'cardnumber barcode currentlibrarycard cardbarcode patronbarcode pbarcode userbarcode card librarycard librarycardnumber cardno barcodenumber',
        'ausweisnummer kartennummer bibliotheksausweis numérodecarte codebarres ndecarte númerodetarjeta nºdetarjeta númerodecarné nºdecarné pasnummer kaartnummer',
        'numerotessera kortnummer lånekortnummer nrkarty номеркарты штрихкод カード番号',
        {
          names: 'userid',
          beside: 'userkey',
        },
      ),
    },
    cardNumbers: {
      words: 'Further card numbers',
      read: cells.cards,
      ...called('cardnumbers barcodes otherbarcodes'),
      ...list,
    },
    category: {
      words: 'Category',
      read: cells.text,
      ...called(
        'categorycode usergroupcode patroncode patroncodeid patrontypecode',
        'category patrontype ptype userprofile profile usergroup patrongroup permissiongroup mainprofilepermissiongroup borrowertype',
        'benutzergruppe lesergruppe nutzergruppe catégorie categoría categoria categorie lånerkategori kategori kategoria категория 利用者区分',
      ),
      ...coded,
    },
    pin: { words: 'PIN', read: cells.pin, ...called('pin userpin pinnumber', 'password') },
    pinHash: { words: 'PIN as a hash, by bcrypt or MD5', read: cells.pinHash },
    ...day(
      'expiresOn',
      'Last day',
      cells.endBy,
      'expireson dateexpiry expirationdate expdate expirydate expiredate expiry expires privilegeexpirationdate privilegeexpires userprivexpires privexpires cardexpires expiration validuntil ' +
        'ablaufdatum gültigbis datedexpiration fechadeexpiración fechadecaducidad scadenza einddatum vervaldatum udløbsdato utløpsdato ' +
        'dataważności срокдействия 有効期限',
    ),
    [COMMENT]: {
      words: 'Reason, where another column blocks',
      read: cells.comment,
      ...called({ names: 'debarredcomment', beside: 'debarred' }),
      isOfSeveral: true,
    },
    'blocked:code': {
      words: 'Blocked by any code',
      read: cells.blockCode,
      ...called('mblock manualblock'),
      isOfSeveral: true,
    },
    'blocked:unless-active': {
      words: 'Active: “no” blocks',
      read: cells.unlessActive,
      ...called('active isactive'),
      isOfSeveral: true,
    },
    blocked: {
      words: 'Blocked: yes, reason or last day',
      read: cells.block,
      ...called(
        'blocked barred debarred blockreason debarredcomment blockdescription systemblocks block blocks status userstatus patronstatus gonenoaddress lost ' +
          'suspended restricted deleted inactive gesperrt sperre sperrgrund suspendu bloqué suspendido bloqueado geblokkeerd bloccato sospeso ' +
          'spærret spärrad sperret zablokowany заблокирован statut stato estado',
      ),
      isOfSeveral: true,
      ...coded,
    },
    holdLimit: { words: 'Most holds', read: cells.number, ...called('holdlimit maxholds') },
    checkoutLimit: {
      words: 'Most checkouts',
      read: cells.number,
      ...called('checkoutlimit maxcheckouts maxloans'),
    },
    language: {
      words: 'Language',
      read: cells.chosenLanguage,
      ...called('language lang preferredlanguage'),
      ...coded,
    },
    // A column called "phone" has numbers of any kind in most systems: it is not taken for this by its name.
    'phone:confirmed': {
      words: 'Confirmed number for text messages, with + and its country',
      read: cells.text,
    },
  },
  titles: {
    ...OF_TITLE,
    isbn: { words: 'ISBN', read: cells.isbns, ...called(ISBN_NAMES), ...list },
    'isbn:and-formatClass': { words: 'ISBN, with the format beside it', read: cells.isbns, ...list },
    crossRefId: {
      words: 'Cross-reference number',
      read: cells.number,
      ...called('crossrefid crossreferenceid'),
    },
    title: { words: 'Title', read: cells.name, ...called('title titleproper maintitle 245a') },
    subtitle: { words: 'Subtitle', read: cells.part, ...called('subtitle 245b') },
    creators: {
      words: 'Authors',
      read: cells.headings,
      ...called('creators creator author authors contributor contributors 100a 700a'),
      ...list,
    },
    formatClass: {
      words: 'Format: eBook, audiobook or video',
      read: cells.formatClass,
      ...called(
        'formatclass format itemtype itype materialtype mattype mediatype resourcetype formattype',
        '007',
        '006',
        '337a 338a',
      ),
      ...coded,
    },
    formats: { words: 'File formats', read: cells.list, ...called('formats formatids'), ...list, ...coded },
    subjects: {
      words: 'Subjects',
      read: cells.headings,
      ...called('subjects subject genre genres 650a 655a'),
      ...list,
    },
    languages: {
      words: 'Languages',
      read: cells.languages,
      ...called('languages language lang languagecode 041a'),
      ...list,
    },
    keywords: { words: 'Keywords', read: cells.list, ...called('keywords'), ...list },
    edition: { words: 'Edition', read: cells.part, ...called('edition editionstatement 250a') },
    series: { words: 'Series', read: cells.part, ...called('series seriestitle 490a 830a') },
    publisher: {
      words: 'Publisher',
      read: cells.part,
      ...called('publisher publishername 264b', 'publishercode 260b'),
    },
    imprint: { words: 'Imprint', read: cells.part, ...called('imprint') },
    ...day(
      'publishDate',
      'Published',
      cells.dayOrYearBy,
      'publishdate publicationdate streetdate copyrightdate publicationyear pubdate pubyear year 264c',
    ),
    shortDescription: { words: 'Short description', read: cells.longText, ...called('shortdescription') },
    fullDescription: {
      words: 'Description',
      read: cells.longText,
      ...called('fulldescription description summary abstract 520a'),
    },
    isPublicDomain: {
      words: 'In the public domain',
      read: cells.trueOrFalse,
      ...called('ispublicdomain publicdomain'),
    },
    accessibility: {
      words: 'Accessibility',
      read: accessibility,
      ...called('accessibility accessibilityfeatures accessibilityfeature'),
    },
    ...day(
      'addedDate',
      'Added on',
      cells.dayBy,
      'addeddate dateadded dateaccessioned datecreated purchasedate',
    ),
  },
  copies: COPIES,
  licences: LICENCES,
};

/** Columns that become two members. */
const PARTS: Readonly<Record<string, readonly [string, string]>> = {
  'externalId:and-cardNumber': ['externalId', 'cardNumber'],
  'isbn:and-formatClass': ['isbn', 'formatClass'],
};

/** One member of each list needs a column or a value: otherwise every row would be refused for the same reason. */
export const REQUIRED: Readonly<Record<CsvKind, readonly (readonly string[])[]>> = {
  patrons: [['patronId', 'externalId']],
  titles: [['title'], ['formatClass'], ['reserveId', 'externalId', 'isbn']],
  copies: [
    ['copiesOwned', ONE_PER_ROW],
    ['reserveId', 'externalId', 'isbn'],
  ],
  licences: [['concurrency'], ['licenceId', 'model'], ['reserveId', 'externalId', 'isbn']],
};

/** @throws Error if the kind has no such member: mappings are checked before */
export function memberOf(kind: CsvKind, name: string): CsvMember {
  const member = MEMBERS[kind][name];
  if (member === undefined) throw new Error(`Rows of ${kind} have no member ${name}.`);
  return member;
}

export const memberNames = (kind: CsvKind): string[] => Object.keys(MEMBERS[kind]);

/** The members that a column with this name becomes; usually one. */
export const partsOf = (name: string): readonly string[] => PARTS[name] ?? [name];

/** The record's member: `expiresOn` for `expiresOn:day-first`. */
export const recordMember = (name: string): string => name.split(':', 1)[0] ?? name;

/** Whether nobody sees the cells of such a column. */
export const isSecret = (name: string): boolean => name === 'pin' || name === 'pinHash';

/** The members whose values can be translated. */
export const codedMembers = (kind: CsvKind): string[] =>
  memberNames(kind).filter((name) => memberOf(kind, name).isCode);

/** A column's name in lower-case letters and digits, as in the tables. */
export const plainName = (column: string): string =>
  cells.composed(column.toLowerCase()).replaceAll(/[^\p{L}\p{N}]/gu, '');
