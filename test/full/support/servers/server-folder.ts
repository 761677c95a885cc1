import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * How the name of a folder of a server begins: in memory where there is room (global-setup.mjs). The next run removes what a run that was
 * broken off leaves.
 */
export function serverFolder(): string {
  return join(process.env.HOLDFAST_TEST_FOLDER ?? tmpdir(), `holdfast-test-${process.pid}-`);
}
