import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PROJECT = fileURLToPath(new URL('../../../..', import.meta.url));
const run = promisify(execFile);

/** The release before the code that is tested. */
export interface FormerRelease {
  readonly version: string;
  readonly commit: string;
}

/** @returns undefined where the history is not there, as in a shallow clone */
export function findFormerRelease(): FormerRelease | undefined {
  const head = git('rev-parse', 'HEAD');
  const changelog = readFileSync(join(PROJECT, 'CHANGELOG.md'), 'utf8');
  for (const [, version] of changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)) {
    const commit =
      git('rev-parse', '--verify', '--quiet', `refs/tags/v${version}^{commit}`) ||
      git('log', '--format=%H', '--max-count=1', '--fixed-strings', `--grep=release: ${version!}`);
    // The release that is being made is not a former one.
    if (version !== undefined && commit !== '' && commit !== head) return { version, commit };
  }
  return undefined;
}

/** @returns the output, empty if it fails */
function git(...args: readonly string[]): string {
  return spawnSync('git', args, { cwd: PROJECT, encoding: 'utf8' }).stdout?.trim() ?? '';
}

/** A checkout of a release, built, with the packages of this one: what a release pins rarely changes. */
export class ReleaseCheckout {
  private constructor(readonly folder: string) {}

  static async build({ commit }: FormerRelease): Promise<ReleaseCheckout> {
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-former-release-'));
    const archive = join(folder, 'release.tar');
    await run('git', ['archive', `--output=${archive}`, commit], { cwd: PROJECT });
    await run('tar', ['-xf', archive], { cwd: folder });
    await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
    const checkout = new ReleaseCheckout(folder);
    await run('npm', ['run', '--silent', 'build'], { cwd: folder });
    return checkout;
  }

  get program(): string {
    return join(this.folder, 'dist/main.js');
  }

  /**
   * Runs the release's own tests of these folders and files on databases that this version has migrated.
   * @returns how many have passed, and the names of those that have failed
   */
  async runTests(
    ...paths: readonly string[]
  ): Promise<{ readonly passed: number; readonly failed: string[] }> {
    const report = join(this.folder, 'report.json');
    await this.runNode(
      'node_modules/vitest/vitest.mjs',
      'run',
      `--config=${join(PROJECT, 'vitest.config.ts')}`,
      `--root=${this.folder}`,
      '--project=shared',
      // Each loads the whole service, and other tests run meanwhile.
      '--maxWorkers=2',
      '--reporter=json',
      `--outputFile=${report}`,
      ...paths,
    ).catch(() => undefined);
    return outcomeOf(readFileSync(report, 'utf8'));
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  private async runNode(...args: readonly string[]): Promise<void> {
    const env = { ...process.env, HOLDFAST_TEST_DATABASE_URL: process.env.HOLDFAST_TEST_SERVER };
    await run(process.execPath, args, { cwd: this.folder, env, maxBuffer: Infinity });
  }
}

interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

function outcomeOf(report: string): { passed: number; failed: string[] } {
  const { numPassedTests, testResults } = JSON.parse(report) as Report;
  const failed = testResults.flatMap(({ name, message, assertionResults }) =>
    assertionResults.length === 0
      ? [`${name}: ${message}`]
      : assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  );
  return { passed: numPassedTests, failed };
}
