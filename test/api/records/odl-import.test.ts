import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogClientOf } from '../../support/catalog-client.js';
import { feedOf, LICENCE, METADATA } from '../../support/odl-feeds.js';
import { runImportCommand, useImportCommand } from '../../support/runs/import-command.js';
import type { TestLibrary } from '../../support/test-library.js';

/** `holdfast import --odl`, in this process. */

let library: TestLibrary;
let folder: string;
useImportCommand((opened, made) => {
  [library, folder] = [opened, made];
});

function run(feed: string, ...options: readonly string[]): Promise<{ output: string; errors: string }> {
  const path = join(folder, 'feed.json');
  writeFileSync(path, feed);
  return runImportCommand(
    path,
    '--odl',
    '--library',
    String(library.websiteId),
    '--collection',
    'Main',
    ...options,
  );
}

const licence = (identifier: string, metadata: object = {}): object => ({
  metadata: { ...LICENCE.metadata, identifier, ...metadata },
});
const open = {
  metadata: { title: 'Open Waters', identifier: 'urn:uuid:open' },
  links: [
    {
      rel: 'http://opds-spec.org/acquisition/open-access',
      href: 'https://e.example/1',
      type: 'application/pdf',
    },
  ],
};
const FEED = feedOf(
  {
    metadata: METADATA,
    licenses: [
      licence('urn:uuid:1', { terms: { concurrency: 2, expires: '2999-01-01T00:00:00Z' } }),
      licence('urn:uuid:2', {
        terms: { concurrency: 10, checkouts: 3 },
        price: { value: 7.99, currency: 'usd' },
      }),
    ],
  },
  open,
  { metadata: { title: 'None', identifier: 'urn:uuid:none' } },
);
const EFFECTS = (added: number, unchanged: number): string =>
  `Of those applied: ${added} added, 0 changed, ${unchanged} as before, 0 removed.\n`;
const LEFT_OUT = 'Left out: 1 publication with neither a licence nor open access.\n';

test('a feed becomes titles that can be lent, a second time without a difference', async () => {
  const tried = await run(FEED, '--dry-run');
  expect(tried.output).toBe(
    `${LEFT_OUT}Nothing has changed. 5 would be applied, 0 rejected.\n${EFFECTS(5, 0)}`,
  );
  expect(await run(FEED)).toEqual({
    output: `${LEFT_OUT}5 applied, 0 rejected\n${EFFECTS(5, 0)}`,
    errors: '',
  });
  expect(await run(FEED, '--full', 'licences')).toEqual({
    output: `${LEFT_OUT}5 applied, 0 rejected\n${EFFECTS(0, 5)}Not in the file: 0 of 3. 0 ended.\n`,
    errors: '',
  });
  const catalog = await catalogClientOf(await library.addPatron());
  const found = async (title: string): Promise<unknown> => {
    const { websiteId, service } = library;
    const { prisma } = service.database;
    const { reserveId } = await prisma.title.findFirstOrThrow({ where: { ofLibrary: websiteId, title } });
    return (await catalog.availability({ reserveId })).body;
  };
  expect(await found('Harbour Lights')).toMatchObject({ copiesOwned: 5, availabilityType: 'Normal' });
  expect(await found('Open Waters')).toMatchObject({ availabilityType: 'AlwaysAvailable' });
});

test('a licence is rejected by its name; the others of its publication come in', async () => {
  const licenses = [
    licence('urn:uuid:3', { terms: 'unlimited' }),
    licence('urn:uuid:4', { terms: { concurrency: 1 } }),
  ];
  const { output, errors } = await run(feedOf({ metadata: METADATA, licenses }));
  expect(output).toMatch(/^2 applied, 1 rejected\n/);
  expect(errors).toBe(
    'record 2: publication 1, licence "urn:uuid:3": concurrency must be a whole number from 1 to 1000000\n',
  );
});

test.each([
  ['is unknown', ['--collection', 'mian']],
  ['could be any of several', []],
])('a collection that %s is asked', async (_, options) => {
  const path = join(folder, 'feed.json');
  writeFileSync(path, FEED);
  const { websiteId } = library;
  await expect(runImportCommand(path, '--odl', '--library', String(websiteId), ...options)).rejects.toThrow(
    `Say in which collection the licences are (--collection). Library ${websiteId} has adults, elsewhere, main.`,
  );
});

test.each([
  [['--odl'], /^--odl needs --library, and no option of CSV\.$/],
  [['--odl', '--library', '1', '--kind', 'titles'], /^--odl needs --library, and no option of CSV\.$/],
  [['--odl', '--library', '2147483647'], /^There is no library 2147483647\.$/],
  [['--odl', '--library', '1', '--full', 'copies'], /^A file of licences is no whole list of copies\.$/],
  [['--odl', '--library', '1', '--force'], /^--force needs --full\.$/],
  [['--collection', 'main'], /^--collection needs --odl\.$/],
])('%j is refused', async (options, problem) => {
  const path = join(folder, 'feed.json');
  writeFileSync(path, FEED);
  await expect(runImportCommand(path, ...options)).rejects.toThrow(problem);
});
