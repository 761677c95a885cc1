import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Summarizes the busy time of a CPU profile, by package and by function. Time in Node's own code counts for the package that
 * called it: a socket write by `pg` is time of `pg`.
 *
 * @param {number} lastSeconds how many seconds at the end of the profile count; before that the process was starting
 */
export async function summarize(folder, lastSeconds) {
  const [file] = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile')).sort();
  const { nodes, samples, timeDeltas, endTime, startTime } = JSON.parse(
    await readFile(join(folder, file), 'utf8'),
  );
  const owners = ownersOf(nodes);
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const [byOwner, byFunction] = [new Map(), new Map()];
  let [busy, now] = [0, startTime];
  for (const [index, id] of samples.entries()) {
    const micros = timeDeltas[index];
    now += micros;
    const frame = frames.get(id);
    if (now < endTime - lastSeconds * 1e6 || ['(idle)', '(root)'].includes(frame.functionName)) continue;
    busy += micros;
    add(byOwner, owners.get(id), micros);
    add(
      byFunction,
      `${frame.functionName || '(anonymous)'} · ${packageOf(frame)} ← ${owners.get(id)}`,
      micros,
    );
  }
  const shares = (map) =>
    [...map].map(([name, micros]) => ({ name, share: micros / busy })).sort((a, b) => b.share - a.share);
  return { busySeconds: busy / 1e6, owners: shares(byOwner), functions: shares(byFunction).slice(0, 25) };
}

/** For each node the package of the nearest caller that is not Node itself. */
function ownersOf(nodes) {
  const owners = new Map();
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  // Parents come before their children.
  for (const { id, callFrame } of nodes) {
    const own = packageOf(callFrame);
    const isNode = own.startsWith('node:') || own === NATIVE;
    owners.set(id, isNode ? (owners.get(parents.get(id)) ?? 'Node alone') : own);
    if (callFrame.functionName === '(root)') owners.set(id, 'Node alone');
  }
  return owners;
}

const NATIVE = 'compiled into Node';

function packageOf({ functionName, url }) {
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  if (inPackage !== undefined) return inPackage;
  if (url.startsWith('node:')) return url.split('/')[0];
  const module = /\/dist\/([^/]+)\//.exec(url)?.[1];
  if (module !== undefined) return `holdfast ${module}`;
  return functionName.startsWith('(') ? functionName : NATIVE;
}

function add(map, key, micros) {
  map.set(key, (map.get(key) ?? 0) + micros);
}
