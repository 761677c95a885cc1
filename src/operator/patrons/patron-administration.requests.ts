import { REMOVAL_REASONS, type RemovalReason } from '../../domain/holds/hold-end.js';
import { MAX_ID } from '../../domain/numbers.js';
import { Field, RequiredField } from '../../http/fields/field.decorator.js';
import { type FieldRule, freeText, oneOf, wholeNumber } from '../../http/fields/field-rules.js';

export class PatronSearchRequest {
  @RequiredField(freeText('1234567')) cardNumber!: string;
}

const MAX_TEXT_LENGTH = 254;

/** As long as an e-mail address may be. */
const lookUpText: FieldRule<string> = {
  ...freeText('ann@example'),
  allowed: `text of 1 to ${MAX_TEXT_LENGTH} characters`,
  read: (text) => {
    const wanted = freeText('').read(text)?.trim();
    return wanted !== undefined && wanted !== '' && wanted.length <= MAX_TEXT_LENGTH ? wanted : undefined;
  },
};

export class PatronLookUpRequest {
  @RequiredField(lookUpText) text!: string;
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
