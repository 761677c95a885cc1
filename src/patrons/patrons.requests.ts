import { IsNumber } from 'class-validator';
import { IsReadable, readField } from '../http/fields/validators.js';
import { FORMAT_CLASSES, type FormatClass, parseFormatClass } from '../domain/lending-period.js';

/** Choose a lending period (contract: #choose-a-lending-period). LENDING_PERIOD_DAYS has the days of each format. */
export class LendingPeriodRequest {
  @IsReadable(parseFormatClass, {
    message: `${FORMAT_CLASSES.join(', ')} (in any case)`,
    context: { example: 'eBook', schema: { enum: FORMAT_CLASSES } },
  })
  formatClass!: string;

  // Any whole number: one that the format does not offer, however large, is refused as a lending period.
  @IsNumber(
    { allowInfinity: true },
    {
      message: 'one of the days that the format offers, in plain digits',
      context: { example: '14', schema: { minimum: 1 } },
    },
  )
  lendingPeriodDays!: number;
}

export function formatClassIn({ formatClass }: LendingPeriodRequest): FormatClass {
  return readField(parseFormatClass, formatClass);
}
