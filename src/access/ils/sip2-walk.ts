import type { IlsPassword, IlsSettings } from './ils-settings.js';
import { SipConnection, SipConnectionLost, type SipDeadlines, type SipServer } from './sip2-connection.js';
import { onlyValue, type SipMessage, type SipRequest } from './sip2-message.js';

/** The system was reached, but does not answer questions about patrons, at present or for this login. */
export class SipRefused extends Error {}

/** The steps that `library check` shows. */
export const SIP_STEPS = ['connection', 'login', 'status', 'patron'] as const;
export type SipStep = (typeof SIP_STEPS)[number];

export interface AskedCard {
  readonly cardNumber: string;
  /** Null: the PIN is not checked. */
  readonly pin: string | null;
}

/** The passwords as they are sent. */
export type OpenedPasswords = Readonly<Record<IlsPassword, string | null>>;

export interface SipWalk {
  readonly server: SipServer;
  readonly ils: IlsSettings;
  readonly passwords: OpenedPasswords;
  readonly deadlines: SipDeadlines;
  /** Called after each step. */
  readonly onStep?: (step: SipStep) => void;
  /** Called when the card is on its way: a later failure may be its fault. */
  readonly onSent?: () => void;
}

/**
 * Asks a library's system about a patron, over a connection of its own: systems have processes, or licenses, for a few connections, and end
 * idle ones. A connection that is lost before the answer is tried once more. After an answer nothing is asked again, as systems count wrong
 * PINs.
 * @throws SipUnreachable, SipConnectionLost, SipRefused, BadSipAnswer
 */
export async function askForPatron(walk: SipWalk, card: AskedCard): Promise<SipMessage> {
  try {
    return await walkOnce(walk, card);
  } catch (error) {
    if (!(error instanceof SipConnectionLost)) throw error;
    return walkOnce(walk, card);
  }
}

async function walkOnce(walk: SipWalk, card: AskedCard): Promise<SipMessage> {
  const { ils, onStep, onSent } = walk;
  return inSession(walk, async (connection, status) => {
    onSent?.();
    const answer = knowsPatronInformation(status)
      ? await connection.ask(patronInformation(walk, card), '64')
      : await connection.ask(patronStatus(walk, card), '24');
    onStep?.('patron');
    if (ils.endSession) connection.tell(endSession(walk, card));
    return answer;
  });
}

/** The place in BX that tells whether a system answers requests for patron information (63). */
const PATRON_INFORMATION = 7;

/** True unless the system says no. The other request says less: a patron's status (24) has neither a category nor the last day of the card. */
function knowsPatronInformation(status: SipMessage | undefined): boolean {
  return status === undefined || onlyValue(status, 'BX')?.charAt(PATRON_INFORMATION) !== 'N';
}

/**
 * Checks that the system lets the service in, without asking about a patron.
 * @throws as `askForPatron`
 */
export function greetSystem(walk: SipWalk): Promise<void> {
  return inSession(walk, () => Promise.resolve());
}

async function inSession<Result>(
  { server, deadlines, ...walk }: SipWalk,
  work: (connection: SipConnection, status: SipMessage | undefined) => Promise<Result>,
): Promise<Result> {
  const connection = await SipConnection.open(server, deadlines);
  try {
    walk.onStep?.('connection');
    await logIn(connection, walk);
    const status = walk.ils.scStatus ? await askForStatus(connection, walk) : undefined;
    return await work(connection, status);
  } finally {
    connection.close();
  }
}

type Walk = Pick<SipWalk, 'ils' | 'passwords' | 'onStep'>;

async function logIn(connection: SipConnection, { ils, passwords, onStep }: Walk): Promise<void> {
  if (ils.login === null) return;
  const fields = [
    ['CN', ils.login] as const,
    ['CO', passwords.password ?? ''] as const,
    ['CP', ils.locationCode] as const,
  ];
  const { fixed } = await connection.ask({ code: '93', fixed: '00', fields }, '94');
  if (fixed !== '1') throw new SipRefused('It refuses the login or its password.');
  onStep?.('login');
}

async function askForStatus(connection: SipConnection, { onStep }: Walk): Promise<SipMessage> {
  const status = await connection.ask({ code: '99', fixed: '00802.00', fields: [] }, '98');
  if (status.fixed.startsWith('N')) throw new SipRefused('It says that it is offline.');
  onStep?.('status');
  return status;
}

const LANGUAGE_NOT_SAID = '000';
const NO_SUMMARY = ' '.repeat(10);

function patronInformation(walk: Walk, card: AskedCard): SipRequest {
  const fixed = `${LANGUAGE_NOT_SAID}${sipTime(new Date())}${NO_SUMMARY}`;
  return { code: '63', fixed, fields: [...fieldsOf(walk, card), ['AD', card.pin]] };
}

function patronStatus(walk: Walk, card: AskedCard): SipRequest {
  const fixed = `${LANGUAGE_NOT_SAID}${sipTime(new Date())}`;
  return { code: '23', fixed, fields: [...fieldsOf(walk, card), ['AD', card.pin]] };
}

function endSession(walk: Walk, card: AskedCard): SipRequest {
  return { code: '35', fixed: sipTime(new Date()), fields: fieldsOf(walk, card) };
}

function fieldsOf({ ils, passwords }: Walk, { cardNumber }: AskedCard): SipRequest['fields'] {
  return [
    ['AO', ils.institutionId],
    ['AA', cardNumber],
    ['AC', passwords.terminalPassword],
  ];
}

/** Four blanks stand for the time zone: FOLIO refuses anything else. */
function sipTime(moment: Date): string {
  const [day = '', time = ''] = moment.toISOString().replaceAll(/[-:]/g, '').split('T');
  return `${day}    ${time.slice(0, 6)}`;
}
