import { readFile } from 'node:fs/promises';
import { readScenarios, ScenarioProblems } from '../../../src/cli/scenario-file.js';
import { MAX_SCENARIOS } from '../../../src/domain/waits/policies/trial-limits.js';

/** The file of `holdfast simulate`: what it may say, and what is said of one that is wrong. */

const FILE = { websiteId: 37, all: true, changes: { pickupHours: 48 } };

const readWith = (members: object): ReturnType<typeof readScenarios> =>
  readScenarios(JSON.stringify({ ...FILE, ...members }));

/** What is wrong with the file. */
function problemsOf(text: string): string[] {
  try {
    readScenarios(text);
  } catch (error) {
    expect(error).toBeInstanceOf(ScenarioProblems);
    return (error as Error).message.split('\n');
  }
  return [];
}

const problemsWith = (members: object): string[] => problemsOf(JSON.stringify({ ...FILE, ...members }));

describe('a file', () => {
  test('may leave out all but the library, the titles and the changes', () => {
    expect(readScenarios(JSON.stringify(FILE))).toEqual({
      websiteId: 37,
      titles: { mostWanted: 2_000 },
      days: 90,
      runs: undefined,
      seed: 1,
      scenarios: [{ name: 'Changed', changes: { pickupHours: 48 } }],
    });
  });

  test('names one title by either identifier, or the most wanted ones', () => {
    const reserveId = '53BE238E-d4d2-5efd-8241-c596634d055e';
    const named = (title: unknown): unknown => readWith({ all: null, title }).titles;
    expect(named(reserveId)).toEqual({ kind: 'reserveId', reserveId: reserveId.toLowerCase() });
    expect(named(100_118)).toEqual({ kind: 'crossRefId', crossRefId: 100_118 });
    expect(named('100118')).toEqual({ kind: 'crossRefId', crossRefId: 100_118 });
    expect(readWith({ all: 50 }).titles).toEqual({ mostWanted: 50 });
  });

  test('has every change', () => {
    const changes = {
      pickupHours: 24,
      lendingDays: { eBook: 14, Audiobook: 7, Video: 3 },
      copies: { percent: 12.5 },
      missedPickup: 'cancel',
      holdLimit: 5,
      renew: true,
    };
    const scenarios = [
      { name: 'One', changes },
      { name: 'Two', changes: { copies: { perTitle: 2 } } },
      { name: 'None', changes: {} },
    ];
    expect(readWith({ changes: null, scenarios }).scenarios).toEqual(scenarios);
  });

  test('may have comments, and commas at the ends', () => {
    const text = '// why\n{ "websiteId": 37, /* all */ "all": true, "changes": { "holdLimit": 5, }, }';
    expect(readScenarios(text).scenarios).toEqual([{ name: 'Changed', changes: { holdLimit: 5 } }]);
  });

  test('like the example is read', async () => {
    const { websiteId, titles, scenarios } = readScenarios(await readFile('examples/what-if.jsonc', 'utf8'));
    expect({ websiteId, titles }).toEqual({ websiteId: 37, titles: { mostWanted: 50 } });
    expect(scenarios.length).toBe(5);
  });
});

describe('every wrong member is named, with what is allowed', () => {
  test.each([
    [{ websiteId: 0 }, 'websiteId must be a whole number from 1 to 2147483647'],
    [{ websiteId: null }, 'websiteId must be a whole number from 1 to 2147483647'],
    [{ all: false }, 'all must be true, or a whole number from 1 to 2000: that of the most wanted titles'],
    [{ all: 2_001 }, 'all must be true, or a whole number from 1 to 2000: that of the most wanted titles'],
    [{ all: null, title: 'Emma' }, "title must be a title's reserveId or crossRefId"],
    [{ all: null, title: 1.5 }, "title must be a title's reserveId or crossRefId"],
    [{ title: 7 }, 'The file must have either title or all'],
    [{ all: null }, 'The file must have either title or all'],
    [{ days: 0 }, 'days must be a whole number from 1 to 731'],
    [{ days: 732 }, 'days must be a whole number from 1 to 731'],
    [{ runs: 501 }, 'runs must be a whole number from 1 to 500'],
    [{ seed: -1 }, 'seed must be a whole number from 0 to 2147483647'],
    [{ changes: null }, 'The file must have either changes, or scenarios, and at least one of them'],
    [
      { scenarios: [{ name: 'a', changes: {} }] },
      'The file must have either changes, or scenarios, and at least one of them',
    ],
    [{ changes: { pickupHours: 8_761 } }, 'changes.pickupHours must be a whole number from 1 to 8760'],
    [
      { changes: { lendingDays: 7 } },
      'changes.lendingDays must be an object with days for any of eBook, Audiobook, Video',
    ],
    [{ changes: { lendingDays: { Video: 21 } } }, 'changes.lendingDays.Video must be one of 1, 3, 5, 7'],
    [
      { changes: { copies: { perTitle: 1_001 } } },
      'changes.copies.perTitle must be a whole number from 0 to 1000',
    ],
    [{ changes: { copies: { percent: -5 } } }, 'changes.copies.percent must be a number from 0 to 1000'],
    [
      { changes: { copies: { perTitle: 1, percent: 5 } } },
      'changes.copies must be an object with either perTitle or percent',
    ],
    [{ changes: { copies: {} } }, 'changes.copies must be an object with either perTitle or percent'],
    [
      { changes: { missedPickup: 'forgive' } },
      'changes.missedPickup must be one of redeliver-once, cancel, suspend',
    ],
    [{ changes: { holdLimit: 1_000_001 } }, 'changes.holdLimit must be a whole number from 0 to 1000000'],
    [{ changes: { pickup: 5 } }, 'changes has an unknown member "pickup"'],
    [{ library: 5 }, 'The file has an unknown member "library"'],
  ])('%j', (members, problem) => {
    expect(problemsWith(members)).toEqual([problem]);
  });

  test('in a scenario, too', () => {
    const scenarios = [
      { name: '', changes: {} },
      { name: 'a' },
      { name: 'x'.repeat(61), changes: { days: 1 } },
    ];
    expect(problemsWith({ changes: null, scenarios })).toEqual([
      'scenarios[0].name must be text of 1 to 60 characters',
      'scenarios[1].changes is missing: it must be an object with any of pickupHours, lendingDays, copies, missedPickup, holdLimit, renew',
      'scenarios[2].name must be text of 1 to 60 characters',
      'scenarios[2].changes has an unknown member "days"',
    ]);
    const same = [
      { name: 'a', changes: {} },
      { name: 'a', changes: {} },
    ];
    expect(problemsWith({ changes: null, scenarios: same })).toEqual([
      'scenarios must each have a name of their own',
    ]);
  });
});

describe('a file that is no such file', () => {
  test('is told with its line', () => {
    expect(problemsOf('')).toEqual(['Line 1 is not valid JSON: ValueExpected.']);
    expect(problemsOf('{\n"websiteId": 37\n"all": true }')).toEqual([
      'Line 3 is not valid JSON: CommaExpected.',
    ]);
    expect(problemsOf('[]')).toEqual([
      'The file must be an object with websiteId, title or all, and changes or scenarios',
    ]);
  });

  test('may have so many scenarios and problems that are told', () => {
    const scenarios = Array.from({ length: MAX_SCENARIOS }, (_, index) => ({
      name: `${index}`,
      changes: {},
    }));
    expect(problemsWith({ changes: null, scenarios })).toEqual([]);
    expect(
      problemsWith({ changes: null, scenarios: [...scenarios, { name: 'one more', changes: {} }] }),
    ).toEqual(['scenarios must be a list of at most 10']);

    const wrong = Array.from({ length: 10 }, () => ({ name: '', changes: { days: 1 } }));
    expect(problemsWith({ changes: null, scenarios: wrong })).toHaveLength(5);
  });
});
