import type { FormatClass } from '../../domain/lending-period.js';
import { isbn13In } from '../../domain/normalized-identifier.js';
import { MAX_EXTERNAL_ID_LENGTH } from '../../domain/patron.js';
import { dayOf, languages } from '../csv/csv-cells.js';
import { DEFAULT_FORMATS } from '../csv/csv-mapping.js';
import { isWebAddress, type Json, listIn, longTextIn, objectIn, textIn } from './json.js';
import { accessibilityIn } from './odl-accessibility.js';
import { idOf } from './odl-licence.js';

/** What records may have; the rest is left out, because nobody can correct a distributor's feed. */
const MAX_NAME = 1_000;
const MAX_SHORT = 200;
const MAX_DESCRIPTION = 20_000;
const MAX_CREATORS = 100;
const MAX_LIST = 200;

/** The title's number at its source; undefined if the publication has no identifier. An ISBN is written in one way. */
export function externalIdOf({ identifier }: Json): string | undefined {
  const id = idOf(identifier, MAX_EXTERNAL_ID_LENGTH);
  const isbn = id !== undefined && /^(?:urn:isbn:)?[\dX\s-]+$/i.test(id) ? isbn13In(id) : undefined;
  return isbn === undefined ? id : `urn:isbn:${isbn}`;
}

/** The members of a title's record, without its name. */
export function titleMembers(publication: Json): Json {
  const metadata = objectIn(publication.metadata);
  const codes = listIn(metadata.language, MAX_LIST).flatMap((each) =>
    typeof each === 'string' ? [each] : [],
  );
  const [language = ''] = codes;
  const text = (value: unknown, longest = MAX_NAME): string | undefined => textIn(value, longest, language);
  const texts = (value: unknown): string[] =>
    listIn(value, MAX_LIST).flatMap((each) => text(each, MAX_SHORT) ?? []);
  const media = [...listIn(publication.licenses).flatMap(mediaOfLicence), ...openAccessMedia(publication)];
  const formatClass = classOf(texts(metadata['@type']), media);
  return {
    title: text(metadata.title),
    subtitle: text(metadata.subtitle),
    sortTitle: text(metadata.sortAs),
    creators: creatorsIn(metadata, text),
    formatClass,
    formats: formatsOf(formatClass, media, metadata),
    subjects: unique(
      texts(
        listIn(metadata.subject, MAX_LIST).map((each) => objectIn(each).name ?? objectIn(each).code ?? each),
      ),
    ),
    languages: unique(codes.flatMap((each) => languages(each, NO_FACTS) as string[])),
    series: text(listIn(objectIn(metadata.belongsTo).series)[0]),
    publisher: text(listIn(metadata.publisher)[0]),
    imprint: text(listIn(metadata.imprint)[0]),
    publishDate: dayIn(metadata.published),
    fullDescription: longTextIn(metadata.description, MAX_DESCRIPTION),
    images: imagesIn(publication.images),
    accessibility: accessibilityIn(metadata.accessibility, language),
  };
}

const NO_FACTS = { member: '', column: '', today: '' };

const unique = (texts: readonly string[]): string[] => [...new Set(texts)].slice(0, MAX_LIST);

/** The members of a publication that name people, and the role of each (Readium's metadata). */
const ROLES: Readonly<Record<string, string>> = {
  ...{
    author: 'Author',
    translator: 'Translator',
    editor: 'Editor',
    artist: 'Artist',
    illustrator: 'Illustrator',
  },
  ...{ narrator: 'Narrator', contributor: 'Contributor' },
};
/** Roles of contributors, some of which are codes of MARC. */
const ROLES_OF_CONTRIBUTORS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ ...ROLES, performer: 'Narrator', prf: 'Narrator', nrt: 'Narrator', reader: 'Narrator' },
    ...{ aut: 'Author', trl: 'Translator', edt: 'Editor', ill: 'Illustrator', art: 'Artist' },
  }),
);

/** Of an object, there is none: a feed may give it what no text can be made of. */
const lowerText = (value: unknown): string => (typeof value === 'string' ? value.toLowerCase() : '');

function creatorsIn(metadata: Json, text: (value: unknown) => string | undefined): Json[] {
  const creators = Object.entries(ROLES).flatMap(([member, role]) =>
    listIn(metadata[member], MAX_CREATORS).flatMap((person) => {
      const name = text(person);
      const { sortAs, role: given } = objectIn(person);
      const own = listIn(given).map((each) => ROLES_OF_CONTRIBUTORS.get(lowerText(each)))[0];
      return name === undefined ? [] : [{ role: own ?? role, name, fileAs: text(sortAs) }];
    }),
  );
  return creators.slice(0, MAX_CREATORS);
}

/** A format in which a publication is delivered. */
interface Medium {
  readonly type: string;
  /** Protected for Adobe's readers. */
  readonly isAdobe: boolean;
}

/** `format` is a text, or a list; what protects it may follow. */
function mediaOfLicence(licence: unknown): Medium[] {
  const { metadata, ...others } = objectIn(licence);
  const { format, protection } = { ...others, ...objectIn(metadata) };
  const isAdobe = listIn(objectIn(protection).format).some((each) => lowerText(each).includes('adobe'));
  return listIn(format).map((type) => ({ type: lowerText(type), isAdobe }));
}

const OPEN_ACCESS = 'http://opds-spec.org/acquisition/open-access';

/** Whether anybody may have a publication without a licence. */
export const isOpenAccess = (publication: Json): boolean => openAccessMedia(publication).length > 0;

function openAccessMedia({ links }: Json): Medium[] {
  return listIn(links)
    .map(objectIn)
    .filter(({ rel }) => listIn(rel).includes(OPEN_ACCESS))
    .map(({ type }) => ({ type: lowerText(type), isAdobe: false }));
}

/** Distributors call audiobooks books, too: their files say more. */
function classOf(types: readonly string[], media: readonly Medium[]): FormatClass {
  const named = types.join(' ');
  const files = media.map(({ type }) => type).join(' ');
  if (/audio/i.test(named) || (files.includes('audio') && !/epub|pdf/.test(files))) return 'Audiobook';
  return /video|movie/i.test(named) || files.includes('video') ? 'Video' : 'eBook';
}

const ONLINE: Readonly<Record<FormatClass, string>> = {
  eBook: 'ebook-overdrive',
  Audiobook: 'audiobook-overdrive',
  Video: 'video-streaming',
};

function formatsOf(formatClass: FormatClass, media: readonly Medium[], metadata: Json): Json[] {
  const identifiers = isbnsIn(metadata).map((value) => ({ type: 'ISBN', value }));
  const ids = unique(media.flatMap((each) => formatOf(each, formatClass) ?? []));
  return (ids.length > 0 ? ids : [DEFAULT_FORMATS[formatClass]]).map((id) =>
    identifiers.length === 0 ? { id } : { id, identifiers },
  );
}

function formatOf({ type, isAdobe }: Medium, formatClass: FormatClass): string | undefined {
  if (type.includes('epub')) return isAdobe ? 'ebook-epub-adobe' : 'ebook-epub-open';
  if (type.includes('pdf')) return isAdobe ? 'ebook-pdf-adobe' : 'ebook-pdf-open';
  if (type.startsWith('text/html')) return ONLINE[formatClass];
  return type.includes('audio') ? 'audiobook-mp3' : undefined;
}

function isbnsIn({ identifier, altIdentifier }: Json): string[] {
  const identifiers = [
    identifier,
    ...listIn(altIdentifier, MAX_LIST).map((each) => objectIn(each).value ?? each),
  ];
  return unique(
    identifiers.flatMap((each) => externalIdOf({ identifier: each })?.match(/^urn:isbn:(.+)/)?.[1] ?? []),
  );
}

function dayIn(published: unknown): string | undefined {
  if (typeof published !== 'string') return undefined;
  const day = /^[1-9]\d{3}$/.test(published) ? `${published}-01-01` : dayOf(published);
  return day === undefined || day < '0001' ? undefined : day;
}

/** The largest one, and the smallest. */
function imagesIn(given: unknown): Json {
  const images = listIn(given, MAX_LIST)
    .map(objectIn)
    .filter(({ href, type }) => isWebAddress(href) && (type === undefined || isRaster(type)))
    .sort((one, other) => Number(other.height ?? other.width ?? 0) - Number(one.height ?? one.width ?? 0))
    .map(({ href, type = 'image/jpeg' }) => ({ href, type }));
  const [cover, ...others] = images;
  return { cover, thumbnail: others.at(-1) };
}

const isRaster = (type: unknown): boolean => /^image\/(?:jpeg|png|gif|webp)$/.test(lowerText(type));
