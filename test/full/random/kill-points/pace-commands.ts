import { holdPath, HOLDS } from '../../../support/paths.js';
import type { Command } from './commands.js';
import { PACE, TITLE } from './fixture.js';

/** What patrons do who want only so many holds ready at the same time. */
export const PACE_COMMANDS: readonly Command[] = [
  {
    name: 'place a hold that its patron’s pace holds back',
    send: ({ as }) => as(8).post(HOLDS, { id: TITLE.free.crossRefId, ignoreHoldEmail: true }),
    answerOnceDone: '400 AlreadyOnWaitList',
  },
  {
    name: 'choose a pace',
    send: ({ as }) => as(1).put(PACE, { readyAtMost: 1 }),
    answerOnceDone: '204',
  },
  {
    name: 'lift a pace',
    send: ({ as }) => as(8).delete(PACE),
    answerOnceDone: '204',
  },
  {
    name: 'remove the ready hold of a patron with a pace',
    send: ({ as }) => as(8).delete(holdPath(TITLE.paced)),
    answerOnceDone: '404 PatronDoesntHaveTitleOnHold',
  },
];
