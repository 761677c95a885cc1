import type { TitleId } from '../domain/titles/title-id.js';
import { Field, RequiredField } from '../http/fields/field.decorator.js';
import { freeText, titleId } from '../http/fields/field-rules.js';

/** Lock a format in (contract: #lock-a-format-in). The path names the title; fields that name it too must agree. */
export class LockFormatRequest {
  @RequiredField(freeText('ebook-epub-adobe')) formatType!: string;
  @Field(titleId) reserveId?: TitleId;
  @Field(titleId) crossRefId?: TitleId;
  @Field(titleId) id?: TitleId;
}

const PAGE = freeText('https://www.example.org/download-failed');

/** Addresses of the client's own pages, as both generations of clients send them. */
export class DownloadQuery {
  @Field(PAGE) errorpageurl?: string;
  @Field(PAGE) odreadauthurl?: string;
  @Field(PAGE) errorurl?: string;
  @Field(PAGE) successurl?: string;
}
