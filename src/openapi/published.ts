import { readFileSync } from 'node:fs';
import type { Config } from '../platform/settings/config.js';
import type { Schema } from '../http/openapi/schema.js';

/** The document as it is committed: made by `npm run openapi`, and compared with the code by every check. */
export function readPublished(): string {
  return readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8');
}

/** The document as a process with these settings publishes it. */
export function publishedBy({ publicUrl, catalogUrl }: Config): Schema {
  const document = JSON.parse(readPublished()) as { readonly paths: Readonly<Record<string, Schema>> };
  const inCatalog = { servers: [{ url: catalogUrl }] };
  const paths = Object.entries(document.paths).map(([path, operations]) => [
    path,
    isInCatalog(path) && catalogUrl !== publicUrl ? { ...operations, ...inCatalog } : operations,
  ]);
  return { ...document, servers: [{ url: publicUrl }], paths: Object.fromEntries(paths) };
}

function isInCatalog(path: string): boolean {
  return /^\/(?:v\d+\/(?:collections|libraries)|covers)\//.test(path);
}
