/* global WebSocket */
import { once } from 'node:events';
import { freePort } from '../processes.mjs';
import { ownersOf, packageOf } from './profile.mjs';

/** Finer than V8's 32 KB: a short request allocates less than that. */
const SAMPLE_EVERY_BYTES = 2_048;

/** What a process allocates, as V8's sampling heap profiler tells it through the inspector. */
export class Allocations {
  #socket;
  #answers = new Map();
  #sent = 0;

  /** @param {WebSocket} socket to the inspector of the process */
  constructor(socket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const { id, result, error } = JSON.parse(data);
      const { resolve, reject } = this.#answers.get(id) ?? {};
      if (error === undefined) resolve?.(result);
      else reject?.(new Error(error.message));
    });
  }

  /** @returns an inspector's port, and the options with which the process is to be started */
  static async options() {
    const port = await freePort();
    return { port, nodeOptions: [`--inspect=127.0.0.1:${port}`, '--inspect-publish-uid=http'] };
  }

  static async of(port) {
    const [{ webSocketDebuggerUrl }] = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
    const socket = new WebSocket(webSocketDebuggerUrl);
    await once(socket, 'open');
    return new Allocations(socket);
  }

  /**
   * Bytes that the process allocates while `work` runs, by package.
   * @param {{ surviving: boolean }} options `surviving`: only what the next collection of the young generation leaves
   */
  async during(work, { surviving }) {
    await this.#ask('HeapProfiler.startSampling', {
      samplingInterval: SAMPLE_EVERY_BYTES,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: !surviving,
    });
    await work();
    const { profile } = await this.#ask('HeapProfiler.stopSampling');
    return bytesByPackage(profile);
  }

  close() {
    this.#socket.close();
  }

  #ask(method, params = {}) {
    const id = ++this.#sent;
    this.#socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve, reject) => this.#answers.set(id, { resolve, reject }));
  }
}

function bytesByPackage({ head }) {
  const nodes = flat(head);
  const owners = ownersOf(nodes);
  const byOwner = new Map();
  const byFunction = new Map();
  const add = (map, name, bytes) => map.set(name, (map.get(name) ?? 0) + bytes);
  for (const { id, callFrame, selfSize } of nodes) {
    add(byOwner, owners.get(id), selfSize);
    add(
      byFunction,
      `${callFrame.functionName || '(anonymous)'} · ${packageOf(callFrame)} ← ${owners.get(id)}`,
      selfSize,
    );
  }
  const falling = (map) => [...map].sort(([, a], [, b]) => b - a);
  return {
    bytes: nodes.reduce((sum, { selfSize }) => sum + selfSize, 0),
    owners: falling(byOwner),
    functions: falling(byFunction),
  };
}

/** As in a CPU profile: parents come before their children, whom they name. */
function flat(node) {
  const { id, callFrame, selfSize, children } = node;
  return [
    { id, callFrame, selfSize, children: children.map((child) => child.id) },
    ...children.flatMap(flat),
  ];
}
