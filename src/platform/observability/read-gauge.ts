import { Gauge, type Registry } from 'prom-client';

/** Adds a gauge whose value is read when metrics are rendered. It has no sample while the value is undefined. */
export function addReadGauge(
  registry: Registry,
  name: string,
  help: string,
  read: () => Promise<number | undefined>,
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await read();
      if (value === undefined) this.remove();
      else this.set(value);
    },
  });
}
