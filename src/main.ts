#!/usr/bin/env node
import process from 'node:process';

/** The first release whose `node:crypto` has argon2. An older one could not even load the code that uses it. */
const MIN_NODE = [24, 7] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])) {
  await import('./command-line.js');
} else {
  console.error(
    `Holdfast needs Node.js ${MIN_NODE.join('.')} or newer, and this is ${process.versions.node}: use npm, whose scripts run on the Node.js that npm ci has brought (npm start, npm run -s holdfast -- --help).`,
  );
  process.exitCode = 1;
}
