/**
 * Generates openapi.json and the table in docs/staff.md from the code. `--check` writes nothing and fails if the files are out of
 * date. Needs a build.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { describe } from './openapi/describe.mjs';
import { staffPage } from './openapi/permissions.mjs';

const generated = {
  'openapi.json': JSON.stringify(await describe()),
  'docs/staff.md': await staffPage(),
};

const isCheck = process.argv.includes('--check');
for (const [name, text] of Object.entries(generated)) {
  const formatted = await format(text, { ...(await resolveConfig(name)), filepath: name });
  if (!isCheck) await writeFile(name, formatted);
  else if ((await readFile(name, 'utf8').catch(() => '')) !== formatted) {
    console.error(`${name} is out of date. Run "npm run openapi" and review the changes.`);
    process.exitCode = 1;
  }
}
