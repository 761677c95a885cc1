import { readFile } from 'node:fs/promises';
import { AppModule } from '../../dist/app.module.js';
import { describeService } from '../../dist/openapi/document.js';
import { readConfig } from '../../dist/platform/settings/config.js';
import { readComments } from './comments.mjs';
import { readResponseTypes } from './response-types.mjs';
import { readSchemas } from './schemas.mjs';

/** The whole service: with what only some settings switch on. Nothing is started, and no database asked. */
const settings = { OPERATOR_TOKEN: 'x'.repeat(32), SANDBOX: 'true', DRAWN_COVERS: 'true', SHELF: 'true' };

/** Errors are answered by no handler. */
const ERRORS = ['ErrorRecord', 'OAuthErrorRecord'];

export async function describe() {
  const module = AppModule.of(readConfig(settings), undefined);
  const responses = readResponseTypes();
  const records = Object.values(responses).filter((record) => record !== null);
  const schemas = readSchemas([...new Set([...records, ...ERRORS])]);
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  return describeService(module, { comments: readComments, responses, schemas }, version);
}
