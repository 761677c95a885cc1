import { existsSync, readFileSync } from 'node:fs';

/** The release and its commit. */
export interface BuildInfo {
  readonly version: string;
  /** `unknown` except in the container image. */
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
