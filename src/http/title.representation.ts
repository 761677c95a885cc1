/**
 * The identifier of a title: a GUID, in lower case.
 * @format uuid
 * @example "76c1b7d0-17f4-4c05-8397-c66c17411584"
 */
export type ReserveId = string;

/**
 * The other identifier of a title.
 * @minimum 1
 * @example 100001
 */
export type CrossRefId = number;

/**
 * A form in which a title is lent.
 * @example "ebook-epub-adobe"
 */
export type FormatType = string;
