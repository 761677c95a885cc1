import fc from 'fast-check';
import { applyStep } from './apply-step.js';
import { anyAdvance, anyChange, anyConcurrentStep, anySetup, placements } from './arbitraries.js';
import { initialState, type Setup, type State } from './state.js';
import type { Step } from './steps.js';
import { aimAtTarget, type PlannedStep } from './targets.js';

/** Steps taken at the same time, perhaps after the clock was moved. */
interface Round<Planned> {
  readonly advance: Planned | null;
  /** The steps of a lane are taken one after the other. Lanes do not wait for each other. */
  readonly lanes: readonly (readonly Planned[])[];
}

/** A parallel run. */
export interface Plan<Planned> {
  readonly setup: Setup;
  /** Taken one after the other, before the rounds. */
  readonly prelude: readonly Planned[];
  readonly rounds: readonly Round<Planned>[];
}

const lane = fc.array(anyConcurrentStep, { minLength: 1, maxLength: 4 });

const anyPlan: fc.Arbitrary<Plan<PlannedStep>> = fc.record({
  setup: anySetup,
  prelude: fc
    .tuple(placements, fc.array(anyChange, { maxLength: 6, size: 'max' }))
    .map(([placed, changes]) => [...placed, ...changes]),
  rounds: fc.array(
    fc.record({
      advance: fc.oneof({ weight: 2, arbitrary: anyAdvance }, { weight: 1, arbitrary: fc.constant(null) }),
      lanes: fc.array(lane, { minLength: 2, maxLength: 4, size: 'max' }),
    }),
    { minLength: 1, maxLength: 3, size: 'max' },
  ),
});

/**
 * The targets are chosen before the run, in the state that the model has when the lanes of a round follow one another. In
 * the state that the answers show they might fit better, but the same seed would not always give the same steps.
 */
export const anyParallelRun: fc.Arbitrary<Plan<Step>> = anyPlan.map(({ setup, prelude, rounds }) => {
  let state: State = initialState(setup);
  const aim = (planned: PlannedStep): Step => aimAtTarget(state, planned);
  const follow = (step: Step): Step => {
    state = applyStep(state, step).state;
    return step;
  };
  return {
    setup,
    prelude: prelude.map((planned) => follow(aim(planned))),
    rounds: rounds.map(({ advance, lanes }) => {
      const moved = advance && follow(aim(advance));
      follow({ kind: 'timers' });
      const steps = lanes.map((planned) => planned.map(aim));
      steps.flat().forEach(follow);
      return { advance: moved, lanes: steps };
    }),
  };
});
