import { RECORDS } from './library-records.js';
import { crossRefIdOf, reserveIdOf } from './values.js';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json };
type Path = readonly (string | number)[];

const websiteId = 37;
const reserveId = reserveIdOf(0);
const link = { href: 'https://example.org/a', type: 'image/jpeg' };

/** With every member that it may have. */
const TITLE: Json = {
  record: 'title',
  reserveId,
  crossRefId: crossRefIdOf(0),
  title: 'A title',
  subtitle: 'A subtitle',
  sortTitle: 'Title, A',
  creators: [{ role: 'Author', name: 'Ann Author', fileAs: 'Author, Ann' }],
  formatClass: 'eBook',
  formats: [
    'ebook-kindle',
    {
      id: 'ebook-epub-adobe',
      online: true,
      fileName: 'a.epub',
      fileSize: 1,
      identifiers: [{ type: 'ISBN', value: '9780306406157' }],
      samples: [{ source: 'A source', formatType: 'ebook-overdrive', url: 'https://example.org/b' }],
      content: link,
    },
  ],
  subjects: ['One', { value: 'Two' }],
  languages: ['en', { code: 'de', name: 'German' }],
  keywords: ['one', 'two'],
  edition: '1',
  series: 'A series',
  publisher: 'A publisher',
  imprint: 'An imprint',
  publishDate: '2026-01-01',
  shortDescription: 'Short',
  fullDescription: 'Full',
  starRating: 3.5,
  isPublicDomain: false,
  images: { thumbnail: link, cover: link, cover150Wide: link, cover300Wide: link },
  addedDate: '2026-01-01',
  accessibility: {
    conformsTo: ['https://example.org/wcag'],
    certification: { certifiedBy: 'A', credential: 'B', report: ['https://example.org/report'] },
    accessMode: ['textual', 'visual'],
    accessModeSufficient: [['textual'], ['textual', 'visual']],
    feature: ['alternativeText'],
    hazard: ['none'],
    summary: 'A summary',
    exemption: ['eaa-microenterprise'],
  },
};

const SETTINGS: Json = {
  record: 'settings',
  websiteId,
  mail: { fromAddress: 'a@example.org', fromName: 'A', replyTo: 'b@example.org' },
  rates: { perPatron: 1_000_000, perClient: 1_000_000, perLibrary: 1_000_000 },
  notices: {
    name: 'A',
    homepage: 'https://example.org',
    logo: 'https://example.org/logo.png',
    color: '#1a2b3c',
    timeZone: 'Europe/Berlin',
    languages: ['en'],
    reminderHours: 24,
    gatherMinutes: 5,
    daily: true,
    dailyHour: 7,
    push: true,
    soonDays: 5,
    cardEnding: true,
    titleUrl: 'https://example.org/{reserveId}',
  },
  texts: { url: 'https://example.org', secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}`, by: null },
  collections: { holdsPerCopy: 4, targetWaitDays: 30 },
  holds: { daysWithoutCopies: 90 },
  loans: { mayOutlastLicence: true, luckyDayLoans: 2, luckyDayDays: 7 },
  content: { frameOrigins: ['https://example.org'] },
  shelf: { welcome: ['en: A'], pinHelp: 'https://example.org', newCard: null, help: null },
};

/** One of each kind. */
export const RECORD_EXAMPLES: readonly Json[] = [
  TITLE,
  SETTINGS,
  {
    record: 'hold',
    websiteId,
    patronId: 1,
    reserveId,
    emailAddress: 'a@example.org',
    ignoreHoldEmail: false,
    placedDate: '2026-03-31T12:00:00Z',
    suspension: { type: 'limited', until: '2026-05-31T12:00:00Z' },
    notNeededAfter: '2030-05-31',
    alternativeTo: '53be238e-d4d2-5efd-8241-c596634d055e',
  },
  {
    record: 'checkout',
    websiteId,
    patronId: 1,
    reserveId,
    expires: '2026-05-31T12:00:00Z',
    checkoutDate: '2026-03-31T12:00:00Z',
    formatType: 'ebook-epub-adobe',
  },
  { record: 'withdrawal', websiteId, reserveId, reason: 'lost' },
  ...[...new Map((RECORDS as { record: string }[]).map((record) => [record.record, record as Json]))]
    .filter(([kind]) => kind !== 'title')
    .map(([, record]) => record),
];

/** Of every value in it, but the record itself. */
export function pathsIn(value: Json): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([step, inner]) => {
    const at = Array.isArray(value) ? Number(step) : step;
    return [[at], ...pathsIn(inner).map((path) => [at, ...path])];
  });
}

/** The same with another value at the path. */
export function withValueAt(value: Json, [step, ...others]: Path, other: unknown): unknown {
  if (step === undefined) return other;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string | number,
    Json
  >;
  copy[step] = withValueAt(copy[step] as Json, others, other) as Json;
  return copy;
}
