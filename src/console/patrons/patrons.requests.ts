import { REMOVAL_REASONS, type RemovalReason } from '../../domain/holds/hold-end.js';
import { Field, RequiredField } from '../../http/fields/field.decorator.js';
import { freeText, oneOf } from '../../http/fields/field-rules.js';

export class CardForm {
  @RequiredField(freeText('1234567')) cardNumber!: string;
}

export class RemovalForm {
  /** Without it the form is shown again. */
  @Field(oneOf(REMOVAL_REASONS)) reason?: RemovalReason;
}

export class MergeForm {
  @Field(freeText('1234567')) cardNumber?: string;
  /** Whether staff have seen what will happen. */
  @Field(oneOf(['yes'])) confirmed?: 'yes';
}

export class CategoryForm {
  @RequiredField(freeText('adult')) category!: string;
}

/** The patron's number, typed once more. */
export class DeletionForm {
  @Field(freeText('1001')) confirmation?: string;
}
