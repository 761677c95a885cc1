import { type Condition, HOLD_ACTIONS, permit } from '../../../../src/domain/holds/hold.js';
import { refusalOf } from '../refusal-of.js';

const CONDITIONS: readonly Condition[] = ['waiting', 'suspended', 'ready'];

test('each condition of a hold has its actions, in the order of the contract', () => {
  expect(HOLD_ACTIONS).toEqual({
    waiting: ['removeHold', 'editHold', 'addSuspension', 'chooseLastDay', 'watchInstead'],
    suspended: [
      'removeHold',
      'editHold',
      'editSuspension',
      'releaseSuspension',
      'chooseLastDay',
      'watchInstead',
    ],
    ready: ['removeHold', 'addSuspension', 'checkout'],
  });
});

const REFUSALS = [
  ['waiting', 'editSuspension', 'HoldNotSuspended'],
  ['waiting', 'releaseSuspension', 'HoldNotSuspended'],
  ['waiting', 'checkout', 'NoCopiesAvailable'],
  ['suspended', 'addSuspension', 'HoldAlreadySuspended'],
  ['suspended', 'checkout', 'NoCopiesAvailable'],
  ['ready', 'editHold', 'HoldReadyForCheckout'],
  ['ready', 'chooseLastDay', 'HoldReadyForCheckout'],
  ['ready', 'watchInstead', 'HoldReadyForCheckout'],
  ['ready', 'editSuspension', 'HoldNotSuspended'],
  ['ready', 'releaseSuspension', 'HoldNotSuspended'],
] as const;

test.each(REFUSALS)('a %s hold refuses %s as %s', (condition, action, code) => {
  expect(refusalOf(() => permit(action, condition))).toBe(code);
});

test('the actions of the table are permitted, and all others are refused', () => {
  const refused = REFUSALS.map(([condition, action]) => `${condition} ${action}`);
  const actions = [
    'editHold',
    'addSuspension',
    'editSuspension',
    'releaseSuspension',
    'chooseLastDay',
    'checkout',
  ] as const;
  for (const condition of CONDITIONS)
    for (const action of actions) {
      const isRefused = refusalOf(() => permit(action, condition)) !== undefined;
      expect([condition, action, isRefused]).toEqual([
        condition,
        action,
        refused.includes(`${condition} ${action}`),
      ]);
      expect(HOLD_ACTIONS[condition].includes(action)).toBe(!isRefused);
    }
});
