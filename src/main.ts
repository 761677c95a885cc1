#!/usr/bin/env node
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';

/** The first release whose `node:crypto` has argon2. An older one could not even load the code that uses it. */
const MIN_NODE = [24, 7] as const;

/**
 * By default V8 makes the objects of a place in the code old from the start once most of them have survived a collection, as all do while a
 * process is young and requests are in progress. Each request then leaves garbage until the next full collection: a tenth of a short
 * read's processor time, and twice its p99 (docs/operations/performance.md).
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
