import type { Answer, FieldValue } from '../../../support/client.js';
import { patron } from '../../../support/records.js';
import type { Command } from './commands.js';
import { CARD } from './fixture.js';
import { type Callers, importing, operator } from './imports.js';

const about =
  (patronId: number, what: string, values: Readonly<Record<string, FieldValue>> = {}) =>
  (service: Callers): Promise<Answer> =>
    operator(service).post(`/operator/v1/patrons/${patronId}/${what}`, values);

/** What staff do to a patron. */
export const PATRON_COMMANDS: readonly Command[] = [
  {
    name: 'put a patron into another category: the hold is ready',
    send: about(7, 'category', { category: 'adult' }),
    answerOnceDone: '204',
  },
  {
    name: 'end the tokens of a patron',
    send: about(1, 'sessions/end'),
    answerOnceDone: '204',
  },
  {
    name: 'merge a patron into another',
    send: about(1, 'merge', { into: 5 }),
    answerOnceDone: '404 NotFound',
  },
  {
    name: 'import another PIN: the tokens end',
    send: importing(patron(6, { ...CARD, pin: '0815' })),
    answerOnceDone: '200',
  },
];
