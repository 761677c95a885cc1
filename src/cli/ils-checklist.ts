import { isAskable } from '../access/ils/askable.js';
import { fitsCardPattern } from '../access/ils/card-pattern.js';
import { expiryIn, type IlsPatron, readIlsAnswer } from '../access/ils/ils-patron.js';
import { IlsWays } from '../access/ils/ils-ways.js';
import { noSuchCategory, notAdmitted } from '../access/ils/not-admitted.js';
import type { SipMessage } from '../access/ils/sip2-message.js';
import {
  type AskedCard,
  askForPatron,
  greetSystem,
  SIP_STEPS,
  type SipStep,
  type SipWalk,
} from '../access/ils/sip2-walk.js';
import { SecretSeal, SecretUnreadable } from '../platform/secret-seal.js';
import { AddressRefused } from '../platform/outbound/outbound-policy.js';
import type { Config } from '../platform/settings/config.js';
import type { IlsSettings } from '../access/ils/ils-settings.js';
import { done, failed, open, type ChecklistPoint } from './points.js';

export interface CheckedIls {
  readonly websiteId: number;
  readonly ils: IlsSettings;
  /** The library's categories. */
  readonly categories: readonly string[];
}

const STEPS: Readonly<Record<SipStep, string>> = {
  connection: 'connected',
  login: 'the login is accepted',
  status: 'it is online',
  patron: 'it answers about the card',
};

/**
 * Tries a sign-in by the library's system, and says what is wrong at each step. It adds no patron.
 * @param card undefined: the system is asked about nobody
 */
export async function ilsPoints(
  config: Config,
  checked: CheckedIls,
  card?: AskedCard,
): Promise<ChecklistPoint[]> {
  const { host, port, tls } = checked.ils;
  const name = `Library system at ${host}:${port}${tls ? '' : ' (without TLS)'}`;
  const points = await walk(config, checked, card);
  return points.map(({ state, text }) => ({ state, text: `${name}: ${text}` }));
}

async function walk(config: Config, checked: CheckedIls, card?: AskedCard): Promise<ChecklistPoint[]> {
  const { cardPattern } = checked.ils;
  if (card !== undefined && cardPattern !== null && !fitsCardPattern(cardPattern, card.cardNumber))
    return [
      failed(`it is not asked: cardPattern is ${JSON.stringify(cardPattern)}, which the card does not fit.`),
    ];
  if (card !== undefined && !isAskable(card, checked.ils))
    return [
      failed(
        'it is not asked: the card or the PIN is empty, too long, or has a character that it would misread.',
      ),
    ];
  const steps: SipStep[] = [];
  try {
    const way = await new IlsWays(new SecretSeal(config), config).to(checked);
    const answer = await ask({ ...way, onStep: (step) => steps.push(step) }, card);
    if (answer === undefined || card === undefined)
      return [...asPoints(steps), open('sign in with a test card: --card NUMBER --pin-from-stdin')];
    return [...asPoints(steps), ...answerPoints(checked, answer, card)];
  } catch (error) {
    return [...asPoints(steps), failed(problemOf(error))];
  }
}

async function ask(way: SipWalk, card?: AskedCard): Promise<SipMessage | undefined> {
  if (card !== undefined) return askForPatron(way, card);
  await greetSystem(way);
  return undefined;
}

/** Each step once, even if a lost connection is tried again. */
function asPoints(steps: readonly SipStep[]): ChecklistPoint[] {
  return SIP_STEPS.filter((step) => steps.includes(step)).map((step) => done(`${STEPS[step]}.`));
}

function problemOf(error: unknown): string {
  if (error instanceof SecretUnreadable)
    return 'its passwords were sealed with another WEBHOOKS_KEY: set password and terminalPassword again.';
  if (error instanceof AddressRefused) return `host ${error.message}.`;
  const message = error instanceof Error ? error.message : '';
  return message === '' ? 'it cannot be asked.' : message;
}

const REFUSALS = {
  'unknown-card':
    'it does not know the card, or says that it is not valid (BL). Some systems say so for a wrong terminalPassword.',
  'wrong-pin': 'it says that the PIN is wrong (CQ).',
  'pin-not-checked':
    'it does not say whether the PIN is right (no CQ). It would let every PIN in, so nobody can sign in: make it check PINs.',
};

/** The code of an answer that has only a patron's status. */
const STATUS_CODE = '24';

function answerPoints(
  { ils, categories }: CheckedIls,
  answer: SipMessage,
  asked: AskedCard,
): ChecklistPoint[] {
  const { pin } = asked;
  const read = readIlsAnswer(answer, ils, pin !== null);
  const isStatus = answer.code === STATUS_CODE;
  const messages = (answer.fields.get('AF') ?? []).map((text) =>
    done(`it says "${masked(text)}" (AF, masked).`),
  );
  const points = [
    ...(isStatus ? [open('it tells the status of a card alone: no category, no last day.')] : []),
    ...messages,
  ];
  if ('patron' in read)
    return [
      ...points,
      pinPoint(pin),
      ...namePoints(read.patron, asked),
      ...patronPoints(read.patron, categories, answer),
    ];
  if (read.refused === 'no-category' || read.refused === 'other-library')
    return [...points, pinPoint(pin), failed(`${notAdmitted(read).because}; ${fieldsIn(answer)}.`)];
  if (read.refused === 'unknown-card' && isOver(expiryIn(answer)))
    return [...points, open(`it says that the card is not valid (BL): ${lastDay(answer)} Try another card.`)];
  return [...points, failed(REFUSALS[read.refused])];
}

function pinPoint(pin: string | null): ChecklistPoint {
  return pin === null ? open('the card is known; its PIN was not checked.') : done('card and PIN are right.');
}

/** The names by which the service will know the patron. */
function namePoints({ cardNumber, externalId }: IlsPatron, asked: AskedCard): ChecklistPoint[] {
  return [
    ...(cardNumber === asked.cardNumber
      ? []
      : [open('it names another card (AA) than was typed: the patron has that one here.')]),
    ...(externalId === null ? [] : [open('it has a number of its own (XI): lists need it as externalId.')]),
  ];
}

function patronPoints(
  { category, blocked }: IlsPatron,
  categories: readonly string[],
  answer: SipMessage,
): ChecklistPoint[] {
  return [
    categories.includes(category)
      ? done(`the category is ${JSON.stringify(category)}.`)
      : failed(`${noSuchCategory(category).because}; ${fieldsIn(answer)}.`),
    done(blocked === null ? 'nothing blocks the card.' : `the card is blocked. ${blocked.reason}`),
    done(lastDay(answer)),
  ];
}

/** It is a fact about the card, and no error. */
function lastDay(answer: SipMessage): string {
  const day = expiryIn(answer);
  if (day === null) return 'it does not say when the card expires.';
  return isOver(day) ? `the card expired on ${day}.` : `the card expires on ${day}.`;
}

function isOver(day: string | null): boolean {
  return day !== null && day < new Date().toISOString().slice(0, 10);
}

/** Shows the codes only, as values are personal. */
function fieldsIn({ fields }: SipMessage): string {
  return `the answer has the fields ${[...fields.keys()].toSorted().join(', ')}`;
}

const NOT_FIRST = /(?<=\p{L})\p{L}|\p{N}/gu;

/** Masks what a system says about a person: the first letters tell which sentence it is. */
function masked(text: string): string {
  return text.replaceAll(NOT_FIRST, '*');
}
