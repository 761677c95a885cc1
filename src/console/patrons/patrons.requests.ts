import { REMOVAL_REASONS, type RemovalReason } from '../../domain/holds/hold-end.js';
import { RequiredField } from '../../http/fields/field.decorator.js';
import { freeText, oneOf } from '../../http/fields/field-rules.js';

export class CardForm {
  @RequiredField(freeText('1234567')) cardNumber!: string;
}

export class RemovalForm {
  @RequiredField(oneOf(REMOVAL_REASONS)) reason!: RemovalReason;
}

export class CategoryForm {
  @RequiredField(freeText('adult')) category!: string;
}

/** The patron's number, typed once more. */
export class DeletionForm {
  @RequiredField(freeText('1001')) confirmation!: string;
}
