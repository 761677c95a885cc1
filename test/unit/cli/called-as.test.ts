import { resolve } from 'node:path';
import { calledAs, quoted } from '../../../src/cli/called-as.js';

const IN_CHECKOUT = resolve('dist/main.js');

test.each([
  ['npm run holdfast', IN_CHECKOUT, { npm_lifecycle_event: 'holdfast' }, 'npm run -s holdfast --'],
  ['npm start', IN_CHECKOUT, { npm_lifecycle_event: 'start' }, 'npm run -s holdfast --'],
  ['Node in a checkout', IN_CHECKOUT, {}, 'node dist/main.js'],
  ['its name', '/usr/local/bin/holdfast', {}, 'holdfast'],
  [
    'its name in a script of another package',
    '/app/node_modules/.bin/holdfast',
    { npm_lifecycle_event: 'feed', npm_command: 'run-script' },
    'holdfast',
  ],
  ['npx', '/app/node_modules/.bin/holdfast', { npm_command: 'exec' }, 'npx holdfast'],
])('messages name the program as it was called: %s', (_, script, env, line) => {
  expect(calledAs({ argv: ['/usr/bin/node', script], env })).toBe(line);
});

test.each([
  ['.data/own-library/client-secret', '.data/own-library/client-secret'],
  ["Ada's list.csv", `'Ada'\\''s list.csv'`],
])('an argument is written as a shell reads it: %s', (argument, written) => {
  expect(quoted(argument)).toBe(written);
});
