/**
 * Identifiers of records, unique across all kinds: see `RecordIdentifiers`. Numbers come before free text, so two
 * different records never get the same identifier.
 */
export const identifier = {
  library: (websiteId: number): string => `library ${websiteId}`,
  settings: (websiteId: number): string => `settings ${websiteId}`,
  collection: (websiteId: number, collectionId: string): string => `collection ${websiteId} ${collectionId}`,
  category: (websiteId: number, category: string): string => `category ${websiteId} ${category}`,
  title: (reserveId: string): string => `title ${reserveId}`,
  crossRef: (crossRefId: number): string => `crossRefId ${crossRefId}`,
  copies: (websiteId: number, reserveId: string, collectionId: string): string =>
    `copies ${websiteId} ${reserveId} ${collectionId}`,
  withdrawal: (websiteId: number, reserveId: string): string => `withdrawal ${websiteId} ${reserveId}`,
  patron: (patronId: number): string => `patron ${patronId}`,
  card: (websiteId: number, cardNumber: string): string => `card ${websiteId} ${cardNumber}`,
  hold: (patronId: number, reserveId: string): string => `hold ${patronId} ${reserveId}`,
  token: (token: string): string => `token ${token}`,
  client: (clientId: string): string => `client ${clientId}`,
};
