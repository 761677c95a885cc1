import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { patron, WEBSITE_ID } from '../../../support/records.js';
import { TestLibrary } from '../../../support/test-library.js';

const run = promisify(execFile);

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.alone();
});
afterAll(() => library.close());

/** Runs it as it is, with the demo library's client and card, against this library. */
test('the example of the README runs with the package that npm makes, says what it did, and why not', async () => {
  await library.addTitle(1, { title: 'Frankenstein' });
  const app = { clientId: 'demo-app', secret: 'demo-app-secret-for-laptops' };
  await library.import(
    { record: 'client', ...app, websiteIds: [WEBSITE_ID] },
    patron(1000, { cardNumber: '28000000001001', pin: '2468' }),
  );
  const project = await projectWithPackage();
  const runExample = async (): Promise<string[]> => {
    const { stdout } = await run(process.execPath, [join(project, 'example.ts'), library.service.url]);
    return stdout.split('\n');
  };
  const [signedIn, placed, ...rest] = await runExample();
  expect([signedIn, placed]).toEqual([
    'Signed in as patron 1000.',
    'Placed a hold on Frankenstein: number 1 of 1.',
  ]);
  expect(rest).toEqual(['Holds now: 1.', '']);
  expect((await runExample())[1]).toMatch(/^No hold on Frankenstein\. AlreadyOnWaitList: \w/);
  await rm(project, { recursive: true });
});

test('the README shows the example', async () => {
  const [readme, example] = await Promise.all(
    ['README.md', 'example.ts'].map((name) => readFile(join('clients/typescript', name), 'utf8')),
  );
  expect(readme).toContain(`\`\`\`ts\n${example}\`\`\`\n`);
});

/** The folder of a project that has the example, and the client and what it needs as npm would install them. */
async function projectWithPackage(): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'holdfast-client-'));
  const source = join(project, 'clients', 'typescript');
  const installed = join(project, 'node_modules', '@holdfast', 'client');
  await cp('clients/typescript', source, {
    recursive: true,
    filter: (path) => !/\/(?:dist|node_modules|api\.ts)$/.test(path),
  });
  for (const name of ['openapi.json', 'LICENSE']) await cp(name, join(project, name));
  await symlink(resolve('node_modules'), join(source, 'node_modules'));
  await run('npm', ['pack', '--pack-destination', project], { cwd: source });
  await mkdir(installed, { recursive: true });
  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as { version: string };
  const file = join(project, `holdfast-client-${version}.tgz`);
  await run('tar', ['-xzf', file, '-C', installed, '--strip-components=1']);
  await rm(source, { recursive: true });
  for (const needed of ['openapi-fetch', 'openapi-typescript-helpers'])
    await symlink(resolve('node_modules', needed), join(project, 'node_modules', needed));
  await cp('clients/typescript/example.ts', join(project, 'example.ts'));
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
  return project;
}
