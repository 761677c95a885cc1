/**
 * Everything but the tests, two steps at a time: `npm run check`. Each step is a script of package.json of its own, such as
 * `npm run check:lint`. The longest begins first.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pLimit from 'p-limit';

const STEPS = ['lint', 'types', 'format', 'openapi', 'arrows', 'schema', 'node'];

const twoAtATime = pLimit(2);
const failed = (await Promise.all(STEPS.map((step) => twoAtATime(() => fails(`check:${step}`))))).flat();
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}

/** Runs a step, and prints what it says once it has ended. @returns its name if it fails */
async function fails(step) {
  const start = performance.now();
  const child = spawn('npm', ['run', '--silent', step], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += piece));
  const [code] = await once(child, 'close');
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(`-- ${step}: ${code === 0 ? 'passed' : 'failed'} in ${seconds} s\n${code === 0 ? '' : output}`);
  return code === 0 ? [] : [step];
}
