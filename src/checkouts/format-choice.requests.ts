import { IsText } from '../http/fields/validators.js';

/** The loan, sealed. */
export class FormatChoiceQuery {
  @IsText('q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA') loan!: string;
}

export class FormatChoiceRequest {
  @IsText('ebook-epub-adobe') formatType!: string;
}
