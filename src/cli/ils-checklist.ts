import { readIlsAnswer } from '../access/ils/ils-patron.js';
import { IlsWays } from '../access/ils/ils-ways.js';
import type { SipMessage } from '../access/ils/sip2-message.js';
import {
  type AskedCard,
  askForPatron,
  greetSystem,
  SIP_STEPS,
  type SipStep,
  type SipWalk,
} from '../access/ils/sip2-walk.js';
import { SecretSeal } from '../platform/secret-seal.js';
import type { Config } from '../platform/settings/config.js';
import type { IlsSettings } from '../platform/settings/ils-settings.js';
import { done, failed, open, type Point } from './points.js';

export interface CheckedIls {
  readonly websiteId: number;
  readonly ils: IlsSettings;
  /** Of the library. */
  readonly categories: readonly string[];
}

const STEPS: Readonly<Record<SipStep, string>> = {
  connection: 'connected',
  login: 'the login is accepted',
  status: 'it is online',
  patron: 'it answers about the card',
};

/**
 * Walks through a sign-in by the library's system, and says what is wrong at each step. Adds no patron.
 * @param card undefined: it is asked about nobody
 */
export async function ilsPoints(config: Config, checked: CheckedIls, card?: AskedCard): Promise<Point[]> {
  const { host, port, tls } = checked.ils;
  const name = `Library system at ${host}:${port}${tls ? '' : ' (without TLS)'}`;
  const steps: SipStep[] = [];
  try {
    const way = await new IlsWays(new SecretSeal(config), config).to(checked);
    const answer = await ask({ ...way, onStep: (step) => steps.push(step) }, card);
    const points = stepsAs(name, steps);
    if (answer === undefined || card === undefined)
      return [...points, open(`${name}: sign in with a test card: --card NUMBER --pin-from-stdin`)];
    return [...points, ...answerPoints(name, checked, answer, card)];
  } catch (error) {
    return [...stepsAs(name, steps), failed(`${name}: ${problemOf(error)}`)];
  }
}

async function ask(way: SipWalk, card?: AskedCard): Promise<SipMessage | undefined> {
  if (card !== undefined) return askForPatron(way, card);
  await greetSystem(way);
  return undefined;
}

/** Each once: a lost connection is tried again. */
function stepsAs(name: string, steps: readonly SipStep[]): Point[] {
  return SIP_STEPS.filter((step) => steps.includes(step)).map((step) => done(`${name}: ${STEPS[step]}.`));
}

function problemOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return message === '' ? 'it cannot be asked.' : message;
}

const REFUSALS = {
  'unknown-card': 'it does not know the card, or says that it is not valid (BL).',
  'wrong-pin': 'it says that the PIN is wrong (CQ).',
  'pin-not-checked':
    'it does not say whether the PIN is right (no CQ). It would let every PIN in, so nobody can sign in: make it check PINs.',
};

function answerPoints(
  name: string,
  { ils, categories }: CheckedIls,
  answer: SipMessage,
  { pin }: AskedCard,
): Point[] {
  const read = readIlsAnswer(answer, ils, pin !== null);
  const messages = (answer.fields.get('AF') ?? []).map((text) =>
    done(`${name}: it says "${masked(text)}" (AF, masked).`),
  );
  if ('refused' in read) return [...messages, failed(`${name}: ${REFUSALS[read.refused]}`)];
  const { category, blocked, expiresOn } = read.patron;
  const isKnown = category !== null && categories.includes(category);
  return [
    ...messages,
    pin === null
      ? open(`${name}: the card is known; its PIN was not checked.`)
      : done(`${name}: card and PIN are right.`),
    isKnown
      ? done(`${name}: the category is ${JSON.stringify(category)}.`)
      : failed(
          `${name}: ${category === null ? 'no rule fits' : `the library has no category ${JSON.stringify(category)}`}; the answer has ${fieldsOf(answer)}.`,
        ),
    done(
      `${name}: ${blocked === null ? 'nothing blocks the card' : `the card is blocked. ${blocked.reason}`}`,
    ),
    done(
      `${name}: ${expiresOn === null ? 'it does not say when the card expires' : `the card expires on ${expiresOn}`}.`,
    ),
  ];
}

/** Their codes alone: values are personal. */
function fieldsOf({ fields }: SipMessage): string {
  return `the fields ${[...fields.keys()].toSorted().join(', ')}`;
}

const NOT_FIRST = /(?<=\p{L})\p{L}|\p{N}/gu;

/** What a system says of a person: the first letters tell which sentence it is. */
function masked(text: string): string {
  return text.replaceAll(NOT_FIRST, '*');
}
