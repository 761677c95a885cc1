import type { CsvKind } from '../../src/records/csv/csv-members.js';

/** A list in the shape in which a system of libraries writes it. */
export interface IlsFile {
  readonly kind: CsvKind;
  readonly text: string;
  /** Members of the records that its rows become, on the 31st of March 2026; a text is a part of why a row is rejected. */
  readonly records: readonly (Readonly<Record<string, unknown>> | string)[];
}

const lines = (...each: string[]): string => each.map((line) => `${line}\r\n`).join('');
const tabs = (...each: string[][]): string => lines(...each.map((cells) => cells.join('\t')));

const BCRYPT = '$2a$08$ixCEcGjx0pSrXYpGZAGRFOhQ1Aq1WjNsLqFMnDTvQx3Yk6v4kZbTe';
const RESERVE_ID = '8a5bdb5c-9a8b-4c5f-b0a3-2f3c1d7e9a01';

/** Every value is made up. */
export const ILS_FILES: Readonly<Record<string, IlsFile>> = {
  Koha: {
    kind: 'patrons',
    text: lines(
      'cardnumber,surname,firstname,email,categorycode,dateenrolled,dateexpiry,gonenoaddress,lost,debarred,debarredcomment,lang,userid,sort1,password,borrowernumber',
      `K-1001,Okafor,Ngozi,n@harbour.example,PT,2019-01-01,2027-12-31,0,0,,,default,nokafor,,${BCRYPT},51`,
      `K-1002,Lindqvist,Elsa,,PT,2019-01-01,2027-12-31,0,0,9999-12-31,,en,elind,,****,52`,
      `K-1003,Marchetti,Paolo,,PT,2019-01-01,9999-12-31,0,0,2020-01-31,Old fines,default,pmar,,,53`,
      `K-1004,Haddad,Samira,,K,2019-01-01,,1,0,,,fr-CA,shad,,,54`,
      `K-1005,Okonjo,Ben,,K,2019-01-01,,0,1,2999-12-31,Lost 3 books,default,bok,,,55`,
    ),
    records: [
      {
        externalId: '51',
        cardNumber: 'K-1001',
        category: 'PT',
        expiresOn: '2027-12-31',
        blocked: null,
        language: null,
      },
      { externalId: '52', cardNumber: 'K-1002', blocked: { reason: 'Blocked' }, language: 'en' },
      { externalId: '53', cardNumber: 'K-1003', blocked: null, expiresOn: null },
      { externalId: '54', blocked: { reason: 'Address unknown' }, expiresOn: null, language: 'fr-CA' },
      { externalId: '55', blocked: { reason: 'Lost 3 books' } },
    ],
  },
  Evergreen: {
    kind: 'patrons',
    text: lines(
      '"Patron ID","Barcode","Username","First Name","Last Name","Permission Group","Home Library","Expiration Date","Barred","Active","Juvenile","Email"',
      '"101","E-1001","aokafor","Ada","Okafor","Patrons","MAIN","2027-06-30 00:00:00-04","f","t","f","a@harbour.example"',
      '"102","E-1002","blee","Bo","Lee","Patrons","MAIN","2027-06-30 00:00:00-04","t","t","f",""',
      '"103","E-1003","csi","Cy","Si","Patrons","MAIN","","f","f","t",""',
    ),
    records: [
      {
        externalId: '101',
        cardNumber: 'E-1001',
        category: 'Patrons',
        expiresOn: '2027-06-30',
        blocked: null,
      },
      { externalId: '102', blocked: { reason: 'Barred' } },
      { externalId: '103', blocked: { reason: 'Inactive' }, expiresOn: null },
    ],
  },
  Sierra: {
    kind: 'patrons',
    text: lines(
      '"RECORD #(PATRON)","P BARCODE","PATRN NAME","P TYPE","EXP DATE","MBLOCK","HOME LIBR","EMAIL ADDR","TOT CHKOUT"',
      '"p1000017a","21000000001001;21000000001002","Okafor, Ngozi","0","12-31-2027","-","main ","n@harbour.example","14"',
      '"p10000182","21000000001003","Lindqvist, Elsa","3","  -  -    ","-","main ","","0"',
      '"p1000019x","21000000001004","Marchetti, Paolo","3","01-05-2027","n","main ","","2"',
    ),
    records: [
      {
        ...{ externalId: 'p1000017a', cardNumber: '21000000001001', category: '0', expiresOn: '2027-12-31' },
        ...{ cardNumbers: ['21000000001001', '21000000001002'], blocked: null },
      },
      { externalId: 'p10000182', category: '3', expiresOn: null, blocked: null },
      { externalId: 'p1000019x', expiresOn: '2027-01-05', blocked: { reason: 'n' } },
    ],
  },
  Polaris: {
    kind: 'patrons',
    text: lines(
      'Patron ID,Patron barcode,Patron full name,Patron code,Registered library,Expiration date,Email address,Birth date,System blocks',
      '7001,P-1001,"Okafor, Ngozi",Adult,Main,6/5/2027 12:00:00 AM,n@harbour.example,5/23/1980 12:00:00 AM,',
      '7002,P-1002,"Lindqvist, Elsa",Adult,Main,1/2/2027 12:00:00 AM,,4/4/1990 12:00:00 AM,Collection agency',
    ),
    records: [
      { externalId: '7001', cardNumber: 'P-1001', category: 'Adult', expiresOn: '2027-06-05', blocked: null },
      { externalId: '7002', expiresOn: '2027-01-02', blocked: { reason: 'Collection agency' } },
    ],
  },
  Symphony: {
    kind: 'patrons',
    text: lines(
      'User ID|Alt ID|Name|User Profile|Library|Privilege Expires|User Status|Email',
      '22000000001001|S1|Okafor, Ngozi|ADULT|MAIN|20271231|OK|n@harbour.example',
      '22000000001002|S2|Lindqvist, Elsa|ADULT|MAIN|NEVER|DELINQUENT|',
      '22000000001003|S3|Marchetti, Paolo|ADULT|MAIN|NEVER|BARRED|',
    ),
    records: [
      {
        ...{ externalId: '22000000001001', cardNumber: '22000000001001', category: 'ADULT' },
        ...{ expiresOn: '2027-12-31', blocked: null },
      },
      { externalId: '22000000001002', expiresOn: null, blocked: null },
      { externalId: '22000000001003', blocked: { reason: 'BARRED' } },
    ],
  },
  FOLIO: {
    kind: 'patrons',
    text: lines(
      'User name,User id,External system id,Barcode,Active,Type,Patron group,Departments,Expiration date',
      'nokafor,1ad737b0-d847-11e6-bf26-cec0c932ce01,F-1,F-1001,true,patron,staff,,2027-12-31 23:59:00.000Z',
      'elind,2bd737b0-d847-11e6-bf26-cec0c932ce02,F-2,F-1002,false,patron,staff,,',
    ),
    records: [
      { externalId: 'F-1', cardNumber: 'F-1001', category: 'staff', expiresOn: '2027-12-31', blocked: null },
      { externalId: 'F-2', cardNumber: 'F-1002', blocked: { reason: 'Inactive' }, expiresOn: null },
    ],
  },
  Alma: {
    kind: 'patrons',
    text: lines(
      'Primary Identifier,Barcode,First Name,Last Name,User Group,User Group Code,Expiration Date,Status,Preferred Email,Block Description',
      'A-1,A-1001,Ngozi,Okafor,Undergraduate student,UG,2027-12-31,Active,n@harbour.example,',
      'A-2,A-1002,Elsa,Lindqvist,Undergraduate student,UG,2027-12-31,Inactive,,',
      'A-3,A-1003,Paolo,Marchetti,Undergraduate student,UG,2027-12-31,Active,,Lost items',
    ),
    records: [
      { externalId: 'A-1', cardNumber: 'A-1001', category: 'UG', expiresOn: '2027-12-31', blocked: null },
      { externalId: 'A-2', blocked: { reason: 'Inactive' } },
      { externalId: 'A-3', blocked: { reason: 'Lost items' } },
    ],
  },
  Marketplace: {
    kind: 'titles',
    text: lines(
      'Title,Subtitle,Edition,Series,Creators,Publisher,Imprint,Format,ISBN,Language,Subject,Street date,Purchase date,Lending model,Copies owned,Title ID,Reserve ID,Cross-reference ID,List price',
      `Harbour Lights,A Novel,,Harbour,"Okafor, Ngozi",Quay Press,Slipway,OverDrive Read;EPUB eBook;Kindle Book,9780140449112,English,Fiction;Sea,6/5/2019,12/25/2020,One copy/one user,3,400101,${RESERVE_ID},990100101,$14.99`,
      `Harbour Nights,,,,"Okafor, Ngozi",Quay Press,,OverDrive Listen;MP3 audiobook,,German,Fiction,1/31/2020,1/2/2021,Simultaneous use,,400102,${RESERVE_ID.replace('01', '02')},990100102,$9.99`,
    ),
    records: [
      {
        ...{
          title: 'Harbour Lights',
          subtitle: 'A Novel',
          series: 'Harbour',
          publisher: 'Quay Press',
          imprint: 'Slipway',
        },
        ...{
          formatClass: 'eBook',
          languages: ['en'],
          subjects: ['Fiction', 'Sea'],
          publishDate: '2019-06-05',
        },
        ...{ addedDate: '2020-12-25', reserveId: RESERVE_ID, crossRefId: 990100101 },
        creators: [{ role: 'Author', name: 'Okafor, Ngozi' }],
      },
      { title: 'Harbour Nights', formatClass: 'Audiobook', languages: ['de'], addedDate: '2021-01-02' },
    ],
  },
  'Marketplace licences': {
    kind: 'licences',
    text: lines(
      'Title,Creators,Format,ISBN,Collection,Lending model,Copies owned,Checkouts left,Expiration date,Title ID,Reserve ID,List price',
      `Harbour Lights,"Okafor, Ngozi",EPUB eBook,9780140449112,main,One copy/one user,3,,,400101,${RESERVE_ID},$14.99`,
      `Harbour Lights,"Okafor, Ngozi",EPUB eBook,9780140449112,main,Metered access by time,2,,6/30/2099,400101,${RESERVE_ID},US$ 55.00`,
      `Harbour Lights,"Okafor, Ngozi",EPUB eBook,9780140449112,main,Metered access by checkout,1,26,,400101,${RESERVE_ID},"$1,055.00"`,
      `Harbour Lights,"Okafor, Ngozi",EPUB eBook,9780140449112,main,Metered access by checkout (concurrent users),80,,,400101,${RESERVE_ID},`,
      `Harbour Nights,"Okafor, Ngozi",MP3 audiobook,,main,Simultaneous use,,,12/31/2099,400102,${RESERVE_ID.replace('01', '02')},$9.99`,
    ),
    records: [
      {
        ...{ record: 'licence', reserveId: RESERVE_ID, licenceId: `${RESERVE_ID} One copy/one user` },
        ...{ concurrency: 3, loans: null, endsOn: null, model: 'One copy/one user', price: 14.99 },
      },
      { concurrency: 2, endsOn: '2099-06-30', price: 55, currency: 'USD' },
      { concurrency: 1, loans: 26, endsOn: null, price: 1055 },
      { concurrency: null, loans: 80 },
      { concurrency: null, loans: null, endsOn: '2099-12-31', price: 9.99 },
    ],
  },
  'licences in German': {
    kind: 'licences',
    text: lines(
      'Lizenznummer;ISBN;Sammlung;Titel;Lizenzmodell;Exemplare;Restausleihen;Gültig bis;Preis',
      'L-1;978-0-14-044911-2;main;Harbour Lights;Einzelplatzlizenz;;52;30.06.2099;1.014,99 €',
      'L-2;978-0-14-044911-2;main;Harbour Lights;Simultanlizenz;;unbegrenzt;;89,–\u00a0EUR',
    ),
    records: [
      {
        ...{ licenceId: 'L-1', isbn: '9780140449112', concurrency: 1, loans: 52, endsOn: '2099-06-30' },
        ...{ price: 1014.99, currency: 'EUR' },
      },
      { licenceId: 'L-2', concurrency: null, loans: null, endsOn: null, price: 89, currency: 'EUR' },
    ],
  },
  MARC: {
    kind: 'titles',
    text: tabs(
      ['001', '020$a', '100$a', '245$a', '245$b', '264$b', '041$a', '650$a', '856$u'],
      [
        'm1',
        '9780140449112 (electronic bk)',
        'Okafor, Ngozi,',
        'Harbour lights :',
        'a novel /',
        'Quay Press,',
        'eng',
        'Sea stories.',
        'https://quay.example/1',
      ],
      [
        'm2',
        '9783161484100 (audiobook)',
        'Lindqvist, Elsa.',
        'Nachtlicht /',
        '',
        'Kai Verlag,',
        'gerfre',
        'Seefahrt',
        '',
      ],
    ),
    records: [
      {
        ...{ externalId: 'm1', title: 'Harbour lights', subtitle: 'a novel', publisher: 'Quay Press' },
        ...{ languages: ['en'], subjects: ['Sea stories'], formatClass: 'eBook' },
        creators: [{ role: 'Author', name: 'Okafor, Ngozi' }],
        formats: [{ id: 'ebook-epub-open', identifiers: [{ type: 'ISBN', value: '9780140449112' }] }],
      },
      {
        ...{ externalId: 'm2', title: 'Nachtlicht', languages: ['de', 'fr'], formatClass: 'Audiobook' },
        creators: [{ role: 'Author', name: 'Lindqvist, Elsa' }],
      },
    ],
  },
};
