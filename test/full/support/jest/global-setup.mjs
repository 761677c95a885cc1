import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import startTestServer from '../../../support/jest/global-setup.mjs';

const PROGRAM = fileURLToPath(new URL('../../../../dist/main.js', import.meta.url));

/** Starts what all tests need, and prepares for the processes that these start. */
export default async function globalSetup() {
  const [removeCompiled] = await Promise.all([keepCompiledModules(), startTestServer()]);
  const { endTestServer } = globalThis;
  globalThis.endTestServer = async () => {
    await endTestServer();
    await removeCompiled();
  };
}

/** Processes share what Node has compiled, so that they start faster. @returns removes it */
async function keepCompiledModules() {
  const folder = await mkdtemp(join(tmpdir(), `holdfast-test-${process.pid}-`));
  process.env.HOLDFAST_TEST_COMPILE_CACHE = folder;
  // Otherwise the first processes, which start at the same time, would each write all modules when they end.
  await promisify(execFile)(process.execPath, [PROGRAM, '--help'], {
    env: { ...process.env, NODE_COMPILE_CACHE: folder },
  });
  // A process that has just been told to end may still write.
  return () => rm(folder, { recursive: true, force: true, maxRetries: 10 });
}
