#!/usr/bin/env node
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';

/** The first release whose `node:crypto` has argon2. An older one could not even load the code that uses it. */
const MIN_NODE = [24, 7] as const;

/**
 * Has V8 make all objects in the young generation. By default it makes those of a place in the code in the old one as soon as most of
 * them survive a collection, as all do while the young generation is still small and requests are in progress, and never takes that
 * back. Each request then leaves old garbage, which keeps all that it refers to until the next full collection (docs/operations/performance.md).
 */
const ALL_OBJECTS_YOUNG = '--no-allocation-site-pretenuring';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])) {
  setFlagsFromString(ALL_OBJECTS_YOUNG);
  await import('./command-line.js');
} else {
  console.error(
    `Holdfast needs Node.js ${MIN_NODE.join('.')} or newer, and this is ${process.versions.node}: use npm, whose scripts run on the Node.js that npm ci has brought (npm start, npm run -s holdfast -- --help).`,
  );
  process.exitCode = 1;
}
