import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
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

/** The outcome of a run of tests, and what it has printed. */
export interface TestRun {
  readonly passed: number;
  readonly failed: number;
  readonly output: string;
}

/** A checkout of a release with its own packages, built. */
export class ReleaseCheckout {
  private constructor(readonly folder: string) {}

  static async build({ commit }: FormerRelease): Promise<ReleaseCheckout> {
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-former-release-'));
    const archive = join(folder, 'release.tar');
    await run('git', ['archive', `--output=${archive}`, commit], { cwd: PROJECT });
    await run('tar', ['-xf', archive], { cwd: folder });
    const checkout = new ReleaseCheckout(folder);
    await checkout.npm('ci', '--no-audit', '--no-fund');
    return checkout;
  }

  get program(): string {
    return join(this.folder, 'dist/main.js');
  }

  /**
   * Runs the release's own tests of these modules on databases with the tables of this version.
   * @param without files that are not run
   */
  async runTests(modules: readonly string[], without: readonly string[]): Promise<TestRun> {
    const migrations = join(this.folder, 'prisma/migrations');
    await rm(migrations, { recursive: true });
    await cp(join(PROJECT, 'prisma/migrations'), migrations, { recursive: true });
    // Until 0.3 the folders of the modules stood in `test` itself.
    const tests = existsSync(join(this.folder, 'test/api')) ? 'test/api' : 'test';
    for (const file of without) await rm(join(this.folder, tests, file));
    const output = await this.npm('test', '--', ...modules.map((module) => `${tests}/${module}/`));
    const [, passed, failed] = /^(\d+) passed, (\d+) failed/m.exec(output) ?? [];
    return { passed: Number(passed), failed: Number(failed), output };
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  /** @returns what it has printed, also if it fails */
  private async npm(...args: readonly string[]): Promise<string> {
    const server = process.env.HOLDFAST_TEST_SERVER;
    // The options are those with which this version's tests are compiled.
    const env = { ...process.env, NODE_OPTIONS: '', HOLDFAST_TEST_DATABASE_URL: server };
    const options = { cwd: this.folder, env, maxBuffer: Infinity };
    const { stdout, stderr } = await run('npm', args, options).catch(
      (error: unknown) => error as { stdout: string; stderr: string },
    );
    return stderr + stdout;
  }
}
