/**
 * Generates openapi.json and the table in docs/staff.md from the code, and the client's types from openapi.json. `--check` writes nothing and fails if the
 * files are out of date. Needs a build.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import openapiTypes, { astToString } from 'openapi-typescript';
import { describe } from './openapi/describe.mjs';
import { staffPage } from './openapi/permissions.mjs';

const document = await describe();
const generated = {
  'openapi.json': JSON.stringify(document),
  'clients/typescript/src/api.ts': astToString(
    await openapiTypes(withoutHeaders(document), { silent: true }),
  ),
  'docs/staff.md': await staffPage(),
};

/** Clients read headers from the response itself, and their types would be a third of the file. */
function withoutHeaders(described) {
  return JSON.parse(JSON.stringify(described, (key, value) => (key === 'headers' ? undefined : value)));
}

const isCheck = process.argv.includes('--check');
for (const [name, text] of Object.entries(generated)) {
  const formatted = await format(text, { ...(await resolveConfig(name)), filepath: name });
  if (!isCheck) await writeFile(name, formatted);
  else if ((await readFile(name, 'utf8').catch(() => '')) !== formatted) {
    console.error(`${name} is out of date. Run "npm run openapi" and review the changes.`);
    process.exitCode = 1;
  }
}
