/** One patron of one library: what every statement about a patron starts from, and what `me` stands for. */
export interface PatronKey {
  readonly websiteId: number;
  readonly patronId: number;
}
