import type { TitleId } from '../domain/titles/title-id.js';
import { Field } from '../http/fields/field.decorator.js';
import { freeText, titleId } from '../http/fields/field-rules.js';

/** Borrow a title (contract: #borrow-a-title). Any of three fields names the title. */
export class CheckoutRequest {
  @Field(titleId) reserveId?: TitleId;
  @Field(titleId) crossRefId?: TitleId;
  @Field(titleId) id?: TitleId;
  @Field(freeText('ebook-epub-adobe')) formatType?: string;
}
