import { readFile } from 'node:fs/promises';
import { AppModule } from '../../dist/app.module.js';
import { describeService } from '../../dist/openapi/document.js';
import { readConfig } from '../../dist/platform/settings/config.js';
import { readTypes } from './types.mjs';

/** The whole service: with what only some settings switch on. Nothing is started, and no database asked. */
const settings = { OPERATOR_TOKEN: 'x'.repeat(32), SANDBOX: 'true', DRAWN_COVERS: 'true', SHELF: 'true' };

/** Errors and events are answered by no handler. */
const OTHERS = ['ErrorRecord', 'OAuthErrorRecord', 'CloudEvent'];

export async function describe() {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  return describeService(AppModule.of(readConfig(settings), undefined), readTypes(OTHERS), version);
}
