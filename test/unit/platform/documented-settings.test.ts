import { readFileSync } from 'node:fs';
import { CONSTANTS } from '../../../src/platform/settings/constants.js';
import { LIVE_SETTINGS } from '../../../src/platform/settings/live-settings.js';

const example = readFileSync('.env.example', 'utf8');
const operators = readFileSync('docs/operations/operators.md', 'utf8');
const described = [...example.matchAll(/^#(\w+)=/gm)].map(([, name]) => name!);

/** Of Node, the file of settings, and a place for a name. */
const NO_SETTINGS = ['NODE_OPTIONS', 'SETTINGS_FILE', 'NAME_FILE'];

test('every setting that operators.md names is described in .env.example', () => {
  const named = [...operators.matchAll(/`([A-Z]+(?:_[A-Z]+)+)(?:=[^`]*)?`/g)].map(([, name]) => name!);
  expect(named.filter((name) => !described.includes(name) && !NO_SETTINGS.includes(name))).toEqual([]);
});

test('operators.md lists the settings that a running process takes over', () => {
  const list = operators.split('### Changing settings')[1]!.split('- all others')[0]!;
  const named = [...list.matchAll(/`([A-Z_]+)(…?)`/g)].flatMap(([, name, more]) =>
    more === '' ? [name!] : described.filter((each) => each.startsWith(name!)),
  );
  expect(named.sort()).toEqual(Object.keys(LIVE_SETTINGS).sort());
});

test('.env.example and operators.md give a process the same time to stop', () => {
  const { shutdownSeconds } = CONSTANTS;
  expect(example).toContain(`Requests in progress may take ${shutdownSeconds} seconds after that`);
  expect(example).toContain('the sum of both and 3 seconds more');
  expect(operators).toContain(
    `cuts after ${shutdownSeconds} seconds what is still open, and ends at most 3\nseconds later`,
  );
});
