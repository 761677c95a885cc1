import { type Answer, fields, type FieldValue, PatronClient } from '../../../support/client.js';
import { PushBrowser } from '../../../support/push/push-server.js';
import { subscribe, SUBSCRIPTIONS } from '../../../support/push/pushed.js';
import { category, copies, patron, type TestRecord } from '../../../support/records.js';
import { CHECKOUTS, checkoutPath, holdPath, HOLDS, ME, suspensionPath } from '../../../support/paths.js';
import { BROWSER_ID, CARD, CLIENT, licence, PACE, TITLE } from './fixture.js';
import { type Callers, importing, importingOnTheWay, operator } from './imports.js';

/** A request whose connection is cut at each of its statements. */
export interface Command {
  readonly name: string;
  send(service: Callers): Promise<Answer>;
  /**
   * The answer to a retry when the request was carried out before: `204`, or `400 AlreadyOnWaitList`. Undefined: a retry
   * would carry it out again.
   */
  readonly answerOnceDone: string | undefined;
  /** It records what time has ended before it answers; where it cannot, it answers with what is stored (decision 5). */
  readonly isRead: boolean;
  /** A cut at its COMMIT is not noticed: the change is made once, or refused, and answered as usual. */
  readonly isSettled: boolean;
}

type Send = Command['send'];
type Row = readonly [name: string, send: Send, answerOnceDone: Command['answerOnceDone']];
type Values = Readonly<Record<string, FieldValue>>;

const of = (patronId: number, ask: (me: PatronClient) => Promise<Answer>): Send => {
  return ({ as }) => ask(as(patronId));
};
const place = (patronId: number, { crossRefId: id }: { readonly crossRefId: number }, more: Values = {}) =>
  of(patronId, (me) => me.post(HOLDS, { id, ...EMAIL, ...more }));
const asOperator = (method: string, path: string): Send => {
  return (service) => operator(service).send(method, `/operator/v1/${path}`);
};
const aboutPatron = (path: string, values: Values = {}): Send => {
  return (service) => operator(service).post(`/operator/v1/patrons/${path}`, values);
};

/** Behind the last one, where there is room: elsewhere, room is made before, in transactions of its own. */
const BEHIND_THE_LAST = { ticket: 2, side: 'after', other: 4, reason: 'class' };
const inQueue = (path: string, values: Values): Send => {
  return (service) =>
    operator(service).post(`/operator/v1/libraries/37/queues/${wanted.reserveId}/${path}`, values);
};

const form = (path: string, values: Readonly<Record<string, string>>): Send => {
  const authorization = `Basic ${Buffer.from(`${CLIENT.clientId}:${CLIENT.secret}`).toString('base64')}`;
  return ({ url }) =>
    new PatronClient(url, '').send('POST', path, {
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(values).toString(),
    });
};

const WATCHES = `${ME}/watches`;
const NOTICES = `${ME}/notices`;
/** Nobody asks the address: it is that of no library. */
const BROWSER = new PushBrowser('https://93.184.215.14/push').describe();
const EMAIL = { emailAddress: 'someone@example.org' };
const LAST_DAY = { notNeededAfter: `${new Date().getUTCFullYear() + 2}-06-01` };
const LIMITED = { suspensionType: 'limited', numberOfDays: 7 };
const SIGN_IN = {
  ...{ grant_type: 'password', scope: 'websiteid:37' },
  ...{ username: CARD.cardNumber, password: CARD.pin },
};

const HELD = '400 AlreadyOnWaitList';
const SUSPENDED = '400 HoldAlreadySuspended';
const RELEASED = '404 HoldNotSuspended';
const HOLD_GONE = '404 PatronDoesntHaveTitleOnHold';
const BORROWED = '400 TitleAlreadyCheckedOut';
const LOAN_GONE = '400 PatronDoesntHaveTitleCheckedOut';

const { wanted, free, missed, suspendedOnly, lent, renewed, notOwned, paced, licensed } = TITLE;

/** As records have it: only what identifies the thing. */
const deletion = ({ copiesOwned: _, ...key }: TestRecord): TestRecord => ({
  ...{ ...key, record: 'copies', delete: true },
});
const importedHold = { record: 'hold', websiteId: 37, patronId: 5, reserveId: free.reserveId, ...EMAIL };

const OF_HOLDS: readonly Row[] = [
  ['place a hold that waits', place(5, wanted), HELD],
  ['place a hold that is ready at once', place(5, free), HELD],
  ['place a hold in a queue where a pickup was missed', place(5, missed), HELD],
  ['place a hold suspended', place(5, free, LIMITED), HELD],
  ['place a hold with a last day', place(5, wanted, LAST_DAY), HELD],
  ['place a hold twice', place(2, wanted), HELD],
  ['change the address of a hold', of(2, (me) => me.put(holdPath(wanted), EMAIL)), '204'],
  ['choose the last day of a hold', of(2, (me) => me.put(holdPath(wanted), LAST_DAY)), '204'],
  [
    'watch instead of a hold that waits',
    of(2, (me) => me.post(WATCHES, { id: wanted.crossRefId, insteadOfHold: true })),
    HOLD_GONE,
  ],
  ['watch a title', of(5, (me) => me.post(WATCHES, { id: wanted.crossRefId, ...EMAIL })), '201'],
  ['watch a title no more', of(6, (me) => me.delete(`${WATCHES}/${wanted.crossRefId}`)), '404 NotFound'],
  ['place a hold on a title that was watched', place(6, wanted), HELD],
  ['remove a hold that waits', of(2, (me) => me.delete(holdPath(wanted))), HOLD_GONE],
  ['remove a ready hold: the next is ready', of(1, (me) => me.delete(holdPath(wanted))), HOLD_GONE],
  ['suspend a hold that waits', of(2, (me) => me.post(suspensionPath(wanted), LIMITED)), SUSPENDED],
  [
    'suspend a ready hold: the next is ready',
    of(1, (me) => me.post(suspensionPath(wanted), LIMITED)),
    SUSPENDED,
  ],
  [
    'suspend a hold with another address: the next is ready',
    of(1, (me) => me.post(suspensionPath(wanted), { ...LIMITED, ...EMAIL })),
    SUSPENDED,
  ],
  [
    'change a suspension and the address',
    of(3, (me) => me.put(suspensionPath(wanted), { ...LIMITED, ...EMAIL })),
    '204',
  ],
  ['place a hold that its patron’s pace holds back', place(8, free), HELD],
  ['place an alternative that is ready', place(4, free, { alternativeTo: lent.reserveId }), HELD],
  ['place an alternative that is held back', place(6, free, { alternativeTo: renewed.reserveId }), HELD],
  [
    'make two holds alternatives',
    of(4, (me) => me.put(holdPath(wanted), { alternativeTo: lent.reserveId })),
    '204',
  ],
  ['leave alternatives', of(6, (me) => me.put(holdPath(notOwned), { alternativeTo: null })), '204'],
  ['remove the ready hold of a patron with a pace', of(8, (me) => me.delete(holdPath(paced))), HOLD_GONE],
  ['release a hold that then waits', of(3, (me) => me.delete(suspensionPath(wanted))), RELEASED],
  ['release a hold that is then ready', of(5, (me) => me.delete(suspensionPath(suspendedOnly))), RELEASED],
];

/** A pickup was missed there, which is recorded first, and stays so. */
const REFUSED: readonly Row[] = [
  [
    'change the address of a hold that is ready',
    of(2, (me) => me.put(holdPath(missed), EMAIL)),
    '400 HoldReadyForCheckout',
  ],
  ['place a hold twice', place(2, missed), HELD],
  ['suspend a suspended hold', of(1, (me) => me.post(suspensionPath(missed), LIMITED)), SUSPENDED],
  ['release a hold that is not suspended', of(2, (me) => me.delete(suspensionPath(missed))), RELEASED],
  ['remove a hold that is not there', of(5, (me) => me.delete(holdPath(missed))), HOLD_GONE],
  ['return a title that is not on loan', of(5, (me) => me.delete(checkoutPath(missed))), LOAN_GONE],
];

const OF_LOANS: readonly Row[] = [
  [
    'borrow with an idempotency key',
    of(2, (me) =>
      me.send('POST', CHECKOUTS, {
        headers: { 'content-type': 'application/json', 'idempotency-key': '"kill-points"' },
        body: fields({ id: free.crossRefId }),
      }),
    ),
    '201',
  ],
  ['borrow what is set aside', of(1, (me) => me.post(CHECKOUTS, { id: wanted.crossRefId })), BORROWED],
  ['borrow what is free', of(2, (me) => me.post(CHECKOUTS, { id: free.crossRefId })), BORROWED],
  ['place a hold to renew a loan', place(6, lent), HELD],
  [
    'borrow to renew: the next gets its copy, and the alternative ends',
    of(6, (me) => me.post(CHECKOUTS, { id: renewed.crossRefId })),
    BORROWED,
  ],
  ['borrow by a licence', of(2, (me) => me.post(CHECKOUTS, { id: licensed.crossRefId })), BORROWED],
  ['return a title of a licence', of(6, (me) => me.delete(checkoutPath(licensed))), LOAN_GONE],
  ['return a title: the next is ready', of(6, (me) => me.delete(checkoutPath(lent))), LOAN_GONE],
  [
    'lock a format in',
    of(6, (me) => me.post(`${checkoutPath(lent)}/formats`, { formatType: 'ebook-kindle' })),
    '201',
  ],
  [
    'choose a lending period',
    of(1, (me) => me.put(ME, { formatClass: 'eBook', lendingPeriodDays: 7 })),
    '204',
  ],
];

const OTHERS: readonly Row[] = [
  ['choose a pace', of(1, (me) => me.put(PACE, { readyAtMost: 1 })), '204'],
  ['choose how notices come', of(1, (me) => me.put(NOTICES, { daily: true })), '204'],
  ['remove a telephone number', of(4, (me) => me.delete(`${NOTICES}/phone`)), '204'],
  ['add a browser for push messages', of(1, (me) => subscribe(me, BROWSER)), '201'],
  [
    'remove a browser for push messages',
    of(4, (me) => me.delete(`${SUBSCRIPTIONS}/${BROWSER_ID}`)),
    '404 NotFound',
  ],
  ['lift a pace', of(8, (me) => me.delete(PACE)), '204'],
  ['import a copy: the first hold is ready', importing(copies(notOwned.crossRefId, 1)), '200'],
  [
    'import a copy with a request whose body still arrives',
    importingOnTheWay(copies(notOwned.crossRefId, 1)),
    '422',
  ],
  ['import a licence: the first hold is ready', importing(licence(notOwned, { loans: 1 })), '200'],
  ['end a licence: a ready hold waits again', importing(licence(licensed, { endsOn: '2020-01-01' })), '200'],
  ['import fewer copies than are out', importing(copies(wanted.crossRefId, 0)), '200'],
  [
    'import another category of a patron: the hold is ready',
    importing(patron(7, { category: 'adult' })),
    '200',
  ],
  [
    'import another collection of a category: the hold is ready',
    importing(category('child', ['adults', 'main'])),
    '200',
  ],
  ['import a hold', importing(importedHold), '200'],
  ['import another PIN: the tokens end', importing(patron(6, { ...CARD, pin: '0815' })), '200'],
  ['delete the copies of a title', importing(deletion(copies(free.crossRefId, 1))), '200'],
  ['import several records', importing(copies(notOwned.crossRefId, 2), copies(free.crossRefId, 2)), '200'],
  [
    'remove a hold as the operator',
    asOperator('POST', `patrons/1/holds/${wanted.crossRefId}/removal`),
    HOLD_GONE,
  ],
  [
    'return a title as the operator',
    asOperator('POST', `patrons/6/checkouts/${lent.crossRefId}/return`),
    LOAN_GONE,
  ],
  ['move a hold in its queue', inQueue('order', BEHIND_THE_LAST), '404 NotFound'],
  ['put back a hold that was not moved', inQueue('order/undo', { ticket: 2 }), '200'],
  ['delete a patron', asOperator('DELETE', 'patrons/1'), '404 NotFound'],
  ['put a patron into another category', aboutPatron('7/category', { category: 'adult' }), '204'],
  ['block a patron', aboutPatron('1/block', { reason: 'A lost book' }), '204'],
  ['lift the block of a patron', asOperator('DELETE', 'patrons/1/block'), '204'],
  ['end the tokens of a patron', aboutPatron('1/sessions/end'), '204'],
  ['merge a patron into another', aboutPatron('1/merge', { into: 5 }), '404 NotFound'],
  ['try the mail again', asOperator('POST', 'mail/retry'), '200'],
  [
    'move the clock of the sandbox',
    (service) =>
      operator(service).send('POST', '/sandbox/v1/clock', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ advanceSeconds: 60 }),
      }),
    undefined,
  ],
  ['sign in', form('/patrontoken', SIGN_IN), undefined],
  ['revoke a token', (service) => form('/revoke', { token: service.as(1).token })(service), '200'],
  ['get a client’s token', form('/token', { grant_type: 'client_credentials' }), '200'],
];

const READS: readonly Row[] = [
  ['list holds', of(1, (me) => me.get(HOLDS)), '200'],
  ['find a hold', of(1, (me) => me.get(holdPath(wanted))), '200'],
  ['list checkouts', of(6, (me) => me.get(CHECKOUTS)), '200'],
  ['read the patron’s information', of(1, (me) => me.get(ME)), '200'],
];

type Kind = Partial<Pick<Command, 'isRead' | 'isSettled'>>;

const commands = (
  rows: readonly Row[],
  { isRead = false, isSettled = false }: Kind = {},
  where = '',
): Command[] =>
  rows.map(([name, send, answerOnceDone]) => ({
    name: name + where,
    send,
    answerOnceDone,
    isRead,
    isSettled,
  }));

export const COMMANDS: readonly Command[] = [
  ...commands([...OF_HOLDS, ...OF_LOANS], { isSettled: true }),
  ...commands(REFUSED, { isSettled: true }, ', in a queue where a pickup was missed'),
  ...commands(OTHERS),
  ...commands(READS, { isRead: true }),
];
