import { type Answer, succeeded } from './answers.js';
import {
  choosePace,
  edit,
  moveInLine,
  place,
  putBack,
  release,
  releaseAll,
  remove,
  suspend,
  suspendAll,
} from './holds.js';
import { dropLicence, license, offerLuckyDay } from './licences.js';
import { movePatron, openCollections, own } from './records.js';
import { borrow, returnTitle, prefer } from './loans.js';
import { announceEnds, dueTitles, reviewPatrons, applyDue } from './queue.js';
import {
  availability,
  findHold,
  findLoan,
  listHolds,
  listLoans,
  nothingIsDue,
  notices,
  profile,
} from './reads.js';
import { copyOf, type State } from './state.js';
import { listWatches, unwatch, watch } from './watches.js';
import type { Step, StepOf } from './steps.js';

/** Changes the state, and returns the answer. */
type Rule<Kind extends Step['kind']> = (state: State, step: StepOf<Kind>) => Answer;

const RULES: { readonly [Kind in Step['kind']]: Rule<Kind> } = {
  place,
  edit,
  remove,
  'operator removes': remove,
  suspend,
  'change suspension': suspend,
  release,
  'suspend all': suspendAll,
  'release all': releaseAll,
  'choose pace': choosePace,
  watch,
  unwatch,
  borrow,
  return: returnTitle,
  'operator returns': returnTitle,
  'move in line': moveInLine,
  'put back': putBack,
  prefer,
  own,
  license,
  'drop licence': dropLicence,
  'offer lucky day': offerLuckyDay,
  'move patron': movePatron,
  'open collections': openCollections,
  'find hold': findHold,
  'find loan': findLoan,
  'list holds': listHolds,
  'list loans': listLoans,
  'list watches': listWatches,
  profile,
  availability,
  notices,
  'nothing is due': nothingIsDue,
  advance: (state, { hours }) => {
    state.now += hours;
    return succeeded(200);
  },
  timers: (state) => {
    for (const title of dueTitles(state)) applyDue(state, title);
    announceEnds(state);
    reviewPatrons(state);
    return succeeded(200);
  },
};

/** The state after the step, and the answer to it. The given state stays as it is. */
export function applyStep(state: State, step: Step): { readonly state: State; readonly answer: Answer } {
  const after = copyOf(state);
  const rule = RULES[step.kind] as Rule<Step['kind']>;
  return { answer: rule(after, step), state: after };
}
