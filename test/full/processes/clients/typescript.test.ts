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
test('the example of ten lines runs, with the package that npm makes', async () => {
  const title = await library.addTitle(1, { title: 'Dracula' });
  const app = { clientId: 'demo-app', secret: 'demo-app-secret-for-laptops' };
  await library.import(
    { record: 'client', ...app, websiteIds: [WEBSITE_ID] },
    patron(1000, { cardNumber: '28000000001001', pin: '2468' }),
  );
  const project = await projectWithPackage();
  const args = [join(project, 'example.ts'), library.service.url, title.reserveId];
  const { stdout } = await run(process.execPath, args);
  expect(stdout).toBe('Number 1 of 1\n');
  await rm(project, { recursive: true });
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
  await cp('openapi.json', join(project, 'openapi.json'));
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
