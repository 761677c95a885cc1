/** How a request of the collection differs from the example in openapi.json. */
interface Adapted {
  readonly method?: string;
  /** With this one of the tokens that it takes, instead of the first. */
  readonly scheme?: 'clientToken';
  /** Instead of the examples, wherever the name stands: in the path, the query or the fields. */
  readonly values?: Readonly<Record<string, string>>;
  /** Instead of the whole body. */
  readonly body?: string;
  /** What the answer is kept as, by the names of variables: expressions of its `text` and `json()`. */
  readonly kept?: Readonly<Record<string, string>>;
  /** What else a reader has to know. */
  readonly note?: string;
}

const FRANKENSTEIN_READ_ALOUD = 'af565b45-6525-5faf-ba72-f67f08c9f776';
/** Nobody waits for it: who asks, gets it. */
const EMMA = '954624f5-d038-5895-850e-6846dbc38726';
/** The tenth waits for it. */
const ACKROYD = '03a07c82-ef8d-52b7-8be2-cab9e76ad602';

/** Patrons of the demo library. The one who signs in is 1001, whom no request deletes or signs out. */
const DESK_PATRON = '1002';

const EMMA_ON_LOAN = { id: EMMA, formatType: 'ebook-epub-adobe' };
const ONLY_FROM_THE_PAGE = 'From here it is refused with 400: only the page itself may send it.';
const NO_TEXTS = 'From here it is refused with 400: the demo library sends no text messages.';
const NO_PUSH = 'From here it is refused: the demo library offers no push messages.';
const NEW_COLLECTION =
  '{"record":"collection","websiteId":37,"collectionId":"local-history","name":"Local History"}\n';

/**
 * Sent from the first to the last, the requests succeed in a new demo library, or are refused as their notes say. They are the
 * examples of openapi.json, but for these.
 */
export const ADAPTED: Readonly<Record<string, Adapted>> = {
  getPatronToken: { kept: { patronToken: 'json().access_token' } },
  getClientToken: { kept: { clientToken: 'json().access_token' } },
  getPatron: { kept: { collectionToken: 'json().collectionToken' } },
  followChanges: {
    method: 'HEAD',
    note: 'This is HEAD, whose answer ends at once. To follow the changes, send GET.',
  },
  placeHoldAtAddress: { values: { id: ACKROYD } },
  removeHold: { values: { id: ACKROYD } },
  borrow: { values: { reserveId: EMMA } },
  findCheckout: { values: EMMA_ON_LOAN },
  returnCheckout: { values: EMMA_ON_LOAN },
  listLoanFormats: { values: EMMA_ON_LOAN },
  lockFormat: { values: { ...EMMA_ON_LOAN, reserveId: EMMA } },
  findLoanFormat: { values: EMMA_ON_LOAN },
  findDownloadLink: {
    values: EMMA_ON_LOAN,
    kept: {
      contentExpires: '/expires=([^&"]+)/.exec(text)[1]',
      contentSignature: '/signature=([^&"]+)/.exec(text)[1]',
    },
  },
  redirectToContent: { values: EMMA_ON_LOAN },
  readContentPage: {
    values: { ...EMMA_ON_LOAN, expires: '{{contentExpires}}', signature: '{{contentSignature}}' },
  },
  // A patron is shown none.
  listAdvantageAccounts: { scheme: 'clientToken' },
  findAdvantageAccount: { scheme: 'clientToken', values: { accountId: '1071' } },
  chooseNotices: { note: NO_TEXTS },
  sendPhoneCode: { note: NO_TEXTS },
  confirmPhone: { note: NO_TEXTS },
  addPushSubscription: { note: NO_PUSH },
  findPushSubscription: { note: NO_PUSH },
  removePushSubscription: { note: NO_PUSH },
  importRecords: {
    body: `{"record":"checkout","websiteId":37,"patronId":${DESK_PATRON},"reserveId":"${EMMA}","expires":"{{tomorrow}}"}\n`,
  },
  startImport: { body: NEW_COLLECTION, kept: { importId: 'json().importId' } },
  findQueue: { kept: { ticket: 'json().holds[0].ticket', lastTicket: 'json().holds.at(-1).ticket' } },
  moveInLine: { values: { ticket: '{{lastTicket}}' } },
  putBack: { values: { ticket: '{{lastTicket}}' } },
  readPatron: { values: { patronId: DESK_PATRON } },
  moveHolds: { values: { to: FRANKENSTEIN_READ_ALOUD } },
  whatIf: { values: { copiesPerTitle: '1' } },
  addAccount: { kept: { staffId: 'json().staffId' } },
  addWebhook: { kept: { webhookId: 'json().webhookId' } },
  replayWebhook: { values: { since: '{{yesterday}}' } },
  deletePatron: { values: { patronId: '1012' } },
  mergePatrons: { values: { patronId: '1009', into: '1010' } },
  blockPatron: { values: { patronId: DESK_PATRON } },
  liftPatronBlock: { values: { patronId: DESK_PATRON } },
  changePatronCategory: { values: { patronId: DESK_PATRON } },
  returnCheckoutOf: { values: { patronId: DESK_PATRON, id: EMMA } },
  exportPatron: { values: { patronId: DESK_PATRON } },
  placeHoldFor: { values: { patronId: DESK_PATRON, reserveId: EMMA } },
  removeHoldOf: { values: { patronId: DESK_PATRON, id: EMMA } },
  suspendHoldOf: { values: { patronId: DESK_PATRON, id: ACKROYD } },
  resumeHoldOf: { values: { patronId: DESK_PATRON, id: ACKROYD } },
  traceHold: { values: { patronId: DESK_PATRON, id: ACKROYD } },
  endPatronSessions: { values: { patronId: DESK_PATRON } },
  readShelf: { kept: { asset: '/[\\w-]+\\.js/.exec(text)[0]' } },
  signInToShelf: { note: ONLY_FROM_THE_PAGE },
  signOutOfShelf: { note: ONLY_FROM_THE_PAGE },
  moveShelfClock: { note: ONLY_FROM_THE_PAGE },
  readDocs: { kept: { file: '/icon-\\w+\\.svg/.exec(text)[0]' } },
};

/** The groups in which the others' tokens are got come first. A token may end when the clock is moved. */
export const FIRST_GROUPS = ['Tokens', 'Patron information'];
export const LAST_GROUPS = ['Sandbox'];

/** In a group, what others need comes before them, and what ends something after. */
export const FIRST = ['importRecords', 'changeCsvMapping', 'findQueue', 'putCalendarEntry'];
export const LAST = [
  'readContentPage',
  'returnCheckout',
  'removeCalendarEntry',
  'moveHolds',
  'deleteWebhook',
  'deleteAccount',
];

/** What requests need and no answer has: the times are those of sending. */
export const BEFORE_EACH = [
  'const inDays = (days) => new Date(Date.now() + days * 24 * 3600 * 1000).toISOString();',
  "pm.collectionVariables.set('tomorrow', inDays(1));",
  "pm.collectionVariables.set('yesterday', inDays(-1));",
];
