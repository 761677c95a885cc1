import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Refusal } from '../../domain/errors.js';
import type { PatronKey } from '../../domain/patron.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { LibrarySettings } from '../libraries/library-settings.js';
import type { OwnSettings } from '../libraries/library-settings.store.js';
import { LiveSettings } from '../../platform/settings/live-settings.js';
import { connectionsForLookups } from '../../platform/database/database.js';
import { leaveOutOfLog } from '../../platform/observability/observed-requests.js';
import { hostRange } from './address-range.js';
import { type ExceededRate, Rate, type RateName } from './rate.js';
import { type LoggedSource, RefusedRequests } from './refused-requests.js';
import { ConcurrencyLimiter } from './concurrency-limiter.js';

/** The share of the pool's connections that one patron may use while others have requests, too. */
const PATRONS_SHARE = 1 / 3;
/**
 * A patron alone may use more, but leaves this many connections: a request that waits for a lock keeps its connection for seconds, and others may
 * come meanwhile.
 */
const LEFT_TO_OTHERS = 2;
/** Keeps one request that waits for a lock from blocking the patron's next one. */
const MIN_AT_ONCE = 2;
/** The limit on one patron's waiting requests. More are refused. */
const MAX_WAITING_PER_PATRON = 200;

/** A client and the libraries that it serves. */
interface ClientKey {
  readonly clientId: string;
  readonly websiteIds: readonly number[];
}

/**
 * Limits the requests of each address, patron, client, API token of staff and library, and the requests of one patron in progress at once (contract:
 * #limits, decision 10). All methods throw Refusal `TooManyRequests`.
 */
@Injectable()
export class RequestLimits {
  private readonly perAddress = new Rate('address');
  private readonly perPatron = new Rate('patron');
  private readonly perClient = new Rate('client');
  private readonly perApiToken = new Rate('api-token');
  private readonly perLibrary = new Rate('library');
  private readonly shares: ConcurrencyLimiter;
  /** Responses whose turn ended before they are closed. */
  private readonly streams = new WeakSet<Response>();

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'poolSize' | 'requestsPerApiToken'>,
    private readonly settings: LiveSettings,
    private readonly libraries: LibrarySettings,
    private readonly refused: RefusedRequests,
  ) {
    const { poolSize } = config;
    const share = Math.max(MIN_AT_ONCE, Math.floor(poolSize * PATRONS_SHARE));
    const alone = poolSize - connectionsForLookups(poolSize) - LEFT_TO_OTHERS;
    this.shares = new ConcurrencyLimiter(share, Math.max(share, alone));
  }

  admitAddress(address: string | undefined, response: Response): void {
    const { perAddress } = this.settings.current.requestsPerMinute;
    const exceeded = this.perAddress.take(hostRange(address), perAddress);
    if (exceeded === undefined) return;
    leaveOutOfLog(response.req);
    throw this.refuse(exceeded, {}, response);
  }

  /** A client of several libraries has the highest of their rates, and does not count against any of them. */
  admitClient({ clientId, websiteIds }: ClientKey, response: Response): void {
    const exceeded = this.perClient.take(clientId, this.rateOfClient(websiteIds));
    if (exceeded !== undefined) throw this.refuse(exceeded, { clientId }, response);
    const [websiteId, ...others] = websiteIds;
    if (websiteId !== undefined && others.length === 0)
      this.admitLibrary(websiteId, this.libraries.find(websiteId), response);
  }

  private rateOfClient(websiteIds: readonly number[]): number {
    const { perClient } = this.settings.current.requestsPerMinute;
    const rates = websiteIds.map((websiteId) => this.libraries.find(websiteId)?.perClient ?? perClient);
    // 0 means no limit, which is the highest.
    return rates.includes(0) ? 0 : rates.length === 0 ? perClient : Math.max(...rates);
  }

  /** Counts by the name of a machine's token. The operator's own token has no rate. */
  admitApiToken(name: string, response: Response): void {
    const exceeded = this.perApiToken.take(name, this.config.requestsPerApiToken);
    if (exceeded !== undefined) throw this.refuse(exceeded, { apiToken: name }, response);
  }

  private admitLibrary(websiteId: number, own: OwnSettings | undefined, response: Response): void {
    const exceeded = this.perLibrary.take(String(websiteId), own?.perLibrary ?? 0);
    if (exceeded !== undefined) throw this.refuse(exceeded, { websiteId }, response);
  }

  /**
   * The request's turn lasts until the response is closed.
   *
   * @returns undefined if it is the request's turn at once, so that most requests wait for no promise
   */
  admitPatron({ websiteId, patronId }: PatronKey, response: Response): Promise<void> | undefined {
    const key = `${websiteId}/${patronId}`;
    const { perPatron } = this.settings.current.requestsPerMinute;
    const own = this.libraries.find(websiteId);
    const exceeded = this.perPatron.take(key, own?.perPatron ?? perPatron);
    if (exceeded !== undefined) throw this.refuse(exceeded, { websiteId }, response);
    this.admitLibrary(websiteId, own, response);
    if (this.shares.waiting(key) >= MAX_WAITING_PER_PATRON) {
      this.refused.count('in-progress');
      throw new Refusal(
        'TooManyRequests',
        'The patron has too many requests in progress: send fewer at once.',
      );
    }
    const turn = this.shares.enter(key);
    if (turn === undefined) return this.takeTurn(key, response);
    return turn.then(() => this.takeTurn(key, response));
  }

  private takeTurn(key: string, response: Response): Promise<never> | undefined {
    // The client is gone: the next request gets the turn.
    if (response.closed) return this.giveUp(key);
    response.once('close', () => {
      if (!this.streams.has(response)) this.shares.leave(key);
    });
    return undefined;
  }

  /** For an admitted request whose answer stays open without work, such as a stream: others get its turn. */
  endTurn({ websiteId, patronId }: PatronKey, response: Response): void {
    if (response.closed) return;
    this.streams.add(response);
    this.shares.leave(`${websiteId}/${patronId}`);
  }

  /** Never resolves. */
  private giveUp(key: string): Promise<never> {
    this.shares.leave(key);
    return new Promise(() => undefined);
  }

  /** Counts and logs the refusal that it returns. */
  refuse(exceeded: ExceededRate, source: LoggedSource, response: Response): Refusal {
    this.noteExceeded(exceeded, source, response);
    return tooMany(exceeded, response);
  }

  noteExceeded(exceeded: ExceededRate, source: LoggedSource, response: Response): void {
    this.refused.countExceeded(exceeded, source, response);
  }
}

const COUNTED: Readonly<Partial<Record<RateName, string>>> = {
  'wrong-secrets': 'wrong secrets of this client',
  'wrong-tokens': 'unknown tokens',
};

function tooMany({ name, requests, windowSeconds, secondsLeft }: ExceededRate, response: Response): Refusal {
  // As in the IETF draft "RateLimit header fields for HTTP".
  response.set({
    'Retry-After': String(secondsLeft),
    'RateLimit-Policy': `"${name}";q=${requests};w=${windowSeconds}`,
    RateLimit: `"${name}";r=0;t=${secondsLeft}`,
  });
  return new Refusal(
    'TooManyRequests',
    `More than ${requests} ${COUNTED[name] ?? 'requests'} in ${windowSeconds} seconds: wait ${secondsLeft} seconds.`,
  );
}
