import { existsSync, readFileSync } from 'node:fs';

/** Which release this is, and of which commit it was built. */
export interface BuildInfo {
  readonly version: string;
  /** `unknown` in a checkout: the container image has it. */
  readonly commit: string;
}

const MANIFEST = new URL('../../../package.json', import.meta.url);
/** Written when the container image is built. */
const COMMIT = new URL('../../../commit', import.meta.url);

export function readBuildInfo(): BuildInfo {
  const { version } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { version: string };
  const commit = existsSync(COMMIT) ? readFileSync(COMMIT, 'utf8').trim() : '';
  return { version, commit: commit === '' ? 'unknown' : commit };
}
