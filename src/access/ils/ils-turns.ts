import { isDeepStrictEqual } from 'node:util';
import { KeyedLimit } from '../../platform/keyed-limit.js';
import { settlesWithin } from '../../platform/settles-within.js';
import type { IlsSettings } from './ils-settings.js';
import { FailuresInARow } from './failures-in-a-row.js';

/** The question is put off: too many are being asked, or the system has failed too often. */
export class IlsPutOff extends Error {}

/** A question, and who sends it. */
export interface IlsTurn {
  readonly websiteId: number;
  /** The settings now: failures under other settings do not count. */
  readonly ils: IlsSettings;
  /** Where the card was typed: a range of addresses, or the library's staff. */
  readonly sender: string;
  readonly card: { readonly cardNumber: string };
}

export interface TurnTimes {
  readonly waitMs: number;
  readonly pauseMs: number;
}

const AT_ONCE = 4;
/** One place is left for other senders, in case the system is slow with what this one sends. */
const AT_ONCE_PER_SENDER = 3;
/** Any more are put off at once: they would take the places of other libraries' sign-ins. */
const MAX_WAITING = 8;
const MAX_SENDERS = 1_000;
const DEFAULT_TIMES: TurnTimes = { waitMs: 2_000, pauseMs: 15_000 };

/** The failures of a library's system under its present settings. */
interface Failures {
  readonly ils: IlsSettings;
  readonly ofSystem: FailuresInARow;
  readonly bySender: Map<string, FailuresInARow>;
}

/**
 * Limits the questions to a library's system: a few at once, and none for some seconds after failures in a row. So sign-ins do not wait for a
 * system that is down, and it is not flooded when it returns. A failure may be the fault of what was sent: a sender is put off after five of
 * their cards have failed, the library after five cards from five senders.
 */
export class IlsTurns {
  private readonly senders = new KeyedLimit(AT_ONCE_PER_SENDER);
  private readonly systems = new KeyedLimit(AT_ONCE);
  private readonly failures = new Map<number, Failures>();

  constructor(private readonly times = DEFAULT_TIMES) {}

  /**
   * @param ask calls `onSent` once the card is on its way
   * @throws IlsPutOff, and what `ask` throws, which counts as a failure
   */
  async run<Answer>(turn: IlsTurn, ask: (onSent: () => void) => Promise<Answer>): Promise<Answer> {
    const rows = this.rowsOf(turn);
    requireNoPause(rows);
    const system = String(turn.websiteId);
    const sender = `${system} ${turn.sender}`;
    requirePlace(this.systems.users(system), AT_ONCE);
    requirePlace(this.senders.users(sender), AT_ONCE_PER_SENDER);
    let hasGivenUp = false;
    const begun = Promise.withResolvers<void>();
    const answer = this.senders.run(sender, () =>
      this.systems.run(system, async () => {
        begun.resolve();
        if (hasGivenUp) throw new IlsPutOff();
        requireNoPause(rows);
        return counted(rows, turn, ask);
      }),
    );
    // After giving up, nobody awaits it any longer.
    answer.catch(() => undefined);
    if (await settlesWithin(this.times.waitMs, begun.promise)) return answer;
    hasGivenUp = true;
    throw new IlsPutOff();
  }

  private rowsOf({ websiteId, ils, sender }: IlsTurn): FailureCounts {
    const known = this.failures.get(websiteId);
    const failures =
      known !== undefined && isDeepStrictEqual(known.ils, ils)
        ? known
        : { ils, ofSystem: this.newRow(), bySender: new Map<string, FailuresInARow>() };
    this.failures.set(websiteId, failures);
    const { ofSystem, bySender } = failures;
    const ofSender = bySender.get(sender) ?? this.newRow();
    // The map keeps the order of insertion, so the sender that has been silent longest comes first.
    bySender.delete(sender);
    bySender.set(sender, ofSender);
    for (const [oldest] of bySender) {
      if (bySender.size <= MAX_SENDERS) break;
      bySender.delete(oldest);
    }
    return { ofSystem, ofSender };
  }

  private newRow(): FailuresInARow {
    return new FailuresInARow(this.times.pauseMs);
  }
}

interface FailureCounts {
  readonly ofSystem: FailuresInARow;
  readonly ofSender: FailuresInARow;
}

function requireNoPause({ ofSystem, ofSender }: FailureCounts): void {
  if (ofSystem.isPause || ofSender.isPause) throw new IlsPutOff();
}

function requirePlace(users: number, atOnce: number): void {
  if (users >= atOnce + MAX_WAITING) throw new IlsPutOff();
}

async function counted<Answer>(
  { ofSystem, ofSender }: FailureCounts,
  { sender, card }: IlsTurn,
  ask: (onSent: () => void) => Promise<Answer>,
): Promise<Answer> {
  ofSystem.begin();
  let isSent = false;
  try {
    const answer = await ask(() => (isSent = true));
    ofSystem.end();
    ofSender.end();
    return answer;
  } catch (error) {
    const ofCard = `card ${card.cardNumber.toLowerCase()}`;
    if (isSent) ofSender.add([ofCard]);
    ofSystem.add(isSent ? [ofCard, `sender ${sender}`] : []);
    throw error;
  }
}
