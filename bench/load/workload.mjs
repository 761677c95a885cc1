import { Latencies } from './latencies.mjs';
import { pace } from './pace.mjs';

/**
 * A stream per connection of what is to be asked, one thing after the other, over and over, unless `once`. `unit` things
 * belong together (place and remove): none of a unit is left out, whatever the time.
 *
 * @typedef {object} Stream
 * @property {number} step which thing of its unit comes next, from 0
 * @property {() => boolean} exhausted
 * @property {(done: (ok: boolean) => void) => void} start begins the next thing
 */
export class Workload {
  /** @param {Stream[]} streams */
  constructor(streams) {
    this.streams = streams;
  }

  /** Every stream goes on to its next thing as soon as it can: as much as can be had. */
  async closed(seconds) {
    const tally = new Tally();
    const begun = performance.now();
    const deadline = begun + seconds * 1000;
    let exhausted = false;
    const goOn = (stream, resolve) => {
      const now = performance.now();
      exhausted ||= stream.exhausted();
      const isLate = now >= deadline || exhausted;
      const { step } = stream;
      if (isLate && step === 0) return resolve();
      stream.start((ok) => {
        // What is only finished for its unit's sake is not counted.
        if (!isLate) tally.count(step, performance.now() - now, ok);
        goOn(stream, resolve);
      });
    };
    let ended = deadline;
    const stopped = this.streams.map((stream) => new Promise((resolve) => goOn(stream, resolve)));
    await Promise.race(stopped).then(() => (ended = performance.now()));
    await Promise.all(stopped);
    return tally.result((ended - begun) / 1000);
  }

  /**
   * Things begin at a fixed rate, whether or not those before are done. A time is counted from the moment at which the
   * thing was due, so that waiting for a free stream counts.
   */
  async open(rate, seconds) {
    const tally = new Tally();
    const free = [...this.streams];
    const due = [];
    let begun;
    let planned = 0;
    let underWay = 0;
    let allDone = () => undefined;
    const dispatch = () => {
      for (; due.length > 0 && free.length > 0; underWay++) {
        const intended = due.shift();
        const stream = free.pop();
        const { step } = stream;
        stream.start((ok) => {
          tally.count(step, performance.now() - intended, ok);
          free.unshift(stream);
          underWay--;
          dispatch();
        });
      }
      if (due.length === 0 && underWay === 0) allDone();
    };
    await pace(1000 / rate, seconds * 1000, () => {
      const now = performance.now();
      // Not before: the time that the pace takes to start is nobody's waiting.
      begun ??= now;
      for (; begun + (planned * 1000) / rate <= now; planned++) due.push(begun + (planned * 1000) / rate);
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
