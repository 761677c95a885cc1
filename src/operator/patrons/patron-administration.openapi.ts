import { describeOperations } from '../../http/openapi/describe-operations.js';
import { PatronAdministrationController } from './patron-administration.controller.js';

export const PATRON_ADMINISTRATION = describeOperations(PatronAdministrationController, {
  overview: {
    operationId: 'readPatron',
    summary: 'See a patron’s holds, checkouts and limits',
  },
  changeCategory: {
    operationId: 'changePatronCategory',
    summary: 'Move a patron to another category',
    description: 'Holds keep their places. The next import of the patron’s record decides again.',
  },
  endSessions: {
    operationId: 'endPatronSessions',
    summary: 'Sign a patron out everywhere',
    description:
      'For a lost telephone, or a card in wrong hands. All of the patron’s tokens end at once; those of an identity provider can be ended only there.',
  },
  merge: {
    operationId: 'mergePatrons',
    summary: 'Merge a patron into another card of the same person',
    description:
      'Holds and checkouts move with their places; where both have the same title, the better place is kept. Limits are not checked. This patron and all tokens end.',
    fieldDescriptions: { into: 'The number of the other patron, of the same library.' },
  },
  placeHold: {
    operationId: 'placeHoldFor',
    summary: 'Place a hold for a patron',
    description: 'By the rules of a patron’s own request.',
    refusals: [
      'AlreadyOnWaitList',
      'PatronExceededHoldLimit',
      'TitleAlreadyCheckedOut',
      'NotWithinRenewalWindow',
    ],
  },
  suspendHold: {
    operationId: 'suspendHoldOf',
    summary: 'Suspend a patron’s hold',
    description: 'A ready hold gives its copy to the next in line.',
    refusals: ['PatronDoesntHaveTitleOnHold', 'InvalidEmailAddress', 'HoldAlreadySuspended'],
  },
  resumeHold: {
    operationId: 'resumeHoldOf',
    summary: 'End the suspension of a patron’s hold',
    refusals: ['PatronDoesntHaveTitleOnHold', 'HoldNotSuspended'],
  },
  removeHold: {
    operationId: 'removeHoldOf',
    summary: 'Remove a patron’s hold',
    fieldDescriptions: { reason: 'Why; `other` by default.' },
    refusals: ['PatronDoesntHaveTitleOnHold'],
  },
  traceHold: {
    operationId: 'traceHold',
    summary: 'See what happened to a patron’s hold',
    description: 'As long as the hold lives: nothing is kept of one that has ended.',
    refusals: ['PatronDoesntHaveTitleOnHold'],
  },
  return: {
    operationId: 'returnCheckoutOf',
    summary: 'Return a title for a patron',
    refusals: ['PatronDoesntHaveTitleCheckedOut'],
  },
  export: {
    operationId: 'exportPatron',
    summary: 'Read all that the service knows of a patron',
  },
  delete: {
    operationId: 'deletePatron',
    summary: 'Delete a patron, with all that is theirs',
    description: 'Copies that they have, or that were set aside for them, go to the next in line.',
  },
});
