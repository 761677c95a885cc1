import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
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

const CONTENT = readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8');

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Workflow {
  readonly on: { readonly push: { readonly tags: readonly string[] } };
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<
      'check-and-test' | 'full' | 'image',
      {
        readonly needs?: readonly string[];
        readonly uses?: string;
        readonly permissions?: Readonly<Record<string, string>>;
        readonly 'timeout-minutes': number;
        readonly steps: readonly Step[];
      }
    >
  >;
}
const workflow = parse(CONTENT) as Workflow;
const { image } = workflow.jobs;

async function problemsOf(content: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name: 'release.yml', content }, new NoOperationTraceWriter());
  if (value !== undefined) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

test('GitHub’s parser understands the workflow and its expressions', async () => {
  expect(await problemsOf(CONTENT)).toEqual([]);
  expect(await problemsOf(CONTENT.replace('timeout-minutes:', 'timeout-minuets:'))).not.toEqual([]);
  expect(await problemsOf(CONTENT.replace('${{ github.sha }}', '${{ github.sha ) }}'))).not.toEqual([]);
});

test('every action is pinned to a commit, with its version beside it', () => {
  const uses = [...CONTENT.matchAll(/^ +- uses: (.*)$/gm)].map(([, action]) => action);
  expect(uses.length).toBeGreaterThan(0);
  for (const each of uses) expect(each).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

/** Runs the step as the runner does. @returns what it writes to GITHUB_OUTPUT */
function namesOf(tag: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-release-'));
  try {
    const output = join(folder, 'output');
    const { run } = image.steps.find(({ name }) => name === 'Name the image')!;
    execFileSync('bash', ['-eo', 'pipefail', '-c', run!], {
      env: { PATH: process.env.PATH, TAG: tag, IMAGE: 'ghcr.io/Example/Holdfast', GITHUB_OUTPUT: output },
    });
    return readFileSync(output, 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.each([
  [
    'v1.2.3',
    '1.2.3',
    ['ghcr.io/example/holdfast:1.2.3', 'ghcr.io/example/holdfast:1.2', 'ghcr.io/example/holdfast:latest'],
  ],
  ['v2.0.0-rc.1', '2.0.0-rc.1', ['ghcr.io/example/holdfast:2.0.0-rc.1']],
])('the tag %s names the version and the image', (tag, version, names) => {
  expect(namesOf(tag)).toBe([`version=${version}`, 'tags<<END', ...names, 'END', ''].join('\n'));
});
