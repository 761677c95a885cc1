/**
 * Writes what is made from the code: openapi.json, and the types of the client from that. `--check` writes nothing and
 * fails when the code has moved on. Needs a build.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import openapiTypes, { astToString } from 'openapi-typescript';
import { describe } from './openapi/describe.mjs';

const document = await describe();
const made = {
  'openapi.json': JSON.stringify(document),
  'clients/typescript/src/api.ts': astToString(
    await openapiTypes(withoutHeaders(document), { silent: true }),
  ),
};

/** A client reads headers of the response itself: their types would be a third of the file. */
function withoutHeaders(described) {
  return JSON.parse(JSON.stringify(described, (key, value) => (key === 'headers' ? undefined : value)));
}

const isCheck = process.argv.includes('--check');
for (const [name, text] of Object.entries(made)) {
  const formatted = await format(text, { ...(await resolveConfig(name)), filepath: name });
  if (!isCheck) await writeFile(name, formatted);
  else if ((await readFile(name, 'utf8').catch(() => '')) !== formatted) {
    console.error(`${name} is not what the code says. Run "npm run openapi", and look at what changed.`);
    process.exitCode = 1;
  }
}
