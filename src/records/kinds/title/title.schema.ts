import * as z from 'zod';
import type { FormatDetails } from '../../../domain/titles/format.js';
import {
  type Accessibility,
  accessibilityTerms,
  accessibleBy,
  contradict,
  type TermMember,
} from '../../../domain/titles/accessibility.js';
import { FORMAT_CLASSES } from '../../../domain/lending-period.js';
import { MAX_ID } from '../../../domain/numbers.js';
import { fileAsOf } from '../../../domain/titles/file-as.js';
import { filedTitleOf, sortTitleOf } from '../../../domain/titles/sort-title.js';
import { isbnsIn, normalizedIdentifier } from '../../../domain/normalized-identifier.js';
import { titleNames, withReserveId } from '../../naming/named-title.js';
import { libraryOfTitle } from '../../naming/title-source.js';
import * as is from '../../engine/schema-rules.js';

const MAX_CREATORS = 100;
const MAX_LIST_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 20_000;
const MAX_STARS = 5;
const IMAGE_SIZES = ['thumbnail', 'cover', 'cover150Wide', 'cover300Wide'] as const;

const shortText = is.text(200);
const textList = is.list(shortText, MAX_LIST_LENGTH);

/** Accepts an object, or the text of its `member` alone. */
function shortForm<Value>(member: string, long: z.ZodType<Value>): z.ZodType<Value> {
  return z.preprocess((value) => (typeof value === 'string' ? { [member]: value } : value), long);
}

const subject = shortForm('value', is.strict({ value: shortText }, 'text, or an object with value'));
const language = shortForm(
  'code',
  is.strict({ code: shortText, name: is.optional(is.name, null) }, 'text, or an object with code'),
);

const creator = is
  .strict({ role: is.key, name: is.name, fileAs: is.optional(is.name, null) }, 'an object with role and name')
  .transform(({ fileAs, ...members }) => (fileAs === null ? members : { ...members, fileAs }));

const link = is.strict({ href: is.webAddress, type: is.key }, 'an object with href and type');

const image = is.optional(link, undefined);
const images = is
  .strict(
    Object.fromEntries(IMAGE_SIZES.map((size) => [size, image])),
    `an object with any of ${IMAGE_SIZES.join(', ')}`,
  )
  .transform(is.withoutAbsent);

const titleIdentifier = is.strict({ type: is.key, value: is.key }, 'an object with type and value');
const sample = is
  .strict(
    {
      source: is.optional(is.name, undefined),
      formatType: is.optional(is.key, undefined),
      url: is.webAddress,
    },
    'an object with url',
  )
  .transform(is.withoutAbsent);

const format: z.ZodType<FormatDetails> = shortForm(
  'id',
  is
    .strict(
      {
        id: shortText,
        online: is.optional(is.trueOrFalse, undefined),
        fileName: is.optional(is.name, undefined),
        fileSize: is.optional(is.wholeNumber(0, Number.MAX_SAFE_INTEGER), undefined),
        identifiers: is.optional(is.list(titleIdentifier, MAX_LIST_LENGTH), undefined),
        samples: is.optional(is.list(sample, MAX_LIST_LENGTH), undefined),
        content: is.optional(link, undefined),
      },
      'text, or an object with id',
    )
    .transform(is.withoutAbsent) as unknown as z.ZodType<FormatDetails>,
);

/** It has too many terms to name them all. */
const VOCABULARY = is.mustBe('a term of the accessibility vocabulary');

const CONTRADICTORY = is.mustBe('without hazards that deny each other');

const terms = (member: TermMember): z.ZodType<string[] | undefined> =>
  saying(is.list(z.enum(accessibilityTerms(member), VOCABULARY), MAX_LIST_LENGTH));

/** An empty list says nothing. */
function saying<Value>(list: z.ZodType<Value[]>): z.ZodType<Value[] | undefined> {
  return is.optional(list, undefined).transform((values) => (values?.length === 0 ? undefined : values));
}

/** Accepts one value in place of a list. */
function oneOrMore<Value>(list: z.ZodType<Value[]>): z.ZodType<Value[]> {
  return z.preprocess((value) => (typeof value === 'string' ? [value] : value), list);
}

const MAX_ADDRESSES = 20;
const addresses = saying(oneOrMore(is.list(is.webAddress, MAX_ADDRESSES)));
const SENSES = accessibilityTerms('accessModeSufficient');
const sense = is.oneOf(SENSES);

/** Without what is absent; undefined if nothing is left. */
function known<Members extends object>(members: Members): Partial<Members> | undefined {
  const present = is.withoutAbsent(members);
  return Object.keys(present).length === 0 ? undefined : present;
}

const certification = is
  .strict(
    {
      certifiedBy: is.optional(is.name, undefined),
      credential: is.optional(is.name, undefined),
      report: addresses,
    },
    'an object with any of certifiedBy, credential, report',
  )
  .transform(known);

const accessibility = is
  .strict(
    {
      conformsTo: addresses,
      certification: is.optional(certification, undefined),
      accessMode: terms('accessMode'),
      accessModeSufficient: saying(is.list(oneOrMore(is.list(sense, SENSES.length)), MAX_LIST_LENGTH)),
      feature: terms('feature'),
      hazard: terms('hazard').refine(
        (hazards) => hazards === undefined || !contradict(hazards),
        CONTRADICTORY,
      ),
      summary: is.optional(is.longText(MAX_DESCRIPTION_LENGTH), undefined),
      exemption: terms('exemption'),
    },
    'an object',
  )
  .transform(known) as unknown as z.ZodType<Accessibility | undefined>;

const title = is.recordSchemas(titleNames, {
  crossRefId: is.keptIfAbsent(is.wholeNumber(1, MAX_ID)),
  title: is.name,
  subtitle: is.optional(is.name, null),
  sortTitle: is.optional(is.name, null),
  creators: is.optional(is.list(creator, MAX_CREATORS), []),
  formatClass: is.oneOf(FORMAT_CLASSES),
  formats: is.list(format, MAX_LIST_LENGTH),
  subjects: is.optional(is.list(subject, MAX_LIST_LENGTH), []),
  languages: is.optional(is.list(language, MAX_LIST_LENGTH), []),
  keywords: is.optional(textList, []),
  edition: is.optional(is.name, null),
  series: is.optional(is.name, null),
  publisher: is.optional(is.name, null),
  imprint: is.optional(is.name, null),
  publishDate: is.optional(is.day, null),
  shortDescription: is.optional(is.longText(MAX_DESCRIPTION_LENGTH), null),
  fullDescription: is.optional(is.longText(MAX_DESCRIPTION_LENGTH), null),
  starRating: is.optional(is.numberBetween(0, MAX_STARS), null),
  isPublicDomain: is.optional(is.trueOrFalse, null),
  images: is.optional(images, {}),
  addedDate: is.optional(is.day, null),
  accessibility: is.optional(accessibility, null),
});

/** Turns short forms into long ones, and prepares values that are looked up or sorted by. */
export const titleSchemas = {
  ...title,
  key: title.key.transform(withReserveId),
  whole: title.whole.transform((record, context) => {
    const named = withReserveId(record, context);
    if (context.issues.length > 0) return z.NEVER;
    const { formats, languages, subjects, sortTitle: given, ...members } = named;
    const [language] = languages;
    const sortTitle = given ?? sortTitleOf(members.title, language?.code);
    return {
      ...members,
      ofLibrary: libraryOfTitle(record) ?? null,
      accessibleBy: accessibleBy(members.accessibility ?? {}),
      languages: languages.map(({ code }) => code),
      subjects: subjects.map(({ value }) => value),
      sortTitle,
      filedTitle: filedTitleOf(sortTitle, language?.code),
      filedAuthor: filedAuthorOf(members.creators),
      formats: formats.map(({ id }) => id),
      formatDetails: formats.filter((details) => Object.keys(details).length > 1),
      identifiers: [
        ...new Set([...(record.isbn == null ? [] : [record.isbn]), ...formats.flatMap(identifiersOf)]),
      ],
    };
  }),
};
/** A title's record whose crossRefId may be absent: the title keeps its number, or gets one. */
export type NamedTitleRecord = z.output<typeof titleSchemas.whole>;
export type TitleRecord = Omit<NamedTitleRecord, 'crossRefId'> & { readonly crossRefId: number };
export type TitleKey = z.output<typeof titleSchemas.key>;

function filedAuthorOf([first]: readonly { name: string; fileAs?: string }[]): string | null {
  return first === undefined ? null : (first.fileAs ?? fileAsOf(first.name));
}

/** The ISBNs without surrounding words. */
function identifiersOf({ identifiers = [] }: FormatDetails): string[] {
  return identifiers.map(({ value }) => isbnsIn(value)[0] ?? normalizedIdentifier(value));
}
