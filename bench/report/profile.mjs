import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Where the time of a CPU profile went, idle time left out: each sample counts for the package whose code called for it,
 * Node's own parts included (a write to a socket that `pg` asked for is the time of `pg`), and by function where it was
 * spent.
 *
 * @param {number} lastSeconds how much of the profile's end counts: before it the process was starting
 */
export async function summarise(folder, lastSeconds) {
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
  // Parents stand before their children.
  for (const { id, callFrame } of nodes) {
    const own = packageOf(callFrame);
    const isNodes = own.startsWith('node:') || own === NATIVE;
    owners.set(id, isNodes ? (owners.get(parents.get(id)) ?? 'Node alone') : own);
    if (callFrame.functionName === '(root)') owners.set(id, 'Node alone');
  }
  return owners;
}

const NATIVE = 'compiled into Node';

function packageOf({ url, functionName }) {
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  if (inPackage !== undefined) return inPackage;
  if (url.startsWith('node:')) return url.split('/')[0];
  const room = /\/dist\/([^/]+)\//.exec(url)?.[1];
  if (room !== undefined) return `holdfast ${room}`;
  return functionName.startsWith('(') ? functionName : NATIVE;
}

function add(map, key, micros) {
  map.set(key, (map.get(key) ?? 0) + micros);
}
