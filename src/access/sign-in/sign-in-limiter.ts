import { Refusal } from '../../domain/errors.js';
import { KeyedLimit } from '../../platform/keyed-limit.js';

/** A PIN's hash takes about 65 ms and three are computed at once: the last of these sign-ins waits for less than a second. */
const MAX_AT_ONCE = 32;
/** Leaves room for other clients while one floods the service. */
const MAX_AT_ONCE_PER_CLIENT = 24;
/** Leaves room for other networks while one floods the service. */
const MAX_AT_ONCE_PER_NETWORK = 4;
/**
 * One attempt per card at a time: a patron who signs in twelve times at once must not look like a guesser, and a flood of attempts at one
 * card takes one place.
 */
const MAX_AT_ONCE_PER_CARD = 1;
/** How many attempts of the same card or network may wait for their turn. */
const MAX_WAITING = 32;

export interface SignInEntry {
  /** What is tried: a card, or an account of staff. */
  readonly card: string;
  /** The range of addresses; undefined for a client with a secret, whose patrons may all have the client's own address. */
  readonly network: string | undefined;
  /** Undefined: the sign-in uses no client. */
  readonly clientId: string | undefined;
}

/** Limits how many sign-ins are in progress or wait, so that each waits only briefly, and no client takes all the places. */
export class SignInLimiter {
  private total = 0;
  private readonly perClient = new Map<string, number>();
  private readonly networks = new KeyedLimit(MAX_AT_ONCE_PER_NETWORK);
  private readonly cards = new KeyedLimit(MAX_AT_ONCE_PER_CARD);

  /**
   * @param admit refuses what is refused whatever the PIN, by an answer or an error; this takes no place
   * @throws Refusal `TooManyRequests` at once, when too many are waiting
   */
  async run<Result>(
    entry: SignInEntry,
    admit: () => Promise<Result | undefined>,
    signIn: () => Promise<Result>,
  ): Promise<Result> {
    this.requirePlace(entry.clientId);
    const inTurn = async (): Promise<Result> => {
      return (await admit()) ?? this.inPlace(entry.clientId, signIn);
    };
    // A card waits before it takes its network's turn, so that attempts at one card do not block the network's other cards.
    return this.inTurnOf(this.cards, entry.card, () => this.inTurnOf(this.networks, entry.network, inTurn));
  }

  private async inTurnOf<Result>(
    limit: KeyedLimit,
    key: string | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (key === undefined) return work();
    if (limit.users(key) > MAX_WAITING) throw tooMany();
    return limit.run(key, work);
  }

  private async inPlace<Result>(
    clientId: string | undefined,
    signIn: () => Promise<Result>,
  ): Promise<Result> {
    this.requirePlace(clientId);
    this.count(clientId, 1);
    try {
      return await signIn();
    } finally {
      this.count(clientId, -1);
    }
  }

  private requirePlace(clientId: string | undefined): void {
    if (this.total >= MAX_AT_ONCE || this.of(clientId) >= MAX_AT_ONCE_PER_CLIENT) throw tooMany();
  }

  private of(clientId = ''): number {
    return this.perClient.get(clientId) ?? 0;
  }

  private count(clientId: string | undefined, change: number): void {
    this.total += change;
    if (clientId === undefined) return;
    const number = this.of(clientId) + change;
    if (number === 0) this.perClient.delete(clientId);
    else this.perClient.set(clientId, number);
  }
}

function tooMany(): Refusal {
  return new Refusal('TooManyRequests', 'Too many sign-ins at once: try again in a moment.');
}
