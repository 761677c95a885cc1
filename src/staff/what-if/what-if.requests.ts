import { applyDecorators } from '@nestjs/common';
import { IsOptional } from 'class-validator';
import { IsText } from '../../http/fields/validators.js';

/** `show` is the button. The others are what is to be simulated, and the changes. */
const WHAT_IF_FIELDS = [
  'show',
  'title',
  'mostWanted',
  'days',
  'pickupHours',
  'missedPickup',
  'eBook',
  'Audiobook',
  'Video',
  'holdLimit',
  'copiesPerTitle',
  'percentOfCopies',
] as const;
export type WhatIfField = (typeof WHAT_IF_FIELDS)[number];

export type WhatIfTyped = Readonly<Partial<Record<WhatIfField, string>>>;

/** Each field as it was typed: what is wrong with one is shown there. */
export class WhatIfQuery {
  readonly [name: string]: string | undefined;
}

for (const name of WHAT_IF_FIELDS) applyDecorators(IsOptional(), IsText())(WhatIfQuery.prototype, name);
