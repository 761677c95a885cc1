import { serveRequests } from '../processes.mjs';
import { Connection } from './connection.mjs';
import { Workload } from './workload.mjs';

/** The process that sends HTTP requests. Workloads are prepared once, as bytes, and can then run any number of times. */

const workloads = new Map();

class RequestStream {
  #next = 0;

  constructor(port, requests, { unit, once }) {
    this.connection = new Connection(port);
    this.requests = requests.map(({ text, status }) => ({ bytes: Buffer.from(text), status }));
    this.unit = unit;
    this.once = once;
  }

  get step() {
    return this.#next % this.unit;
  }

  exhausted() {
    return this.once && this.#next === this.requests.length;
  }

  start(done) {
    const { bytes, status } = this.requests[this.#next % this.requests.length];
    this.#next++;
    this.connection.send(bytes, (answered) => done(answered === status));
  }

  rewind() {
    this.#next = 0;
  }
}

const tasks = {
  prepare({ name, port, streams, unit, once }) {
    workloads.set(
      name,
      new Workload(streams.map((requests) => new RequestStream(port, requests, { unit, once }))),
    );
    return {};
  },
  closed: ({ name, seconds }) => workloads.get(name).closed(seconds),
  open: ({ name, rate, seconds }) => workloads.get(name).open(rate, seconds),
  rewind({ name }) {
    for (const stream of workloads.get(name).streams) stream.rewind();
    return {};
  },
  forget({ name }) {
    for (const { connection } of workloads.get(name).streams) connection.close();
    workloads.delete(name);
    return {};
  },
};

serveRequests(async ({ task, ...request }) => tasks[task](request));
