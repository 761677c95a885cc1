import { Readable } from 'node:stream';
import { licenceSchemas } from '../../src/records/kinds/licence/licence.schema.js';
import { titleSchemas } from '../../src/records/kinds/title/title.schema.js';
import { OdlFeed } from '../../src/records/odl/odl-feed.js';

/** Feeds of OPDS 2 with licences, in the shapes that distributors give them. Every value is made up. */

const NOW = new Date('2026-03-31T12:00:00Z');

export interface ReadFeed {
  readonly titles: Record<string, unknown>[];
  readonly licences: Record<string, unknown>[];
  readonly rejections: string[];
  readonly leftOut: number;
}

/** The records of a feed, each of which must be one by its rules. */
export async function readFeed(...pieces: readonly (Buffer | string)[]): Promise<ReadFeed> {
  const input = Readable.from(pieces.map((piece) => Buffer.from(piece)));
  const feed = new OdlFeed(input, { websiteId: 37, collectionId: 'main', now: NOW });
  const [titles, licences, rejections]: [ReadFeed['titles'], ReadFeed['licences'], string[]] = [[], [], []];
  for await (const line of feed.lines())
    if ('rejection' in line) rejections.push(`${line.number} ${line.subject}: ${line.rejection}`);
    else {
      const { record, ...members } = JSON.parse(line.text) as Record<string, unknown>;
      const { whole } = record === 'title' ? titleSchemas : licenceSchemas;
      expect(whole.safeParse(members).error?.issues ?? []).toEqual([]);
      (record === 'title' ? titles : licences).push(members);
    }
  return { titles, licences, rejections, leftOut: feed.leftOut };
}

export const METADATA = {
  '@type': 'http://schema.org/Book',
  title: 'Harbour Lights',
  identifier: 'urn:isbn:978-0-14-044911-2',
};
export const LICENCE = {
  metadata: { identifier: 'urn:uuid:1', format: 'application/epub+zip', created: '2026-01-01T00:00:00Z' },
};

export const feedOf = (...publications: readonly unknown[]): string =>
  JSON.stringify({ metadata: { title: 'All' }, links: [], publications });
export const titled = (metadata: object, others: object = {}): string =>
  feedOf({ metadata: { ...METADATA, ...metadata }, licenses: [LICENCE], ...others });
export const licensed = (metadata: object, others: object = {}, publication: object = {}): string =>
  feedOf({
    metadata: { ...METADATA, ...publication },
    licenses: [{ ...LICENCE, metadata: { ...LICENCE.metadata, ...metadata }, ...others }],
  });
