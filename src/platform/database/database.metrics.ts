import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';
import { Metrics } from '../observability/metrics.js';
import { Database } from './database.js';

/** Metrics of this process's database connections: the pool's, and those shared by lookups. */
@Injectable()
export class DatabaseMetrics {
  constructor({ pool, lookups, longReads }: Database, { registry }: Metrics) {
    const registers = [registry];
    const gauge = (name: string, help: string, read: () => number): Gauge =>
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    new Gauge({
      name: 'holdfast_pool_connections',
      help: 'Open connections of the pool for transactions, by state: busy or idle.',
      labelNames: ['state'] as const,
      registers,
      collect() {
        this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
        this.set({ state: 'idle' }, pool.idleCount);
      },
    });
    gauge(
      'holdfast_pool_max_connections',
      'How many connections the pool may have.',
      () => pool.options.max ?? 0,
    );
    gauge(
      'holdfast_pool_waiting',
      'Transactions and statements that wait for a connection now.',
      () => pool.waitingCount + longReads.waiting,
    );
    const waits = new Histogram({
      name: 'holdfast_pool_wait_seconds',
      help: 'How long work waited for a connection of the pool when none was idle.',
      buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5],
      registers,
    });
    for (const each of [pool, longReads])
      each.onWaited = (seconds) => {
        waits.observe(seconds);
      };
    gauge('holdfast_lookup_sessions', 'Open database sessions that lookups share.', () => lookups.connected);
    gauge('holdfast_lookups_in_progress', 'Lookups without a result yet.', () => lookups.pending);
    new Counter({
      name: 'holdfast_lookups_total',
      help: 'Lookups sent to the database.',
      registers,
      collect() {
        this.reset();
        this.inc(lookups.sent);
      },
    });
  }
}
