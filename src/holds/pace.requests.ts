import { RequiredField } from '../http/fields/field.decorator.js';
import { wholeNumber } from '../http/fields/field-rules.js';

/** As many as one list can show. */
const MAX_READY = 100;

/** Choose how many holds are ready at most (contract: #choose-a-pace). */
export class PaceRequest {
  @RequiredField(wholeNumber(1, MAX_READY, 2)) readyAtMost!: number;
}
