import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { hostMetrics } from '../../../src/cli/watch/host-metrics.js';

test('the end of a certificate is that of what a host answers with, and 0 where nobody answers', async () => {
  // A server with a certificate of its own.
  const mails = new SMTPServer({ secure: true, closeTimeout: 1 });
  // Who only asks for the certificate goes away in the middle of its greeting.
  mails.on('error', () => undefined);
  const { server } = mails as unknown as { server: Server };
  mails.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const endOf = async (): Promise<number> => {
    const registry = hostMetrics({ certificate: `127.0.0.1:${port}`, disks: {} }, () =>
      Promise.resolve(undefined),
    );
    const [, end] =
      /^holdfast_certificate_end_timestamp_seconds (\d+)$/m.exec(await registry.metrics()) ?? [];
    return Number(end);
  };
  expect(await endOf()).toBeGreaterThan(1_000_000_000);
  await new Promise<void>((resolve) => mails.close(() => resolve()));
  expect(await endOf()).toBe(0);
});
