import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { statement } from '../../../src/platform/database/statement.js';
import { eventually } from '../../support/clock.js';
import { TestLibrary } from '../../support/test-library.js';

const RENAME = statement('test-rename-title', 'UPDATE title SET title = $2 WHERE reserve_id = $1');

/** Without a mail server, as on a laptop, mails are files. */
let dataDir: string;
let library: TestLibrary;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'holdfast-mail-'));
  library = await TestLibrary.alone({}, { ROLE: 'all', DATA_DIR: dataDir, SHELF: 'true' });
});
afterAll(async () => {
  await library.close();
  await rm(dataDir, { recursive: true });
});

test('each notice is a complete file, which only its owner can read', async () => {
  const folder = join(dataDir, 'mail');
  const [patron, other] = await library.addPatrons(2);
  // No record can have it: it was stored by a former release.
  const odd = await library.addTitle(1);
  const title = 'Ωmega\r\nBcc: all@example.org';
  await library.service.database.run(RENAME, [odd.reserveId, title]);
  expect((await patron.place(odd)).status).toBe(201);
  expect((await other.place(await library.addTitle(1))).status).toBe(201);
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
  const mail = mails.find(({ to }) => to?.[0]?.address === patron.emailAddress);
  expect(mail).toMatchObject({
    subject: 'Ready to borrow: Ωmega Bcc: all@example.org (e-book)',
    from: { address: 'holds@localhost' },
    text: expect.stringContaining('Test Library'),
    html: expect.stringContaining('<strong>Ωmega Bcc: all@example.org</strong>'),
  });
  expect(mail?.text).toMatch(/^See my holds: http.*\/shelf\?library=37$/m);
  expect([mail?.bcc, mail?.cc, mail?.to?.length]).toEqual([undefined, undefined, 1]);
});
