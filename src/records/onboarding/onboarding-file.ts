import * as z from 'zod';
import { memberAt } from '../engine/record-reader.js';
import { type CategoryRecord, categorySchemas } from '../kinds/category/category.schema.js';
import { type CollectionRecord, collectionSchemas } from '../kinds/collection/collection.schema.js';
import { type LibraryRecord, librarySchemas } from '../kinds/library/library.schema.js';
import * as is from '../engine/schema-rules.js';
import { type SettingsRecord, settingsSchemas } from '../kinds/settings/settings.schema.js';

/** A new library with everything that it needs before its titles and patrons are imported. */
export interface Onboarding {
  readonly library: LibraryRecord;
  readonly collections: readonly CollectionRecord[];
  readonly categories: readonly CategoryRecord[];
  readonly settings: SettingsRecord;
  /** Their secrets are made when the library is added. */
  readonly clientIds: readonly string[];
}

/** The file cannot be used. Each problem names a member and its allowed values, and quotes no value. */
export class OnboardingProblems extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'OnboardingProblems';
  }
}

const MAX_LIST_LENGTH = 1_000;
const members = is.list(z.record(z.string(), z.unknown(), is.mustBe('an object')), MAX_LIST_LENGTH);

const fileSchema = is.strict(
  {
    library: librarySchemas.whole,
    collections: members,
    categories: members,
    settings: is.optional(z.record(z.string(), z.unknown(), is.mustBe('an object')), {}),
    clients: is.optional(members, []),
  },
  'an object with library, collections and categories',
);

/**
 * Reads a JSON file with the members of docs/records.md: `library`, lists of `collections`, `categories` and `clients` without
 * secrets, and `settings`. Only `library` has a `websiteId`.
 * @throws OnboardingProblems
 */
export function readOnboarding(text: string): Onboarding {
  return onboardingOf(parse(text));
}

/** Reads the parsed content of such a file. @throws OnboardingProblems */
export function onboardingOf(content: unknown): Onboarding {
  const file = partOf(fileSchema, content, []);
  const { websiteId } = file.library;
  const problems: string[] = [];
  const read = <Whole>(schema: z.ZodType<Whole>, given: object, path: PropertyKey[]): Whole[] => {
    if ('websiteId' in given && given.websiteId !== websiteId)
      problems.push(`${memberAt([...path, 'websiteId'])} must be that of the library, or absent`);
    try {
      return [partOf(schema, { ...given, websiteId }, path)];
    } catch (error) {
      if (!(error instanceof OnboardingProblems)) throw error;
      problems.push(...error.problems);
      return [];
    }
  };
  const readAll = <Whole>(schema: z.ZodType<Whole>, member: 'collections' | 'categories'): Whole[] =>
    file[member].flatMap((given, index) => read(schema, given, [member, index]));
  const onboarding = {
    library: file.library,
    collections: readAll(collectionSchemas.whole, 'collections'),
    categories: readAll(categorySchemas.whole, 'categories'),
    clientIds: file.clients.flatMap((given, index) =>
      read(clientSchema, given, ['clients', index]).map(({ clientId }) => clientId),
    ),
  };
  const [settings] = read(settingsSchemas.whole, file.settings, ['settings']);
  // Only if all parts were read: a missing part would be reported twice.
  if (problems.length === 0) problems.push(...problemsBetween(onboarding));
  if (problems.length > 0 || settings === undefined) throw new OnboardingProblems(problems);
  return { ...onboarding, settings };
}

const clientSchema = is.strict(
  { clientId: is.key, websiteId: is.id },
  'an object with clientId; its secret is made here',
);

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new OnboardingProblems(['The file is not valid JSON.']);
  }
}

function partOf<Whole>(schema: z.ZodType<Whole>, given: unknown, path: readonly PropertyKey[]): Whole {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new OnboardingProblems(
    parsed.error.issues.map(
      (issue) => `${memberAt([...path, ...issue.path]) || 'The file'} ${issue.message}`,
    ),
  );
}

type Parts = Pick<Onboarding, 'collections' | 'categories' | 'clientIds'>;

/** Problems that no single part shows. */
function problemsBetween({ collections, categories, clientIds }: Parts): string[] {
  const known = collections.map(({ collectionId }) => collectionId);
  const accounts = collections.flatMap(({ accountNumber }) =>
    accountNumber === null ? [] : [accountNumber],
  );
  const unknown = categories.flatMap(({ category, collections: used }) =>
    used
      .filter((collectionId) => !known.includes(collectionId))
      .map(
        (id) =>
          `categories: ${quoted(category)} names the collection ${quoted(id)}, which is not in the file`,
      ),
  );
  const twice = [
    ...repeated(known).map((id) => `collections: ${quoted(id)} is there twice`),
    ...repeated(accounts).map((number) => `collections: the accountNumber ${number} is there twice`),
    ...repeated(categories.map(({ category }) => category)).map(
      (name) => `categories: ${quoted(name)} is there twice`,
    ),
    ...repeated(clientIds).map((id) => `clients: ${quoted(id)} is there twice`),
  ];
  return [...twice, ...unknown];
}

function repeated<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}

const quoted = (text: string): string => JSON.stringify(text);
