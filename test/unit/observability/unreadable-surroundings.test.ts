import { hostMetrics } from '../../../src/cli/watch/host-metrics.js';

test('a folder, disk or certificate that cannot be read has the value at which its alert fires', async () => {
  const gone = '/nonexistent';
  const watched = { backups: gone, certificate: `${gone}/certificate.pem`, disks: { postgres: gone } };
  const text = await hostMetrics(watched, () => Promise.resolve(undefined)).metrics();
  expect(text.split('\n').filter((line) => /^holdfast_(?!archive)/.test(line))).toEqual([
    'holdfast_base_backup_timestamp_seconds 0',
    'holdfast_certificate_end_timestamp_seconds 0',
    'holdfast_disk_free_ratio{disk="postgres"} 0',
  ]);
});
