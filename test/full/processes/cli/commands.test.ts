import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../../../src/platform/database/database.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { PatronClient } from '../../../support/client.js';
import { emptyDatabase, NO_TIMEOUTS } from '../../../support/database.js';
import { brokenInvariants } from '../../../support/invariants.js';
import { runHoldfast } from '../../support/processes.js';
import { smallLibrary, title, toLines } from '../../../support/records.js';
import { type ServiceUnderTest, startService } from '../../../support/service.js';

const COMMANDS = [
  'serve',
  'worker',
  'migrate',
  'init',
  'distribute',
  'import',
  'library',
  'token',
  'staff',
  'demo',
  'listen',
  'doctor',
  'simulate',
  'resume-mail',
  'config',
  'openapi',
];

let service: ServiceUnderTest;
let settings: { readonly DATABASE_URL: string };
let folder: string;
beforeAll(async () => {
  service = await startService(smallLibrary(2, [1, 1]));
  settings = { DATABASE_URL: service.databaseUrl };
  folder = await mkdtemp(join(tmpdir(), 'holdfast-commands-'));
});
afterAll(async () => {
  expect(await brokenInvariants(service.database)).toEqual([]);
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

describe('help', () => {
  test('names every command, and what it does', async () => {
    const { code, out, err } = await runHoldfast(['--help']);
    expect([code, err]).toEqual([0, '']);
    const named = [...out.matchAll(/^ {2}([a-z][a-z-]*)(?: .*)? {2,}\S/gm)].map(([, name]) => name);
    expect(named.filter((name) => name !== 'help')).toEqual(COMMANDS);
  });

  test('is what somebody sees who says nothing', async () => {
    const { code, out, err } = await runHoldfast([]);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('Usage: node dist/main.js [options] [command]');
  });
});

test.each([
  [['frobnicate'], "unknown command 'frobnicate'"],
  [['--verbose'], "unknown option '--verbose'"],
  [['doctor', '--fix'], "unknown option '--fix'"],
  [['config', 'port'], "too many arguments for 'config'"],
  [['token'], 'Give a patronId, or --library with --external-id or --card.'],
  [['token', '--card', '29'], 'Give a patronId, or --library with --external-id or --card.'],
  [['import'], "missing required argument 'file'"],
  [['init'], 'Give --name <name>.'],
])('%j is not understood: exit code 1, and why', async (words, reason) => {
  const { code, out, err } = await runHoldfast(words, settings);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(reason);
});

describe('token', () => {
  /** The latest of a patron's tokens ends so many seconds after it was made. */
  async function expectLasting(seconds: number, patronId: number, make: () => Promise<void>): Promise<void> {
    const now = async (): Promise<number> => (await service.database.run(NOW))[0]!.at.getTime();
    const before = await now();
    await make();
    const after = await now();
    const [token] = await service.database.run(TOKEN_END, [patronId]);
    const made = token!.at.getTime() - seconds * 1000;
    expect(made).toBeGreaterThanOrEqual(before);
    expect(made).toBeLessThanOrEqual(after);
  }

  test('prints a token that is good for an hour', () =>
    expectLasting(3600, 1, async () => {
      const { code, out, err } = await runHoldfast(['token', '1'], settings);
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(/^holdfast_[\w-]{54}\n$/);
      const { status } = await new PatronClient(service.url, out.trim()).get('/v1/patrons/me');
      expect(status).toBe(200);
    }));

  test('makes one that is good for as long as was asked', () =>
    expectLasting(86_400, 2, async () => {
      const { code } = await runHoldfast(['token', '2', '--expires-in', '86400'], settings);
      expect(code).toBe(0);
    }));

  test.each([
    ['987654', '987654'],
    ['--library 37 --card 987654', 'with the card 987654 in library 37'],
    ['--library 38 --external-id A-7', 'with the externalId A-7 in library 38'],
  ])('is not made for a patron that there is not: %s', async (named, described) => {
    const result = await runHoldfast(['token', ...named.split(' ')], settings);
    expect(result).toEqual({ code: 1, out: '', err: `There is no patron ${described}.\n` });
  });

  test.each([[['01']], [['2147483648']], [['1', '--expires-in', '0']]])(
    'is not made for %j',
    async (words) => {
      const { code, out, err } = await runHoldfast(['token', ...words], settings);
      expect([code, out]).toEqual([1, '']);
      expect(err).toContain('must be a whole number from 1 to');
    },
  );
});

const NOW = statement<{ at: Date }>('test-now', 'SELECT service_now() AS at');
const TOKEN_END = statement<{ at: Date }>(
  'test-token-end',
  'SELECT max(expires_at) AS at FROM access_token WHERE patron_id = $1',
);

describe('import', () => {
  const file = async (name: string, text: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };

  test('brings a file in', async () => {
    const path = await file('good.ndjson', toLines(title(101), title(102)));
    const result = await runHoldfast(['import', path], settings);
    expect(result).toEqual({
      code: 0,
      out: '2 applied, 0 rejected\nOf those applied: 2 added, 0 changed, 0 as before, 0 removed.\n',
      err: '',
    });
    expect(await service.database.prisma.title.count({ where: { crossRefId: { in: [101, 102] } } })).toBe(2);
  });

  test('tells each rejected line, and ends with 1', async () => {
    const path = await file('bad.ndjson', toLines(title(103), 'nonsense', '', { record: 'shelf' }));
    const { code, out, err } = await runHoldfast(['import', path], settings);
    expect([code, out]).toEqual([1, expect.stringMatching(/^1 applied, 2 rejected\n/)]);
    expect(err.split('\n')).toEqual([
      'line 2: is not valid JSON',
      expect.stringMatching(/^line 4: record must be one of library,/),
      '',
    ]);
  });

  test('ends with 1 when there is nothing in the file', async () => {
    const path = await file('empty.ndjson', ' \n\n');
    const err = `There are no records in ${path}.\n`;
    expect(await runHoldfast(['import', path], settings)).toEqual({ code: 1, out: '', err });
  });

  test('names a file that is not there', async () => {
    for (const path of [join(folder, 'nowhere.ndjson'), folder])
      expect(await runHoldfast(['import', path], settings)).toEqual({
        code: 1,
        out: '',
        err: `Cannot read the file ${path}.\n`,
      });
  });
});

test('distribute --dry-run prints what is missing and the statements, and distribute says it in one line', async () => {
  const dryRun = await runHoldfast(['distribute', '--dry-run'], settings);
  expect(dryRun.code).toBe(1);
  expect(dryRun.out).toMatch(
    /^missing: The extension citus is not installed[^]*\nSELECT create_distributed_table/,
  );
  const { code, err } = await runHoldfast(['distribute'], settings);
  expect([code, err.trim().split('\n')]).toEqual([1, [expect.stringMatching(/^The extension citus/)]]);
});

describe('migrate', () => {
  test('makes of an empty database one that the service can use, and may be run again', async () => {
    const { url, drop } = await emptyDatabase();
    const isDone = { code: 0, out: 'The database is up to date.\n', err: '' };
    for (let times = 0; times < 2; times++)
      expect(await runHoldfast(['migrate'], { DATABASE_URL: url })).toEqual(isDone);
    expect(await runHoldfast(['migrate', '--dry-run'], { DATABASE_URL: url })).toEqual(isDone);
    const database = new Database({ url, poolSize: 2, ...NO_TIMEOUTS });
    expect(await database.prisma.library.count()).toBe(0);
    expect(await brokenInvariants(database)).toEqual([]);
    await database.close();
    await drop();
  });

  test.each(['-1', '1.5', 'long', '86401'])('cannot wait for %s seconds', async (seconds) => {
    const { code, err } = await runHoldfast(['migrate', '--wait', seconds], settings);
    expect([code, err]).toEqual([1, expect.stringContaining('must be a whole number from 0 to 86400')]);
  });
});

test('openapi prints the description as it is committed', async () => {
  const { code, out, err } = await runHoldfast(['openapi']);
  expect([code, err]).toEqual([0, '']);
  expect(out).toBe(await readFile(new URL('../../../../openapi.json', import.meta.url), 'utf8'));
});
