import pg from 'pg';
import { Database } from '../../dist/platform/database/database.js';
import { examine } from '../../dist/cli/doctor/doctor.js';

const SESSIONS = `
  SELECT count(*)::int AS sessions FROM pg_stat_activity
  WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`;

const MEBIBYTE = 1024 * 1024;

/** What a process tells in its metrics. */
const METRICS = {
  rss: ['process_resident_memory_bytes', MEBIBYTE],
  heap: ['nodejs_heap_size_used_bytes', MEBIBYTE],
  descriptors: ['process_open_fds', 1],
  lag: ['holdfast_timer_lag_seconds', 1],
  waitingNotices: ['holdfast_notices_waiting', 1],
};

/** Looks at the processes and the database from outside. */
export class Sampler {
  samples = [];
  /** What the doctor has found, each line once. */
  violations = new Set();
  #url;
  #processes;
  #session;
  #started = performance.now();

  constructor(url, processes) {
    this.#url = url;
    this.#processes = processes;
    this.#session = new pg.Client(url);
  }

  open() {
    return this.#session.connect();
  }

  close() {
    return this.#session.end();
  }

  async sample(interval) {
    const { rows } = await this.#session.query(SESSIONS);
    const processes = {};
    for (const { name, port } of this.#processes) processes[name] = await metricsOf(port);
    const all = Object.values(processes);
    this.samples.push({
      seconds: Math.round((performance.now() - this.#started) / 100) / 10,
      ...interval,
      sessions: rows[0].sessions,
      lag: Math.max(...all.map(({ lag }) => lag)),
      waitingNotices: Math.max(...all.map(({ waitingNotices }) => waitingNotices)),
      processes,
    });
    return this.samples.at(-1);
  }

  /** Checks the invariants of `holdfast doctor` on the live database. */
  async examine() {
    const database = new Database({ url: this.#url, poolSize: 2, statementTimeout: 0 });
    try {
      for (const line of (await examine(database)).violations) this.violations.add(line);
    } finally {
      await database.close();
    }
  }
}

async function metricsOf(port) {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Object.fromEntries(
    Object.entries(METRICS).map(([name, [metric, unit]]) => {
      const value = new RegExp(`^${metric} (\\S+)$`, 'm').exec(text)?.[1];
      return [name, value === undefined ? 0 : Math.round((Number(value) / unit) * 10) / 10];
    }),
  );
}
