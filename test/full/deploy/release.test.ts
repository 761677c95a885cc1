import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registerHooks } from 'node:module';
import { parse } from 'yaml';
import { ROOT } from '../support/deploy/compose-file.js';

// It imports JSON as bundlers allow it.
const hooks = registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } =
  await import('@actions/workflow-parser');
hooks.deregister();

const FILES = ['ci.yml', 'full.yml', 'publish.yml', 'release.yml'];
const read = (file: string): string => readFileSync(join(ROOT, '.github/workflows', file), 'utf8');

interface Step {
  readonly name?: string;
  readonly run?: string;
}
interface Job {
  readonly steps: readonly Step[];
  readonly with?: Readonly<Record<string, unknown>>;
}
const jobsOf = (file: string): Readonly<Record<string, Job>> =>
  (parse(read(file)) as { readonly jobs: Readonly<Record<string, Job>> }).jobs;

async function problemsOf(content: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name: 'a.yml', content }, new NoOperationTraceWriter());
  if (value !== undefined) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

test.each(FILES)('GitHub’s parser understands %s and its expressions', async (file) => {
  expect(await problemsOf(read(file))).toEqual([]);
});

test('the parser finds a wrong key and a wrong expression', async () => {
  const content = read('publish.yml');
  expect(await problemsOf(content.replace('timeout-minutes:', 'timeout-minuets:'))).not.toEqual([]);
  expect(await problemsOf(content.replace('${{ github.sha }}', '${{ github.sha ) }}'))).not.toEqual([]);
});

test.each(FILES)('every action of %s is pinned to a commit, with its version beside it', (file) => {
  const uses = [...read(file).matchAll(/^ +(?:- )?uses: (.*)$/gm)].map(([, action = '']) => action);
  expect(uses.length).toBeGreaterThan(0);
  for (const each of uses.filter((action) => !action.startsWith('./')))
    expect(each).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test('each night all is made that a release publishes, and nothing leaves', () => {
  expect(jobsOf('full.yml').publish?.with).toEqual({ publish: false });
  expect(jobsOf('release.yml').publish?.with).toEqual({ publish: true });
});

/** Runs a step of publish.yml as the runner does, in a folder that has the packages. `npm publish` only says how it is called. */
function runStep(job: string, step: string, version: string, env: Readonly<Record<string, string>>): Ran {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-release-'));
  try {
    for (const path of ['clients/typescript', 'bin']) mkdirSync(join(folder, path), { recursive: true });
    for (const path of ['.', 'clients/typescript'])
      writeFileSync(join(folder, path, 'package.json'), JSON.stringify({ version }));
    const [calls, output] = [join(folder, 'calls'), join(folder, 'output')];
    const npm = `#!/bin/sh\nif [ "$1" = publish ]; then echo "$*" >>${calls}; else PATH=$OWN_PATH exec npm "$@"; fi\n`;
    writeFileSync(join(folder, 'bin/npm'), npm, { mode: 0o755 });
    for (const file of [calls, output]) writeFileSync(file, '');
    const { run } = jobsOf('publish.yml')[job]!.steps.find(({ name }) => name === step)!;
    const OWN_PATH = process.env.PATH ?? '';
    execFileSync('bash', ['-eo', 'pipefail', '-c', run!], {
      cwd: folder,
      env: { OWN_PATH, PATH: `${join(folder, 'bin')}:${OWN_PATH}`, GITHUB_OUTPUT: output, ...env },
    });
    return { output: readFileSync(output, 'utf8'), calls: readFileSync(calls, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Ran {
  /** What the step writes to GITHUB_OUTPUT. */
  readonly output: string;
  readonly calls: string;
}

test.each([
  [
    '1.2.3',
    ['ghcr.io/example/holdfast:1.2.3', 'ghcr.io/example/holdfast:1.2', 'ghcr.io/example/holdfast:latest'],
  ],
  ['2.0.0-rc.1', ['ghcr.io/example/holdfast:2.0.0-rc.1']],
])('the version %s names the image', (version, names) => {
  const { output } = runStep('image', 'Name the image', version, { IMAGE: 'ghcr.io/Example/Holdfast' });
  expect(output).toBe([`version=${version}`, 'tags<<END', ...names, 'END', ''].join('\n'));
});

test.each([
  ['1.2.3', 'true', 'latest'],
  ['2.0.0-rc.1', 'false', 'next'],
])('the packages of %s are published (dry run: %s) as %s', (version, dryRun, tag) => {
  const env = { DRY_RUN: dryRun, REPOSITORY: 'https://github.com/example/holdfast' };
  const options = `--dry-run=${dryRun} --access public --provenance --tag ${tag}`;
  expect(runStep('packages', 'Publish the packages', version, env).calls).toBe(
    `publish . ${options}\npublish ./clients/typescript ${options}\n`,
  );
});
