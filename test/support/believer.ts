import type { Answer, PatronClient } from './client.js';
import type { Chances } from './random.js';

/**
 * A patron who places and removes one hold over and over, believes what the service says, and notices when it turns out
 * otherwise. At first, after a 503 and after no answer at all they do not know: then only all or nothing is expected.
 */
export class Believer {
  readonly surprises: string[] = [];
  /** How often each answer came: its status, or what went wrong without one. */
  readonly answers = new Map<string, number>();
  private holds: boolean | undefined;

  constructor(
    private readonly title: number,
    private readonly chances: Chances,
  ) {}

  /** Changes what they have, or finds out if they do not know. */
  async act(client: PatronClient): Promise<void> {
    const places = this.holds === undefined ? this.chances.below(2) === 0 : !this.holds;
    const asked = places
      ? client.post('/v1/patrons/me/holds', { id: this.title, ignoreHoldEmail: true })
      : client.delete(`/v1/patrons/me/holds/${this.title}`);
    const answer = await asked.catch(reasonOf);
    this.count(typeof answer === 'string' ? answer : String(answer.status));
    if (typeof answer === 'string' || answer.status === 503) this.holds = undefined;
    else this.learn(places, answer);
  }

  private learn(placed: boolean, { status, body }: Answer): void {
    const { errorCode } = (body ?? {}) as { errorCode?: string };
    const done = status === (placed ? 201 : 204);
    const alreadySo = errorCode === (placed ? 'AlreadyOnWaitList' : 'PatronDoesntHaveTitleOnHold');
    const believed = this.holds === undefined ? 'nothing' : this.holds ? 'a hold' : 'no hold';
    if (!(done || (alreadySo && this.holds === undefined)))
      this.surprises.push(
        `${placed ? 'placing' : 'removing'}, believing in ${believed}: ${status} ${errorCode}`,
      );
    this.holds = placed;
  }

  private count(what: string): void {
    this.answers.set(what, (this.answers.get(what) ?? 0) + 1);
  }
}

/** What a client sees of a request that nobody answers. */
function reasonOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code =
    typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : 'unknown';
  return `no answer: ${code}`;
}
