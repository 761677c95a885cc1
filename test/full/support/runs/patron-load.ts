import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../../src/platform/database/database.js';
import { type Answer, PatronClient } from '../../../support/client.js';
import { holdPath, HOLDS } from '../../../support/paths.js';
import { tokenOf } from '../../../support/service.js';

/** Patrons who use the service all the time, each with one request after the other: place a hold, list, remove. */
export class PatronLoad {
  private isOver = false;
  private answered = 0;
  private readonly failures: string[] = [];
  private readonly running: Promise<unknown>;

  private constructor(clients: readonly PatronClient[]) {
    this.running = Promise.all(clients.map((client) => this.useHolds(client)));
  }

  /** The patrons may place a hold of title 1. */
  static async start(
    url: string,
    database: Database,
    patronIds: readonly number[],
    Client: typeof PatronClient = PatronClient,
  ): Promise<PatronLoad> {
    const clients: PatronClient[] = [];
    for (const patronId of patronIds) clients.push(new Client(url, await tokenOf(database, patronId)));
    return new PatronLoad(clients);
  }

  /** Waits until this many more requests have been answered as they should. */
  async answersMore(requests: number): Promise<void> {
    const wanted = this.answered + requests;
    while (this.answered < wanted && this.failures.length === 0) await sleep(20);
  }

  /** @returns the requests that were not answered as they should */
  async stop(): Promise<string[]> {
    this.isOver = true;
    await this.running;
    return this.failures;
  }

  private async useHolds(client: PatronClient): Promise<void> {
    while (!this.isOver) {
      await this.expectStatus(201, client.post(HOLDS, { id: 1, ignoreHoldEmail: true }));
      await this.expectStatus(200, client.get(HOLDS));
      await this.expectStatus(204, client.delete(holdPath(1)));
    }
  }

  private async expectStatus(expected: number, request: Promise<Answer>): Promise<void> {
    const outcome = await request.then(({ status }) => status, String);
    if (outcome === expected) this.answered += 1;
    else this.failures.push(`${outcome} instead of ${expected}`);
    // What cannot be reached fails at once, and would be asked again without an end.
    if (typeof outcome === 'string') await sleep(100);
  }
}
