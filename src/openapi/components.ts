import type { Schema } from '../http/openapi/schema.js';

export function toComponent(kind: 'schemas' | 'headers' | 'examples' | 'responses', name: string): Schema {
  return { $ref: `#/components/${kind}/${name}` };
}
