import { REMOVAL_REASONS, type RemovalReason } from '../../domain/holds/hold-end.js';
import { SUSPENSION_TYPES, type SuspensionType } from '../../domain/holds/suspension.js';
import { Field, RequiredField } from '../../http/fields/field.decorator.js';
import { freeText, oneOf } from '../../http/fields/field-rules.js';

/** A card, a number or an address. */
export class LookUpForm {
  @Field(freeText('1234567')) patron?: string;
}

export class RemovalForm {
  /** Without it the form is shown again. */
  @Field(oneOf(REMOVAL_REASONS)) reason?: RemovalReason;
}

export class TitleQuery {
  @Field(freeText('jane eyre')) title?: string;
}

/** Without an address the patron gets no mail. What is none is shown again, with the problem. */
export class PlacementForm {
  @Field(freeText('reader@example.org')) emailAddress?: string;
}

/** Days that are not allowed are shown again, with the problem. */
export class SuspensionForm {
  @Field(oneOf(SUSPENSION_TYPES)) suspensionType?: SuspensionType;
  @Field(freeText('14')) numberOfDays?: string;
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
