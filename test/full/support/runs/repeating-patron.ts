import type { Answer, PatronClient } from '../../../support/client.js';
import { holdPath, HOLDS } from '../../../support/paths.js';
import type { SeededRandom } from '../../../support/seeded-random.js';

/**
 * A patron who places and removes one hold over and over, and records answers that contradict the earlier ones. At the
 * start, after a 503 and after no answer the patron cannot know whether the hold exists, and accepts either.
 */
export class RepeatingPatron {
  readonly contradictions: string[] = [];
  /** How often each status came, or each error where there was no answer. */
  readonly answers = new Map<string, number>();
  private hasHold: boolean | undefined;

  constructor(
    private readonly title: number,
    private readonly random: SeededRandom,
  ) {}

  /** Places the hold if the patron has none, removes it if they have one, and does either if they do not know. */
  async act(client: PatronClient): Promise<void> {
    const places = this.hasHold === undefined ? this.random.integerBelow(2) === 0 : !this.hasHold;
    const request = places
      ? client.post(HOLDS, { id: this.title, ignoreHoldEmail: true })
      : client.delete(holdPath(this.title));
    const answer = await request.catch(reasonOf);
    this.count(typeof answer === 'string' ? answer : String(answer.status));
    if (typeof answer === 'string' || answer.status === 503) this.hasHold = undefined;
    else this.compare(places, answer);
  }

  private compare(placed: boolean, { status, body }: Answer): void {
    const { errorCode } = (body ?? {}) as { errorCode?: string };
    const done = status === (placed ? 201 : 204);
    const alreadySo = errorCode === (placed ? 'AlreadyOnWaitList' : 'PatronDoesntHaveTitleOnHold');
    const known =
      this.hasHold === undefined ? 'not knowing' : this.hasHold ? 'with a hold' : 'without a hold';
    if (!(done || (alreadySo && this.hasHold === undefined)))
      this.contradictions.push(`${placed ? 'placing' : 'removing'}, ${known}: ${status} ${errorCode}`);
    this.hasHold = placed;
  }

  private count(answer: string): void {
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1);
  }
}

/** The error code of a request without an answer. */
function reasonOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code =
    typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : 'unknown';
  return `no answer: ${code}`;
}
