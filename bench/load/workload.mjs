import { serveRequests } from '../processes.mjs';
import { Latencies } from './latencies.mjs';
import { pace } from './pace.mjs';

/**
 * What one connection does: requests or transactions that repeat, unless `once`. Several of them may form a unit, such as place and
 * remove; a unit is always completed, also after the time is over.
 */
export class Stream {
  #next = 0;

  /** @param {(thing: object, done: (ok: boolean) => void) => void} send */
  constructor(things, { unit, once }, send, close = () => undefined) {
    Object.assign(this, { things, unit, once, send, close });
  }

  /** The next step of the unit, from 0. */
  get step() {
    return this.#next % this.unit;
  }

  exhausted() {
    return this.once && this.#next === this.things.length;
  }

  start(done) {
    this.send(this.things[this.#next++ % this.things.length], done);
  }

  rewind() {
    this.#next = 0;
  }
}

/** A process that runs workloads by name, as often as it is asked. `streamsOf` makes their streams. */
export function serveWorkloads(streamsOf) {
  const workloads = new Map();
  const each = (name, work) => workloads.get(name).streams.forEach(work);
  const tasks = {
    prepare: ({ name, ...given }) => void workloads.set(name, new Workload(streamsOf(given))),
    closed: ({ name, seconds }) => workloads.get(name).closed(seconds),
    open: ({ name, rate, seconds }) => workloads.get(name).open(rate, seconds),
    rewind: ({ name }) => each(name, (stream) => stream.rewind()),
    forget({ name }) {
      each(name, (stream) => stream.close());
      workloads.delete(name);
    },
  };
  serveRequests(async ({ task, ...request }) => (await tasks[task](request)) ?? {});
}

export class Workload {
  /** @param {Pick<Stream, 'step' | 'exhausted' | 'start'>[]} streams one per connection */
  constructor(streams) {
    this.streams = streams;
  }

  /** Closed loop: every stream starts its next step as soon as the last one has ended. Measures the maximum rate. */
  async closed(seconds) {
    const tally = new Tally();
    const started = performance.now();
    const deadline = started + seconds * 1000;
    let exhausted = false;
    const next = (stream, resolve) => {
      const now = performance.now();
      exhausted ||= stream.exhausted();
      const isLate = now >= deadline || exhausted;
      const { step } = stream;
      if (isLate && step === 0) return resolve();
      stream.start((ok) => {
        // Steps that only complete their unit do not count.
        if (!isLate) tally.count(step, performance.now() - now, ok);
        next(stream, resolve);
      });
    };
    let ended = deadline;
    const stopped = this.streams.map((stream) => new Promise((resolve) => next(stream, resolve)));
    await Promise.race(stopped).then(() => (ended = performance.now()));
    await Promise.all(stopped);
    return tally.result((ended - started) / 1000);
  }

  /**
   * Open loop: steps start at a fixed rate, whether or not earlier ones have ended. A time is measured from the moment at
   * which the step was due, so it includes waiting for a free stream.
   */
  async open(rate, seconds) {
    const tally = new Tally();
    const free = [...this.streams];
    const due = [];
    let running = 0;
    let allDone = () => undefined;
    const dispatch = () => {
      for (; due.length > 0 && free.length > 0; running++) {
        const intended = due.shift();
        const stream = free.pop();
        const { step } = stream;
        stream.start((ok) => {
          tally.count(step, performance.now() - intended, ok);
          free.unshift(stream);
          running--;
          dispatch();
        });
      }
      if (due.length === 0 && running === 0) allDone();
    };
    await pace(1000 / rate, seconds * 1000, (intended) => {
      due.push(intended);
      dispatch();
    });
    await new Promise((resolve) => {
      allDone = resolve;
      dispatch();
    });
    await Promise.all(this.streams.map(finishUnit));
    return tally.result(seconds);
  }
}

async function finishUnit(stream) {
  while (stream.step !== 0) await new Promise((resolve) => stream.start(resolve));
}

class Tally {
  #all = new Latencies();
  #bySteps = [];
  #failed = 0;

  count(step, milliseconds, ok) {
    this.#all.add(milliseconds);
    (this.#bySteps[step] ??= new Latencies()).add(milliseconds);
    if (!ok) this.#failed++;
  }

  result(seconds) {
    const steps = this.#bySteps.map((latencies) => latencies.summary());
    return { ...this.#all.summary(), steps, seconds, failed: this.#failed };
  }
}
