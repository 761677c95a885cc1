import type { TestRecord } from '../../../support/records.js';
import { CANARY, CLIENT_ID } from '../../support/fuzz/canaries.js';
import { crossRefIdOf, FORMATS, reserveIdOf, TITLES } from './values.js';

const websiteId = 37;

/** The library of the fuzzed service. Its records are imported again when a request has changed or deleted some. */
export const RECORDS: readonly TestRecord[] = [
  { record: 'library', websiteId, name: 'Library', pinRequired: true, holdLimit: 6 },
  { record: 'collection', websiteId, collectionId: 'main', name: 'Main' },
  { record: 'category', websiteId, category: 'adult', collections: ['main'] },
  ...Array.from({ length: TITLES }, (_, index) => ({
    record: 'title',
    reserveId: reserveIdOf(index),
    crossRefId: crossRefIdOf(index),
    title: `${CANARY.title} ${index}`,
    creators: [{ role: 'Author', name: `Author ${index}` }],
    formatClass: index % 3 === 0 ? 'Audiobook' : 'eBook',
    formats: FORMATS,
    subjects: ['Words'],
    languages: ['en'],
  })),
  ...Array.from({ length: TITLES }, (_, index) => ({
    record: 'copies',
    websiteId,
    collectionId: 'main',
    reserveId: reserveIdOf(index),
    copiesOwned: index % 3,
  })),
  ...[CANARY.patronId, CANARY.otherPatronId].map((patronId, index) => ({
    record: 'patron',
    websiteId,
    patronId,
    category: 'adult',
    ...(index === 0 && { cardNumber: CANARY.cardNumber, pin: CANARY.pin, phone: `+${CANARY.phone}` }),
  })),
  { record: 'client', clientId: CLIENT_ID, secret: CANARY.clientSecret, websiteIds: [websiteId] },
  ...[
    [CANARY.token, CANARY.patronId],
    [CANARY.otherToken, CANARY.otherPatronId],
  ].map(([token, patronId]) => ({ record: 'token', token, patronId, expiresInSeconds: 315_360_000 })),
];
