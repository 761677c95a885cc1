import { type Answer, fields, PatronClient } from '../../../support/client.js';
import { category, copies, patron, type TestRecord } from '../../../support/records.js';
import { CHECKOUTS, checkoutPath, holdPath, HOLDS, suspensionPath } from '../../../support/paths.js';
import { CARD, CLIENT, TITLE } from './fixture.js';
import { type Callers, importing, importingOnTheWay, operator } from './imports.js';
import { PACE_COMMANDS } from './pace-commands.js';
import { PATRON_COMMANDS } from './patron-commands.js';

/** A request whose connection is cut at each of its statements. */
export interface Command {
  readonly name: string;
  send(service: Callers): Promise<Answer>;
  /**
   * The answer to a retry when the request was carried out before: `204`, or `400 AlreadyOnWaitList`. Undefined: a retry
   * would carry it out again.
   */
  readonly answerOnceDone: string | undefined;
  /** It records what time has ended before it answers; where it cannot, it answers with what is stored (decision 4). */
  readonly isRead?: boolean;
}

const EMAIL = { emailAddress: 'someone@example.org' };
const LIMITED = { suspensionType: 'limited', numberOfDays: 7 };
const HOLD_GONE = '404 PatronDoesntHaveTitleOnHold';
const LOAN_GONE = '400 PatronDoesntHaveTitleCheckedOut';

/** As records have it: only what identifies the thing. */
const deletion = ({ copiesOwned: _, ...key }: TestRecord): TestRecord => ({
  ...key,
  record: 'copies',
  delete: true,
});

const form =
  (path: string, values: Readonly<Record<string, string>>) =>
  ({ url }: Callers): Promise<Answer> =>
    new PatronClient(url, '').send('POST', path, {
      headers: {
        authorization: `Basic ${Buffer.from(`${CLIENT.clientId}:${CLIENT.secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(values).toString(),
    });

const HOLD_COMMANDS: readonly Command[] = [
  {
    name: 'place a hold that waits',
    send: ({ as }) => as(5).post(HOLDS, { id: TITLE.wanted.crossRefId, ...EMAIL }),
    answerOnceDone: '400 AlreadyOnWaitList',
  },
  {
    name: 'place a hold that is ready at once',
    send: ({ as }) => as(5).post(HOLDS, { id: TITLE.free.crossRefId, ...EMAIL }),
    answerOnceDone: '400 AlreadyOnWaitList',
  },
  {
    name: 'place a hold in a queue where a pickup was missed',
    send: ({ as }) => as(5).post(HOLDS, { id: TITLE.missed.crossRefId, ...EMAIL }),
    answerOnceDone: '400 AlreadyOnWaitList',
  },
  {
    name: 'place a hold suspended',
    send: ({ as }) => as(5).post(HOLDS, { id: TITLE.free.crossRefId, ...EMAIL, ...LIMITED }),
    answerOnceDone: '400 AlreadyOnWaitList',
  },
  {
    name: 'place a hold twice',
    send: ({ as }) => as(2).post(HOLDS, { id: TITLE.wanted.crossRefId, ...EMAIL }),
    answerOnceDone: '400 AlreadyOnWaitList',
  },
  {
    name: 'change the address of a hold',
    send: ({ as }) => as(2).put(holdPath(TITLE.wanted), EMAIL),
    answerOnceDone: '204',
  },
  {
    name: 'be refused in a queue where a pickup was missed',
    send: ({ as }) => as(2).put(holdPath(TITLE.missed), EMAIL),
    answerOnceDone: '400 HoldReadyForCheckout',
  },
  {
    name: 'place a hold twice in a queue where a pickup was missed',
    send: ({ as }) => as(2).post(HOLDS, { id: TITLE.missed.crossRefId, ...EMAIL }),
    answerOnceDone: '400 AlreadyOnWaitList',
  },
  {
    name: 'release a hold that is not suspended in a queue where a pickup was missed',
    send: ({ as }) => as(2).delete(suspensionPath(TITLE.missed)),
    answerOnceDone: '404 HoldNotSuspended',
  },
  {
    name: 'remove a hold that waits',
    send: ({ as }) => as(2).delete(holdPath(TITLE.wanted)),
    answerOnceDone: HOLD_GONE,
  },
  {
    name: 'remove a ready hold: the next is ready',
    send: ({ as }) => as(1).delete(holdPath(TITLE.wanted)),
    answerOnceDone: HOLD_GONE,
  },
  {
    name: 'suspend a hold that waits',
    send: ({ as }) => as(2).post(suspensionPath(TITLE.wanted), LIMITED),
    answerOnceDone: '400 HoldAlreadySuspended',
  },
  {
    name: 'suspend a ready hold: the next is ready',
    send: ({ as }) => as(1).post(suspensionPath(TITLE.wanted), LIMITED),
    answerOnceDone: '400 HoldAlreadySuspended',
  },
  {
    name: 'suspend a hold with another address: the next is ready',
    send: ({ as }) => as(1).post(suspensionPath(TITLE.wanted), { ...LIMITED, ...EMAIL }),
    answerOnceDone: '400 HoldAlreadySuspended',
  },
  {
    name: 'change a suspension and the address',
    send: ({ as }) => as(3).put(suspensionPath(TITLE.wanted), { ...LIMITED, ...EMAIL }),
    answerOnceDone: '204',
  },
  {
    name: 'release a hold that then waits',
    send: ({ as }) => as(3).delete(suspensionPath(TITLE.wanted)),
    answerOnceDone: '404 HoldNotSuspended',
  },
  {
    name: 'release a hold that is then ready',
    send: ({ as }) => as(5).delete(suspensionPath(TITLE.suspendedOnly)),
    answerOnceDone: '404 HoldNotSuspended',
  },
];

const LOAN_COMMANDS: readonly Command[] = [
  {
    name: 'borrow with an idempotency key',
    send: ({ as }) =>
      as(2).send('POST', CHECKOUTS, {
        headers: { 'content-type': 'application/json', 'idempotency-key': '"kill-points"' },
        body: fields({ id: TITLE.free.crossRefId }),
      }),
    answerOnceDone: '201',
  },
  {
    name: 'borrow what is set aside',
    send: ({ as }) => as(1).post(CHECKOUTS, { id: TITLE.wanted.crossRefId }),
    answerOnceDone: '400 TitleAlreadyCheckedOut',
  },
  {
    name: 'borrow what is free',
    send: ({ as }) => as(2).post(CHECKOUTS, { id: TITLE.free.crossRefId }),
    answerOnceDone: '400 TitleAlreadyCheckedOut',
  },
  {
    name: 'place a hold to renew a loan',
    send: ({ as }) => as(6).post(HOLDS, { id: TITLE.lent.crossRefId, ...EMAIL }),
    answerOnceDone: '400 AlreadyOnWaitList',
  },
  {
    name: 'borrow to renew a loan: the next gets its copy',
    send: ({ as }) => as(6).post(CHECKOUTS, { id: TITLE.renewed.crossRefId }),
    answerOnceDone: '400 TitleAlreadyCheckedOut',
  },
  {
    name: 'return a title: the next is ready',
    send: ({ as }) => as(6).delete(checkoutPath(TITLE.lent)),
    answerOnceDone: LOAN_GONE,
  },
  {
    name: 'lock a format in',
    send: ({ as }) => as(6).post(`${checkoutPath(TITLE.lent)}/formats`, { formatType: 'ebook-kindle' }),
    answerOnceDone: '201',
  },
  {
    name: 'choose a lending period',
    send: ({ as }) => as(1).put('/v1/patrons/me', { formatClass: 'eBook', lendingPeriodDays: 7 }),
    answerOnceDone: '204',
  },
];

const LIBRARY_COMMANDS: readonly Command[] = [
  {
    name: 'import a copy: the first hold is ready',
    send: importing(copies(TITLE.notOwned.crossRefId, 1)),
    answerOnceDone: '200',
  },
  {
    name: 'import a copy with a request whose body still arrives',
    send: importingOnTheWay(copies(TITLE.notOwned.crossRefId, 1)),
    answerOnceDone: '422',
  },
  {
    name: 'import fewer copies than are out',
    send: importing(copies(TITLE.wanted.crossRefId, 0)),
    answerOnceDone: '200',
  },
  {
    name: 'import another category of a patron: the hold is ready',
    send: importing(patron(7, { category: 'adult' })),
    answerOnceDone: '200',
  },
  {
    name: 'import another collection of a category: the hold is ready',
    send: importing(category('child', ['adults', 'main'])),
    answerOnceDone: '200',
  },
  {
    name: 'import a hold',
    send: importing({
      record: 'hold',
      websiteId: 37,
      patronId: 5,
      reserveId: TITLE.free.reserveId,
      ...EMAIL,
    }),
    answerOnceDone: '200',
  },
  {
    name: 'delete the copies of a title',
    send: importing(deletion(copies(TITLE.free.crossRefId, 1))),
    answerOnceDone: '200',
  },
  {
    name: 'import several records',
    send: importing(copies(TITLE.notOwned.crossRefId, 2), copies(TITLE.free.crossRefId, 2)),
    answerOnceDone: '200',
  },
  {
    name: 'remove a hold as the operator',
    send: (service) =>
      operator(service).send('POST', `/operator/v1/patrons/1/holds/${TITLE.wanted.crossRefId}/removal`),
    answerOnceDone: HOLD_GONE,
  },
  {
    name: 'return a title as the operator',
    send: (service) =>
      operator(service).send('POST', `/operator/v1/patrons/6/checkouts/${TITLE.lent.crossRefId}/return`),
    answerOnceDone: LOAN_GONE,
  },
  {
    name: 'delete a patron',
    send: (service) => operator(service).delete('/operator/v1/patrons/1'),
    answerOnceDone: '404 NotFound',
  },
  {
    name: 'try the mail again',
    send: (service) => operator(service).send('POST', '/operator/v1/mail/retry'),
    answerOnceDone: '200',
  },
  {
    name: 'move the clock of the sandbox',
    send: (service) =>
      operator(service).send('POST', '/sandbox/v1/clock', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ advanceSeconds: 60 }),
      }),
    answerOnceDone: undefined,
  },
];

const TOKEN_COMMANDS: readonly Command[] = [
  {
    name: 'sign in',
    send: form('/patrontoken', {
      grant_type: 'password',
      username: CARD.cardNumber,
      password: CARD.pin,
      scope: 'websiteid:37',
    }),
    answerOnceDone: undefined,
  },
  {
    name: 'revoke a token',
    send: (service) => form('/revoke', { token: service.as(1).token })(service),
    answerOnceDone: '200',
  },
  {
    name: 'get a client’s token',
    send: form('/token', { grant_type: 'client_credentials' }),
    answerOnceDone: '200',
  },
];

const READS: readonly Command[] = (
  [
    { name: 'list holds', send: ({ as }) => as(1).get(HOLDS), answerOnceDone: '200' },
    { name: 'find a hold', send: ({ as }) => as(1).get(holdPath(TITLE.wanted)), answerOnceDone: '200' },
    { name: 'list checkouts', send: ({ as }) => as(6).get(CHECKOUTS), answerOnceDone: '200' },
    {
      name: 'read the patron’s information',
      send: ({ as }) => as(1).get('/v1/patrons/me'),
      answerOnceDone: '200',
    },
  ] satisfies Command[]
).map((read) => ({ ...read, isRead: true }));

export const COMMANDS: readonly Command[] = [
  ...HOLD_COMMANDS,
  ...LOAN_COMMANDS,
  ...LIBRARY_COMMANDS,
  ...PACE_COMMANDS,
  ...PATRON_COMMANDS,
  ...TOKEN_COMMANDS,
  ...READS,
];
