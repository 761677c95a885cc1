import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withSession } from './library/load.mjs';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));

/** Another commit of this repository, built in a folder of its own, with the measured libraries in its own tables. */
export class OtherCommit {
  /** @param {string} name short, for headings @param {string} folder where it is built */
  constructor(name, folder) {
    this.name = name;
    this.folder = folder;
  }

  /** Builds it unless an earlier run has done so. */
  static async build(revision) {
    const commit = git('rev-parse', '--verify', `${revision}^{commit}`).trim();
    const name = commit.slice(0, 7);
    const folder = join(tmpdir(), `holdfast-bench-${commit}`);
    if (!existsSync(folder)) {
      console.error(`building ${name} …`);
      const unfinished = `${folder}.unfinished`;
      rmSync(unfinished, { recursive: true, force: true });
      mkdirSync(unfinished);
      extract(commit, unfinished);
      installPackages(unfinished);
      run(unfinished, 'npm', 'run', '-s', 'build');
      renameSync(unfinished, folder);
    }
    return new OtherCommit(name, folder);
  }

  /**
   * The same libraries with this commit's own migrations and loader, in a database of its own on the same server: its tables
   * may be others.
   * @returns the database's URL
   */
  async prepareLibraries(url, size) {
    const own = new URL(url);
    own.pathname = `/bench_${this.name}`;
    await withSession(url, async (session) => {
      const { rows } = await session.query('SELECT FROM pg_database WHERE datname = $1', [
        `bench_${this.name}`,
      ]);
      if (rows.length === 0) await session.query(`CREATE DATABASE bench_${this.name}`);
    });
    const loader = `
      const { prepareLibraries, restore, withSession } = await import('./bench/library/load.mjs');
      const [url, size] = process.argv.slice(1);
      await prepareLibraries(url, size, console.error);
      await withSession(url, restore);`;
    run(this.folder, process.execPath, '--input-type=module', '--eval', loader, '--', own.href, size);
    return own.href;
  }
}

/** Without a work tree of git's: nothing is left to be removed from the repository. */
function extract(commit, folder) {
  const archive = execFileSync('git', ['archive', commit], { cwd: FOLDER, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x'], { cwd: folder, input: archive });
}

const LOCK = 'package-lock.json';

/** Those of this checkout, if they are the same. */
function installPackages(folder) {
  const [own, other] = [FOLDER, folder].map((checkout) => readFileSync(join(checkout, LOCK), 'utf8'));
  if (own === other) symlinkSync(join(FOLDER, 'node_modules'), join(folder, 'node_modules'));
  else run(folder, 'npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
}

function run(cwd, program, ...values) {
  execFileSync(program, values, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}

function git(...values) {
  return execFileSync('git', values, { cwd: FOLDER, encoding: 'utf8' });
}
