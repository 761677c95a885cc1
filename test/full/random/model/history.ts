import { explainAnswers, type PossibleState, type RecordedStep } from './linearizability.js';
import type { ModelClient } from './model-client.js';
import { at, type State, TITLES } from './state.js';
import { PATRONS, type Step } from './steps.js';

/** Reads everything that patrons can see, once nothing is under way and nothing is due. */
const FINAL_READS: readonly Step[] = [
  { kind: 'nothing is due' },
  { kind: 'notices' },
  ...Array.from({ length: PATRONS }, (_, patron) => patron).flatMap((patron): Step[] => [
    { kind: 'list holds', patron },
    { kind: 'list loans', patron },
    { kind: 'list watches', patron },
    { kind: 'profile', patron },
  ]),
  ...TITLES.map((_, title): Step => ({ kind: 'availability', patron: title, title })),
];

/** No order of the steps explains the answers. The message has the whole round. */
export class NotLinearizable extends Error {
  constructor(before: readonly PossibleState[], lanes: readonly (readonly RecordedStep[])[]) {
    const steps = lanes
      .flatMap((recorded, lane) => recorded.map((one) => ({ lane, ...one })))
      .sort((one, other) => one.requestedAt - other.requestedAt);
    super(
      ['No order of the steps explains the answers. States before them:', ...before, 'Steps:', ...steps]
        .map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
        .join('\n'),
    );
    this.name = 'NotLinearizable';
  }
}

/** Takes the steps of one run, and keeps the states that their answers allow. */
export class History {
  steps = 0;
  /** Answers that were compared with the model, the final reads included. */
  answers = 0;
  unavailable = 0;
  private possible: readonly PossibleState[];
  private events = 0;

  constructor(
    /** One for each process of the service. */
    private readonly clients: readonly ModelClient[],
    start: State,
  ) {
    this.possible = [{ state: start, unresolved: [] }];
  }

  /** @throws NotLinearizable */
  async takeInOrder(steps: readonly Step[]): Promise<void> {
    for (const step of steps) await this.takeTogether([[step]]);
  }

  /** Takes the lanes at the same time, each at another process than the lane before it. @throws NotLinearizable */
  async takeTogether(lanes: readonly (readonly Step[])[]): Promise<void> {
    this.steps += lanes.flat().length;
    this.explain(await Promise.all(lanes.map((lane, index) => this.takeLane(lane, index))));
  }

  /** @throws NotLinearizable */
  async finish(): Promise<State> {
    this.explain([await this.takeLane(FINAL_READS, 0)]);
    return at(this.possible, 0).state;
  }

  private async takeLane(steps: readonly Step[], lane: number): Promise<RecordedStep[]> {
    const client = at(this.clients, lane % this.clients.length);
    const recorded: RecordedStep[] = [];
    for (const step of steps) {
      const requestedAt = ++this.events;
      const answer = await client.take(step);
      const isKnown = answer.status !== 503;
      if (!isKnown) this.unavailable++;
      recorded.push({ step, requestedAt, answeredAt: ++this.events, answer: isKnown ? answer : undefined });
    }
    return recorded;
  }

  private explain(lanes: readonly (readonly RecordedStep[])[]): void {
    const possible = explainAnswers(this.possible, lanes);
    if (possible.length === 0) throw new NotLinearizable(this.possible, lanes);
    this.answers += lanes.flat().length;
    this.possible = possible;
  }
}
