import { REMOVAL_REASONS, type RemovalReason } from '../../domain/holds/hold-end.js';
import { MAX_ID } from '../../domain/numbers.js';
import { Field, RequiredField } from '../../http/fields/field.decorator.js';
import { freeText, oneOf, wholeNumber } from '../../http/fields/field-rules.js';

export class PatronSearchRequest {
  @RequiredField(freeText('1234567')) cardNumber!: string;
}

export class PatronCategoryRequest {
  @RequiredField(freeText('adult')) category!: string;
}

export class MergeRequest {
  @RequiredField(wholeNumber(1, MAX_ID, 1002)) into!: number;
}

export class HoldRemovalQuery {
  @Field(oneOf(REMOVAL_REASONS)) reason?: RemovalReason;
}
