import { runHoldfast } from '../support/processes.js';

/** Prints which of Node's own modules have been loaded. */
const TELL_MODULES = `--import=data:text/javascript,${encodeURIComponent(
  "process.once('exit', () => console.error(process.moduleLoadList.join('\\n')));",
)}`;

test('the program has http without its client of WebSockets, which it does not use', async () => {
  // It loads what all commands need.
  const { out, err } = await runHoldfast(['--help'], { NODE_OPTIONS: TELL_MODULES });
  expect(out).toContain('serve');
  expect(err).toContain('NativeModule http\n');
  expect(err).not.toContain('internal/deps/undici/undici');
});
