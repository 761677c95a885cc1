import { Field } from '../http/fields/field.decorator.js';
import { freeText } from '../http/fields/field-rules.js';

/** The end of a link and its signature, as text: any change of them makes a link that is no address. */
export class ContentPageQuery {
  @Field(freeText('1795254067')) expires?: string;
  @Field(freeText('3q2-7w1c9b5nVfF0Zb1zQ6mJv8y4tYxR2uKpLsEoDaM')) signature?: string;
}
