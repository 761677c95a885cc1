import { IsNumber, IsOptional } from 'class-validator';
import { PERIOD_UNIT, type WantedPeriod } from '../domain/lending-period.js';
import { IsText, IsTitleId } from '../http/fields/validators.js';

/** Borrow a title (contract: #borrow-a-title). Any of three fields names the title. */
export class CheckoutRequest {
  @IsOptional() @IsTitleId() reserveId?: string;
  @IsOptional() @IsTitleId() crossRefId?: string;
  @IsOptional() @IsTitleId() id?: string;
  /** One of the title’s formats. A format to download is locked in. */
  @IsOptional() @IsText('ebook-epub-adobe') formatType?: string;

  /** For how long: one of the days that the format offers. Without it the period in effect. */
  // Any whole number, as for a preference: one that the format does not offer is refused as a lending period.
  @IsOptional()
  @IsNumber(
    { allowInfinity: true },
    {
      message: 'one of the days that the format offers, in plain digits',
      context: { example: '14', schema: { minimum: 1 } },
    },
  )
  lendingPeriod?: number;

  /** Of `lendingPeriod`: `days`. */
  @IsOptional() @IsText(PERIOD_UNIT) units?: string;
}

export function periodIn({ lendingPeriod, units }: CheckoutRequest): WantedPeriod | undefined {
  return lendingPeriod === undefined ? undefined : { lendingPeriod, units };
}
