import { REMOVAL_REASONS, type RemovalReason } from '../../domain/hold-end.js';
import { Field } from '../../http/fields/field.decorator.js';
import { oneOf } from '../../http/fields/field-rules.js';

export class HoldRemovalQuery {
  @Field(oneOf(REMOVAL_REASONS)) reason?: RemovalReason;
}
