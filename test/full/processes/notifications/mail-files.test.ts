import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshDatabase } from '../../../support/database.js';
import { startProcess } from '../../support/processes.js';

test('the start says that mails are files only without a mail server', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'holdfast-mail-'));
  const { url, drop } = await freshDatabase();
  const settings = { DATABASE_URL: url, DATA_DIR: dataDir };
  const withFiles = await startProcess(settings);
  expect(withFiles.output()).toContain(`Mails are written to ${join(dataDir, 'mail')}`);
  await withFiles.stop();
  const withServer = await startProcess({ ...settings, SMTP_URL: 'smtp://127.0.0.1:1' });
  expect(withServer.output()).not.toContain('Mails are written');
  await withServer.stop();
  await drop();
  await rm(dataDir, { recursive: true });
});
