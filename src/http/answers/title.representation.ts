/**
 * The identifier of a title: a GUID, in lower case.
 * @format uuid
 * @example "53be238e-d4d2-5efd-8241-c596634d055e"
 */
export type ReserveId = string;

/**
 * The other identifier of a title.
 * @minimum 1
 * @example 100001
 */
export type CrossRefId = number;

/**
 * A format in which a title is lent.
 * @example "ebook-epub-adobe"
 */
export type FormatType = string;
