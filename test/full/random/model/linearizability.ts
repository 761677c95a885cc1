import { isDeepStrictEqual } from 'node:util';
import type { Answer } from './answers.js';
import { applyStep } from './apply-step.js';
import { dueTitles, applyDue } from './queue.js';
import { copyOf, type State } from './state.js';
import type { Step } from './steps.js';

/** A step that was taken while others may have been under way. */
export interface RecordedStep {
  readonly step: Step;
  /** Request and answer are numbered together in the order in which they happened, over the whole run. */
  readonly requestedAt: number;
  readonly answeredAt: number;
  /** Undefined: the answer was 503, which does not say whether the step was done. */
  readonly answer: Answer | undefined;
}

/** A state that all answers so far allow. */
export interface PossibleState {
  readonly state: State;
  /** Answered by 503, and not done in this state: they may still be. */
  readonly unresolved: readonly Pick<RecordedStep, 'step' | 'requestedAt'>[];
}

/**
 * Looks for every order of the steps in which the model gives the answers that were given (linearizability). A step that was
 * answered before another was requested comes before it. A worker may bring a queue up to date between any two steps.
 * @param lanes each in the order in which its steps were taken
 * @returns the states in which these orders can end; none when no order explains the answers
 */
export function explainAnswers(
  before: readonly PossibleState[],
  lanes: readonly (readonly RecordedStep[])[],
): PossibleState[] {
  const search = new OrderSearch(lanes.map((lane) => lane.filter(({ answer }) => answer !== undefined)));
  const unanswered = lanes.flat().filter(({ answer }) => answer === undefined);
  for (const { state, unresolved } of before)
    search.visit(
      { state, unresolved: [...unresolved, ...unanswered] },
      lanes.map(() => 0),
    );
  return search.ends;
}

class OrderSearch {
  readonly ends: PossibleState[] = [];
  private readonly visited = new Set<string>();

  constructor(private readonly lanes: readonly (readonly RecordedStep[])[]) {}

  /** @param counts how many steps of each lane come before this state */
  visit(possible: PossibleState, counts: readonly number[]): void {
    const key = JSON.stringify([counts, possible]);
    if (this.visited.has(key)) return;
    this.visited.add(key);
    const next = this.lanes.map((lane, index) => lane[counts[index] ?? 0]);
    if (next.every((step) => step === undefined)) {
      this.ends.push(possible);
      return;
    }
    // A step that was requested after this cannot come next.
    const firstAnswer = Math.min(...next.map((step) => step?.answeredAt ?? Infinity));
    this.takeNext(possible, counts, { next, firstAnswer });
    this.applyDueByWorker(possible, counts);
    this.doUnresolved(possible, counts, firstAnswer);
  }

  private takeNext(
    { state, unresolved }: PossibleState,
    counts: readonly number[],
    { next, firstAnswer }: { next: readonly (RecordedStep | undefined)[]; firstAnswer: number },
  ): void {
    for (const [lane, recorded] of next.entries()) {
      if (recorded === undefined || recorded.requestedAt > firstAnswer) continue;
      const after = applyStep(state, recorded.step);
      if (!isDeepStrictEqual(after.answer, recorded.answer)) continue;
      this.visit(
        { state: after.state, unresolved },
        counts.map((count, index) => (index === lane ? count + 1 : count)),
      );
    }
  }

  private applyDueByWorker({ state, unresolved }: PossibleState, counts: readonly number[]): void {
    for (const title of dueTitles(state)) {
      const after = copyOf(state);
      applyDue(after, title);
      this.visit({ state: after, unresolved }, counts);
    }
  }

  private doUnresolved(
    { state, unresolved }: PossibleState,
    counts: readonly number[],
    firstAnswer: number,
  ): void {
    for (const step of unresolved.filter(({ requestedAt }) => requestedAt <= firstAnswer))
      this.visit(
        {
          state: applyStep(state, step.step).state,
          unresolved: unresolved.filter((other) => other !== step),
        },
        counts,
      );
  }
}
