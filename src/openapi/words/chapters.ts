import { CATALOG } from './catalog.js';
import { CHECKOUT_OPERATIONS } from './checkouts.js';
import { HOLD_OPERATIONS, SUSPENSION_OPERATIONS } from './holds.js';
import type { Chapter } from './operation-words.js';
import { OPERATOR, SANDBOX } from './operator.js';
import { PATRONS } from './patrons.js';
import { PROCESS } from './process.js';
import { TOKENS } from './tokens.js';

/** In the order in which a newcomer reads them. */
export const CHAPTERS: readonly Chapter[] = [
  PATRONS,
  HOLD_OPERATIONS,
  SUSPENSION_OPERATIONS,
  CHECKOUT_OPERATIONS,
  CATALOG,
  TOKENS,
  OPERATOR,
  SANDBOX,
  PROCESS,
];
