import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** What can be said about the image without building it: CI has no engine. */

const read = (name: string): string => readFileSync(`${ROOT}${name}`, 'utf8');
const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ');

/** What the Dockerfile copies from the checkout. */
const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) =>
  sources.split(' '),
);

/** Whether a path is at, or below, another one. */
const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** Whether the builder gets it: the last line of .dockerignore that is about a path decides. */
function isSent(path: string): boolean {
  let isIgnored = false;
  for (const line of read('.dockerignore').split('\n')) {
    const pattern = line.replace(/^!/, '');
    if (pattern === '' || pattern.startsWith('#')) continue;
    if (pattern === '*' || isWithin(path, pattern)) isIgnored = !line.startsWith('!');
  }
  return !isIgnored;
}

test('every file that the Dockerfile copies is there, and is sent to the builder', () => {
  expect(copied.length).toBeGreaterThan(5);
  for (const path of copied)
    expect([path, existsSync(`${ROOT}${path}`), isSent(path)]).toEqual([path, true, true]);
});

test('nothing of this machine is sent to the builder', () => {
  for (const path of ['node_modules', 'dist', '.env', '.data', '.git', 'src/generated/prisma'])
    expect([path, isSent(path)]).toEqual([path, false]);
});

test('every script that the build runs is copied', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> };
  const scriptsIn = (text: string): string[] =>
    [...text.matchAll(/\bscripts\/\w+\.mjs/g)].flatMap(([file]) => [file, ...scriptsIn(read(file))]);
  const files = scriptsIn(scripts.build ?? '');
  expect(files).toContain('scripts/build.mjs');
  for (const file of files) expect([file, copied.some((path) => isWithin(file, path))]).toEqual([file, true]);
});

test('every image of the compose files and of Kubernetes is named by what it contains, but for the project’s own', () => {
  const files = globSync(['*compose*.yml', 'deploy/kubernetes/**/*.yaml'], { cwd: ROOT });
  const images = files.flatMap((file) =>
    [...read(file).matchAll(/^ *image: (\S+)/gm)].map(([, image]) => image!),
  );
  expect(images.length).toBeGreaterThan(10);
  const own = /^(?:holdfast|holdfast-local|\$\{HOLDFAST_IMAGE:-holdfast\})$/;
  expect(images.filter((image) => !own.test(image) && !/:[\w.-]+@sha256:[0-9a-f]{64}$/.test(image))).toEqual(
    [],
  );
});

test('the base of the image, and every action of the workflows, is named by what it contains', () => {
  expect(dockerfile).toMatch(/^ARG NODE_IMAGE=node:\S+@sha256:[0-9a-f]{64}$/m);
  for (const file of globSync('.github/workflows/*.yml', { cwd: ROOT }))
    for (const [, action = ''] of read(file).matchAll(/\buses: (\S+)/g))
      expect([file, action]).toEqual([file, expect.stringMatching(/^\.\/|@[0-9a-f]{40}$/)]);
});
