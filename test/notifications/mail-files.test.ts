import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { freshDatabase } from '../support/database.js';
import { eventually } from '../support/clock.js';
import { startProcess } from '../support/processes.js';
import { TestLibrary } from '../support/test-library.js';

/** Without a mail server, as on a laptop: mails are files that one can open. */
let dataDir: string;
let library: TestLibrary;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'holdfast-mail-'));
  library = await TestLibrary.open({}, { ROLE: 'all', DATA_DIR: dataDir });
});
afterAll(async () => {
  await library.close();
  await rm(dataDir, { recursive: true });
});

test('each notice is a file of its own, whole under its name, and readable by nobody else', async () => {
  const folder = join(dataDir, 'mail');
  const [reader, other] = await library.readers(2);
  const called = 'Ωmega\r\nBcc: all@example.org';
  expect((await reader.place(await library.title(1, { title: called }))).status).toBe(201);
  expect((await other.place(await library.title(1))).status).toBe(201);
  let names: string[] = [];
  await eventually(async () => {
    names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
    expect(names).toHaveLength(2);
  });
  for (const name of names) {
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+Z-ready-[0-9a-f]{32}\.eml$/);
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  }
  const mails = await Promise.all(
    names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  );
  const mail = mails.find(({ to }) => to?.[0]?.address === reader.emailAddress);
  expect(mail).toMatchObject({
    subject: 'Ready to borrow: Ωmega Bcc: all@example.org',
    from: { address: 'holds@localhost' },
    text: expect.stringContaining('Test Library'),
    html: expect.stringContaining('<strong>Ωmega Bcc: all@example.org</strong>'),
  });
  expect([mail?.bcc, mail?.cc, mail?.to?.length]).toEqual([undefined, undefined, 1]);
});

test('the start says where mails go, and with a mail server that they go nowhere else', async () => {
  const { url, drop } = await freshDatabase();
  const settings = { DATABASE_URL: url, DATA_DIR: dataDir };
  const withFiles = await startProcess(settings);
  expect(withFiles.output()).toContain(`Mails are written to ${join(dataDir, 'mail')}`);
  await withFiles.stop();
  const withServer = await startProcess({ ...settings, SMTP_URL: 'smtp://127.0.0.1:1' });
  expect(withServer.output()).not.toContain('Mails are written');
  await withServer.stop();
  await drop();
});
