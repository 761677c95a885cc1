import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type AnySchema, type ValidateFunction } from 'ajv';
import type { Container, PodTemplateSpec } from 'kubernetes-types/core/v1.js';
import { readConfig } from '../../../src/platform/settings/config.js';
import { IMAGE, ROOT, SETTINGS } from '../support/deploy/compose-file.js';
import {
  filesOf,
  type Labels,
  type Manifest,
  parseManifests,
  readKustomization,
  readManifests,
  schemasOf,
} from './manifests.js';

const base = readKustomization('base');
const overlay = readKustomization('overlays/example');
const objects = readManifests('base', base.resources);
const backup = readKustomization('components/backup');
const added = [
  ...readManifests('overlays/example', filesOf('overlays/example')),
  ...readManifests('components/backup', backup.resources),
];
const [settings, overlaid] = [objects, added].map(
  (all) => all.find(({ kind }) => kind === 'ConfigMap')!.data!,
);

const named = (object: Manifest): string => `${object.kind} ${object.metadata.name}`;
const ofKind = (kind: string): Manifest[] => objects.filter((object) => object.kind === kind);
const podSpecs = objects
  .filter(({ spec }) => spec?.template !== undefined)
  .map((object): [string, PodTemplateSpec] => [named(object), object.spec.template as PodTemplateSpec]);
const longRunning = podSpecs.filter(([name]) => name.startsWith('Deployment'));

/** Those that kustomization.yaml adds. */
const COMMON = base.labels?.[0]?.pairs ?? {};
const podLabels = podSpecs.map(([, template]): Labels => ({ ...COMMON, ...template.metadata?.labels }));
const selects = (selector: Labels, labels: Labels): boolean =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);

let validators: Map<string, ValidateFunction>;
beforeAll(() => {
  const kinds = [...new Set([...objects, ...added].map(({ kind }) => kind))];
  const ajv = new Ajv({ strict: false, allErrors: true });
  validators = new Map(
    [...schemasOf(kinds)].map(([kind, schema]) => [kind, ajv.compile(schema as AnySchema)]),
  );
});

function violations(object: unknown): unknown {
  const { kind } = object as Manifest;
  const isValid = validators.get(kind)!;
  isValid(object);
  return isValid.errors;
}

test.each([...objects, ...added].map((object) => [named(object), object]))(
  '%s follows the schema of its kind',
  (_, object) => {
    expect(object.apiVersion).toBeDefined();
    expect(violations(object)).toBeNull();
  },
);

test('the schemas see a misspelled member, and one that is missing', () => {
  const api = ofKind('Deployment')[0]!;
  const misspelled = structuredClone(api);
  misspelled.spec.template.spec.containers[0].readynessProbe = {};
  expect(violations(misspelled)).toMatchObject([{ params: { additionalProperty: 'readynessProbe' } }]);
  const incomplete = structuredClone(api);
  delete incomplete.spec.selector;
  expect(violations(incomplete)).toMatchObject([{ params: { missingProperty: 'selector' } }]);
});

test('the kustomizations name every file, and none that is not there', () => {
  expect([...base.resources].sort()).toEqual(filesOf('base').sort());
  const mentioned = [...overlay.resources, ...overlay.patches!.map(({ path }) => path)];
  expect(mentioned.filter((each) => each !== '../../base').sort()).toEqual(
    filesOf('overlays/example').sort(),
  );
  expect(overlay.resources).toContain('../../base');
  // Selectors of a Deployment cannot be changed later: they are written out.
  expect(base.labels?.every(({ includeSelectors }) => includeSelectors !== true)).toBe(true);
});

/** By the name of the container: those that it needs, and no others. */
const SECRETS: Readonly<Record<string, readonly string[]>> = {
  api: ['database_url', 'operator_token', 'webhooks_key'],
  worker: ['database_url', 'smtp_url', 'webhooks_key'],
  migrate: ['database_url', 'migration_database_url'],
};

describe.each(podSpecs)('the pods of %s', (_, template) => {
  const { containers, volumes, ...pod } = template.spec!;
  const container: Container = containers[0]!;

  test('have no rights that they do not need', () => {
    expect(containers).toHaveLength(1);
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(ofKind('ServiceAccount').map(({ metadata }) => metadata.name)).toContain(pod.serviceAccountName);
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  test('have limits, and run a command of the image', () => {
    expect(container.resources).toMatchObject({
      requests: { cpu: expect.any(String), memory: expect.any(String) },
      limits: { cpu: expect.any(String), memory: '768Mi' },
    });
    expect(overlay.images?.map(({ name }) => name)).toEqual([container.image]);
    expect(container.command?.[0]).toBe('holdfast');
  });

  test('mount what they name, and name what is there', () => {
    expect(container.volumeMounts?.map(({ name }) => name)).toEqual(volumes?.map(({ name }) => name));
    expect(container.envFrom).toEqual([{ configMapRef: { name: ofKind('ConfigMap')[0]!.metadata.name } }]);
  });

  test('get settings with which a process starts', () => {
    const own = Object.fromEntries((container.env ?? []).map(({ name, value = '' }) => [name, value]));
    const environment = { ...IMAGE.environment, ...settings, ...overlaid, ...own };
    expect(Object.keys(environment).filter((name) => !SETTINGS.has(name))).toEqual([]);
    const mounted = container.volumeMounts?.find(({ name }) => name === 'secrets')?.mountPath;
    const fromFiles = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'));
    const files = volumes!.find(({ name }) => name === 'secrets')!.secret!.items!.map(({ path }) => path);
    expect(fromFiles.map(([, file]) => file)).toEqual(files.map((file) => `${mounted}/${file}`));
    expect(files).toEqual(SECRETS[container.name]);
    const values = {
      DATABASE_URL: 'postgres://holdfast@database/holdfast',
      OPERATOR_TOKEN: 'x'.repeat(32),
      SMTP_URL: 'smtp://mail',
    };
    if (container.name === 'migrate')
      Object.assign(values, { MIGRATION_DATABASE_URL: 'postgres://owner@database/holdfast' });
    const inFiles = Object.fromEntries(fromFiles.map(([name]) => [name, '']));
    const config = readConfig({ ...environment, ...inFiles, ...values });
    expect([config.port, config.metricsListener?.port, config.sandbox]).toEqual([8080, 9464, false]);
  });
});

describe.each(longRunning)('the pods of %s', (_, template) => {
  const container: Container = template.spec!.containers[0]!;

  test('are asked for their health where it is', () => {
    const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe];
    expect(probes.map((probe) => probe?.httpGet)).toEqual([
      { path: '/health/live', port: 'health' },
      { path: '/health/live', port: 'health' },
      { path: '/health/ready', port: 'health' },
    ]);
    const ports = Object.fromEntries(
      (container.ports ?? []).map(({ name, containerPort }) => [name, String(containerPort)]),
    );
    expect(ports.health).toBe(settings!.METRICS_PORT);
    expect(template.metadata?.annotations?.['prometheus.io/port']).toBe(settings!.METRICS_PORT);
    if (container.name === 'api') expect(ports.http).toBe(settings!.PORT);
  });

  test('have the time to stop that a process may take', () => {
    const { SHUTDOWN_DELAY_SECONDS, SHUTDOWN_SECONDS } = settings!;
    expect(template.spec!.terminationGracePeriodSeconds).toBeGreaterThan(
      Number(SHUTDOWN_DELAY_SECONDS) + Number(SHUTDOWN_SECONDS) + 3,
    );
  });
});

test('an API has room for the uploads that it takes', () => {
  const { volumes, containers } = podSpecs.find(([name]) => name === 'Deployment holdfast-api')![1].spec!;
  const dataDir = containers[0]!.env!.find(({ name }) => name === 'DATA_DIR')!.value;
  const volume = containers[0]!.volumeMounts!.find(({ mountPath }) => mountPath === dataDir)!.name;
  // Two files of 512 MiB, and their rest until they are deleted.
  expect(volumes!.find(({ name }) => name === volume)!.emptyDir!.sizeLimit).toBe('2Gi');
});

test('pods reach names wherever they are resolved, the database and a collector of traces', () => {
  const { egress } = ofKind('NetworkPolicy').find(({ metadata }) => metadata.name === 'holdfast-all')!
    .spec as {
    egress: { to?: unknown; ports: { port: number }[] }[];
  };
  expect(egress.filter(({ to }) => to !== undefined)).toEqual([]);
  expect(egress.flatMap(({ ports }) => ports.map(({ port }) => port))).toEqual([
    53, 53, 5353, 5353, 5432, 4318,
  ]);
});

test('the backup reads with a role of its own, and may reach the database', () => {
  const job = added.find(({ kind }) => kind === 'CronJob')!.spec.jobTemplate.spec.template as PodTemplateSpec;
  const { containers, volumes } = job.spec!;
  expect(containers[0]!.securityContext).toMatchObject({ readOnlyRootFilesystem: true });
  expect(volumes!.find(({ name }) => name === 'secrets')!.secret!.items!.map(({ key }) => key)).toEqual([
    'backup_url',
  ]);
  const claim = added.find(({ kind }) => kind === 'PersistentVolumeClaim')!;
  expect(volumes![0]!.persistentVolumeClaim!.claimName).toBe(claim.metadata.name);
  expect(job.metadata!.labels).toMatchObject({ 'app.kubernetes.io/name': 'holdfast' });
  const script = containers[0]!.args![0]!;
  expect(spawnSync('bash', ['-n'], { input: script }).status).toBe(0);
});

test('every selector selects pods of its own component', () => {
  const selectors = [...ofKind('Deployment'), ...ofKind('PodDisruptionBudget')].map(
    (object): [Manifest, Labels] => [object, object.spec.selector.matchLabels],
  );
  for (const [object, selector] of [
    ...selectors,
    ...ofKind('Service').map((each): [Manifest, Labels] => [each, each.spec.selector]),
  ]) {
    const component = object.metadata.labels?.['app.kubernetes.io/component'];
    const selected = podLabels.filter((labels) => selects(selector, labels));
    expect([named(object), selected.map((labels) => labels['app.kubernetes.io/component'])]).toEqual([
      named(object),
      [component],
    ]);
  }
  const scaled = ofKind('HorizontalPodAutoscaler').map(({ spec }) => spec.scaleTargetRef.name);
  const deployments = ofKind('Deployment').map(({ metadata }) => metadata.name);
  expect(scaled.every((name) => deployments.includes(name))).toBe(true);
  expect(new Set(objects.map(named)).size).toBe(objects.length);
});

test('nothing comes in but what a policy names', () => {
  const policies = ofKind('NetworkPolicy');
  for (const { spec } of policies) {
    const selected = podLabels.filter((labels) => selects(spec.podSelector.matchLabels, labels));
    expect(selected.length).toBeGreaterThan(0);
  }
  const forAll = policies.filter(({ spec }) =>
    podLabels.every((labels) => selects(spec.podSelector.matchLabels, labels)),
  );
  expect(forAll.map(({ metadata }) => metadata.name)).toEqual(['holdfast-all', 'holdfast-metrics']);
  expect(forAll[0]!.spec).toMatchObject({ policyTypes: ['Ingress', 'Egress'] });
  expect(forAll[0]!.spec.ingress).toBeUndefined();
  const doors = policies.flatMap(({ spec }) => spec.ingress ?? []).flatMap(({ ports }) => ports);
  expect(doors.map(({ port }) => port)).toEqual(['health', 'http']);
});

test('the Ingress of the example lets the public’s paths through, and no others', () => {
  const [ingress, console] = added.filter(({ kind }) => kind === 'Ingress') as [Manifest, Manifest];
  const rules: { path: string; pathType: string }[] = ingress.spec.rules[0].http.paths;
  const isOpen = (path: string): boolean =>
    rules.some(
      (rule) => path === rule.path || (rule.pathType === 'Prefix' && path.startsWith(`${rule.path}/`)),
    );
  const { paths } = JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8')) as { paths: object };
  const closed = Object.keys(paths).filter((path) => !isOpen(path));
  // /content is a page of the embedded mode; the shelf is off by default.
  expect([...new Set(closed.map((path) => path.split('/')[1]))].sort()).toEqual([
    'content',
    'health',
    'metrics',
    'operator',
    'sandbox',
    'shelf',
  ]);
  expect(console.spec.rules[0].http.paths).toMatchObject([{ path: '/console', pathType: 'Prefix' }]);
  for (const { spec } of [ingress, console])
    expect(spec.rules[0].host).toBe(new URL(overlaid!.PUBLIC_URL!).host);
});

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
(hasKubectl ? test : test.skip)('kubectl makes objects of the example that follow their schemas', () => {
  const folder = join(ROOT, 'deploy/kubernetes/overlays/example');
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  const rendered = parseManifests(stdout);
  // Settings are merged into those of the base.
  expect(rendered).toHaveLength(objects.length + added.length - 1);
  for (const object of rendered) expect(violations(object)).toBeNull();
});
