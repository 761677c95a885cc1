import { readFileSync } from 'node:fs';
import { OnboardingProblems, readOnboarding } from '../../../src/records/onboarding/onboarding-file.js';

const EXAMPLE = readFileSync(new URL('../../../examples/library.json', import.meta.url), 'utf8');

/** The problems of the example, changed. */
function problemsWith(members: object): readonly string[] {
  return problemsIn(JSON.stringify({ ...(JSON.parse(EXAMPLE) as object), ...members }));
}

function problemsIn(text: string): readonly string[] {
  try {
    readOnboarding(text);
    return [];
  } catch (error) {
    if (error instanceof OnboardingProblems) return error.problems;
    throw error;
  }
}

test('the example has no problems, and neither has a library without clients and settings', () => {
  expect(readOnboarding(EXAMPLE)).toMatchObject({
    library: { websiteId: 38, missedPickup: 'redeliver-once' },
    collections: [{ websiteId: 38, collectionId: 'main' }, { collectionId: 'childrens' }],
    categories: [
      { websiteId: 38, category: 'adult' },
      { category: 'child', holdLimit: 5 },
    ],
    settings: { websiteId: 38, identityProvider: null, rates: { perPatron: 300, perClient: null } },
    clientIds: ['northside-catalog'],
  });
  expect(problemsWith({ clients: undefined, settings: null, categories: [], collections: [] })).toEqual([]);
});

test.each(['', '{', '[]', 'null', '"library"'])('the file cannot be %j', (text) => {
  expect(problemsIn(text)).toHaveLength(1);
});

test.each<[string, object, string[]]>([
  ['no library', { library: undefined }, ['library is missing: it must be an object']],
  ['an unknown member', { patrons: [] }, ['The file has an unknown member "patrons"']],
  [
    'several mistakes',
    {
      collections: [{ collectionId: 'main' }],
      categories: [{ category: 'adult', collections: ['attic'], holdLimit: -1 }],
      settings: { rates: { perPatron: 'canary' } },
      clients: [{ clientId: 'x', secret: 'canary' }],
    },
    [
      'collections[0].name is missing',
      'categories[0].holdLimit must be a whole number',
      'settings.rates.perPatron must be a whole number',
      'clients[0] has an unknown member "secret"',
    ],
  ],
  [
    'a collection that is not there',
    { categories: [{ category: 'adult', collections: ['attic'] }] },
    ['categories: "adult" names the collection "attic", which is not in the file'],
  ],
  [
    'something twice',
    {
      collections: [
        { collectionId: 'main', name: 'x', accountNumber: 1 },
        { collectionId: 'main', name: 'y', accountNumber: 1 },
      ],
      categories: [],
      clients: [{ clientId: 'x' }, { clientId: 'x' }],
    },
    [
      'collections: "main" is there twice',
      'the accountNumber 1 is there twice',
      'clients: "x" is there twice',
    ],
  ],
  [
    'parts of another library',
    { collections: [{ websiteId: 37, collectionId: 'main', name: 'x' }], categories: [] },
    ['collections[0].websiteId must be that of the library, or absent'],
  ],
])('a file with %s is refused, and the problems name the members', (_, members, reasons) => {
  const problems = problemsWith(members);
  expect(problems.length).toBeGreaterThanOrEqual(reasons.length);
  for (const reason of reasons) expect(problems).toContainEqual(expect.stringContaining(reason));
  expect(problems.join()).not.toContain('canary');
});
