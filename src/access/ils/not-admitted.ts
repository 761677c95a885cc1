import { MESSAGES, Refusal } from '../../domain/errors.js';
import type { IlsAnswer, AnswerField } from './ils-patron.js';

/** A longer reason is cut: it contains values of any length that the system sends, and is part of a key. */
const MAX_REASON_LENGTH = 500;

/** The library's system knows the patron, but the library's settings do not admit them. */
export class NotAdmitted extends Refusal {
  /** Tells staff what they have to set up. It names no patron. */
  readonly because: string;

  constructor(because: string, message: string = MESSAGES.PatronCategoryUnknown) {
    super('PatronCategoryUnknown', message);
    this.name = 'NotAdmitted';
    this.because = because.slice(0, MAX_REASON_LENGTH).toWellFormed();
  }
}

type NotAdmittedAnswer = Extract<IlsAnswer, { readonly refused: 'no-category' | 'other-library' }>;

export function notAdmitted(answer: NotAdmittedAnswer): NotAdmitted {
  if (answer.refused === 'no-category') return new NotAdmitted(noRuleFits(answer.fields));
  const { field, value } = answer.field;
  if (value === undefined || value === '')
    return new NotAdmitted(`the home library (${field}) is not told`, NO_HOME_LIBRARY);
  return new NotAdmitted(
    `the home library ${quoted(value)} (${field}) is not one of those allowed`,
    `Patrons of the library ${quoted(value)} cannot sign in here: ask your library.`,
  );
}

const NO_HOME_LIBRARY =
  'The system of the library does not say to which library this card belongs: ask the library.';

/** A rule names a category that the library does not have. */
export function noSuchCategory(category: string): NotAdmitted {
  return new NotAdmitted(`the library has no category ${quoted(category)}`);
}

/** The card belongs to somebody else, or the list has numbers of another kind: the service must not guess who the patron is. */
export function otherNumber(): NotAdmitted {
  return new NotAdmitted(
    "the system's own number (XI) is not the externalId that the patron with this card has here",
    'The service knows this card as that of another patron: ask the library.',
  );
}

function noRuleFits(fields: readonly AnswerField[]): string {
  if (fields.length === 0) return 'there is no rule for categories';
  return `no rule fits ${fields.map(({ field, value = '' }) => `${field} ${quoted(value)}`).join(', ')}`;
}

const MAX_QUOTED_LENGTH = 100;

function quoted(value: string): string {
  return JSON.stringify(value.slice(0, MAX_QUOTED_LENGTH));
}
