import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGenerator, type Schema } from 'ts-json-schema-generator';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT } from '../support/deploy/compose-file.js';

/** An object of Kubernetes. kubernetes.test.ts holds it to its schema. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Labels; readonly annotations?: Labels };
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test states the shape by asserting it
  readonly spec?: any;
  readonly data?: Readonly<Record<string, string>>;
}

export type Labels = Readonly<Record<string, string>>;

export interface Kustomization {
  readonly resources: readonly string[];
  readonly patches?: readonly { readonly path: string }[];
  readonly labels?: readonly { readonly pairs: Labels; readonly includeSelectors?: boolean }[];
  readonly images?: readonly { readonly name: string }[];
}

const FOLDER = join(ROOT, 'deploy/kubernetes');

export function readKustomization(folder: string): Kustomization {
  return parse(readFileSync(join(FOLDER, folder, 'kustomization.yaml'), 'utf8')) as Kustomization;
}

/** The other files of the folder. */
export function filesOf(folder: string): string[] {
  return readdirSync(join(FOLDER, folder)).filter((name) => name !== 'kustomization.yaml');
}

export function readManifests(folder: string, files: readonly string[]): Manifest[] {
  return files.flatMap((file) => parseManifests(readFileSync(join(FOLDER, folder, file), 'utf8')));
}

export function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw error;
    return document.toJS() as Manifest;
  });
}

const GROUPS = ['apps/v1', 'autoscaling/v2', 'batch/v1', 'core/v1', 'networking/v1', 'policy/v1'];

const object = (properties: Record<string, object>, required = Object.keys(properties)): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const listOf = (items: object): object => ({ type: 'array', minItems: 1, items });
const text = { type: 'string' };
const ofKind = (apiVersion: string, spec: Schema): Schema =>
  object({ apiVersion: { const: apiVersion }, kind: text, metadata: { type: 'object' }, spec });

/** Kinds that are added to a cluster: what is used of them. */
const ADDED_KINDS: Readonly<Record<string, Schema>> = {
  HTTPRoute: ofKind(
    'gateway.networking.k8s.io/v1',
    object({
      parentRefs: listOf(object({ name: text, namespace: text })),
      hostnames: listOf(text),
      rules: listOf(
        object({
          matches: listOf(
            object({ path: object({ type: { enum: ['Exact', 'PathPrefix'] }, value: { pattern: '^/' } }) }),
          ),
          filters: listOf(
            object({
              type: { const: 'ResponseHeaderModifier' },
              responseHeaderModifier: object({ set: listOf(object({ name: text, value: text })) }),
            }),
          ),
          backendRefs: listOf(object({ name: text, port: { type: 'integer' } })),
          timeouts: object({ request: { pattern: '^\\d+s$' } }),
        }),
      ),
    }),
  ),
  Middleware: ofKind(
    'traefik.io/v1alpha1',
    object(
      {
        ipAllowList: object({ sourceRange: listOf(text) }),
        headers: object({ stsSeconds: { type: 'integer' }, stsIncludeSubdomains: { type: 'boolean' } }),
      },
      [],
    ),
  ),
  PodMonitor: ofKind(
    'monitoring.coreos.com/v1',
    object({
      jobLabel: text,
      selector: object({ matchLabels: { type: 'object' } }),
      podMetricsEndpoints: listOf(object({ port: text, path: text, interval: text })),
    }),
  ),
};

/** A schema for each kind, from the types of Kubernetes' own API. A member that the API does not know is an error. */
export function schemasOf(kinds: readonly string[]): ReadonlyMap<string, Schema> {
  const generator = createGenerator({
    path: join(ROOT, `test/full/node_modules/kubernetes-types/{${GROUPS.join(',')}}.d.ts`),
    jsDoc: 'none',
    additionalProperties: false,
    skipTypeCheck: true,
  });
  return new Map(kinds.map((kind) => [kind, ADDED_KINDS[kind] ?? generator.createSchema(kind)]));
}
