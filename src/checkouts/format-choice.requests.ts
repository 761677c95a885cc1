import { RequiredField } from '../http/fields/field.decorator.js';
import { freeText } from '../http/fields/field-rules.js';

/** The loan, sealed. */
export class FormatChoiceQuery {
  @RequiredField(freeText('q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA')) loan!: string;
}

export class FormatChoiceRequest {
  @RequiredField(freeText('ebook-epub-adobe')) formatType!: string;
}
