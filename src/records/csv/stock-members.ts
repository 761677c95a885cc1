import * as cells from './csv-cells.js';
import { called, coded, type CsvMember, day } from './csv-member.js';
import * as ofLicence from './licence-cells.js';

/** The member of a column where each row is one copy. */
export const ONE_PER_ROW = 'copiesOwned:one-per-row';
export const ISBN_NAMES = 'isbn isbn13 isbns eisbn 020a';
const COPIES_NAMES =
  'copiesowned copies owned quantity qty units unitsowned licensecount licenses licences numberofcopies copycount totalcopies';

/** The members that name a title, in records of titles, of copies and of licences. */
export const OF_TITLE = {
  reserveId: { words: 'GUID of the title', read: cells.code, ...called('reserveid', 'guid') },
  externalId: {
    words: 'Number in your system',
    read: cells.code,
    ...called(
      'externalid biblionumber bibnumber bibid bibliographicrecordid recordbib mmsid catkey catalogkey instancehrid 001',
      'titleid',
    ),
    isKey: true,
  },
  source: { words: 'Source of the number', read: cells.text, ...called('source provider'), ...coded },
} satisfies Record<string, CsvMember>;

const IN_COLLECTION = {
  ...OF_TITLE,
  isbn: { words: 'ISBN', read: cells.isbn, ...called(ISBN_NAMES) },
  collectionId: {
    words: 'Collection',
    read: cells.text,
    ...called('collectionid collectioncode ccode', 'collection', 'sammlung bestand'),
    ...coded,
  },
} satisfies Record<string, CsvMember>;

const FOR_HOLDS = {
  holdable: { words: 'For holds', read: cells.trueOrFalse, ...called('holdable holdsallowed') },
} satisfies Record<string, CsvMember>;

export const COPIES: Readonly<Record<string, CsvMember>> = {
  ...IN_COLLECTION,
  copiesOwned: { words: 'Number of copies', read: cells.copies, ...called(COPIES_NAMES) },
  [ONE_PER_ROW]: { words: 'Each row is one copy', read: cells.number, always: '1' },
  ...FOR_HOLDS,
  pickupHours: { words: 'Hours for a pickup', read: cells.number, ...called('pickuphours') },
};

export const LICENCES: Readonly<Record<string, CsvMember>> = {
  ...IN_COLLECTION,
  licenceId: {
    words: 'Number of the licence',
    read: cells.code,
    ...called(
      'licenceid licenseid licenceidentifier licenseidentifier licencenumber licensenumber licenceno licenseno',
      'lizenznummer lizenzid lizenznr numérodelicence idlicence númerodelicencia idlicencia licentienummer numerolicenza licensnummer numerlicencji номерлицензии ライセンス番号',
    ),
    isKey: true,
  },
  concurrency: {
    words: 'Loans at a time',
    read: ofLicence.concurrency,
    ...called(
      'concurrentusers concurrentuses concurrentloans maxconcurrentusers maxconcurrentuses simultaneoususers gleichzeitigenutzer gleichzeitigeausleihen prêtssimultanés préstamossimultáneos',
      COPIES_NAMES,
      'exemplare anzahlexemplare exemplaires ejemplares copie exemplaren',
    ),
    ...coded,
  },
  loans: {
    words: 'Loans in all, or left',
    read: ofLicence.loans,
    ...called(
      'loansleft loansremaining remainingloans checkoutsleft checkoutsremaining remainingcheckouts circsleft circsremaining remainingcircs circulationsremaining',
      'restausleihen verbleibendeausleihen ausleihenübrig prêtsrestants jetonsrestants préstamosrestantes prestitirimanenti resterendeuitleningen',
    ),
  },
  ...day('startsOn', 'Begins', ofLicence.momentBy, 'startson startdate validfrom licencestart licensestart'),
  ...day(
    'endsOn',
    'Ends',
    ofLicence.momentBy,
    'endson enddate expires expireson expiry expirydate expirationdate expiration validuntil validto licenceend licenseend licenceexpires licenseexpires licenceexpirydate ' +
      'licenseexpirydate licenceexpirationdate licenseexpirationdate ablaufdatum gültigbis lizenzende läuftab datedexpiration datedefin findelicence fechadecaducidad ' +
      'fechadevencimiento scadenza datascadenza vervaldatum einddatum utgångsdatum udløbsdato utløpsdato datawygaśnięcia срокдействия 有効期限',
  ),
  model: {
    words: 'Lending model',
    read: ofLicence.lendingModel,
    ...called(
      'lendingmodel licencemodel licensemodel licencetype licensetype',
      'lizenzmodell ausleihmodell lizenztyp modèledeprêt typedelicence modelodepréstamo modelodelicencia tipodelicencia modellodiprestito leenmodel utlånsmodell',
    ),
    ...coded,
  },
  price: {
    words: 'Price',
    read: ofLicence.price,
    ...called('unitprice listprice libraryprice cost preis prix precio prezzo prijs pris cena цена 価格'),
  },
  currency: {
    words: 'Currency',
    read: cells.text,
    ...called('currencycode währung devise moneda valuta munteenheid waluta валюта 通貨'),
    ...coded,
  },
  name: { words: 'Name of the licence', read: cells.text, ...called('licencename licensename lizenzname') },
  ...FOR_HOLDS,
};
