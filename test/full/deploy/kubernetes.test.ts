import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type AnySchema, type ValidateFunction } from 'ajv';
import type { Container, PodTemplateSpec } from 'kubernetes-types/core/v1.js';
import { readConfig } from '../../../src/platform/settings/config.js';
import { CONSTANTS } from '../../../src/platform/settings/constants.js';
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
/** All that an overlay may choose from. */
const added = [
  ...readManifests('overlays/example', filesOf('overlays/example')),
  ...['components/backup', 'components/monitoring'].flatMap((each) =>
    readManifests(each, readKustomization(each).resources),
  ),
];
const configMap = (all: readonly Manifest[], name: string): Readonly<Record<string, string>> =>
  all.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name)!.data!;
const [settings, overlaid] = [objects, added].map((all) => configMap(all, 'holdfast-settings'));

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

test('the kustomizations name every file, and none that is not there', () => {
  expect([...base.resources].sort()).toEqual(filesOf('base').sort());
  // Also those that it names in a comment, to choose from.
  const text = readFileSync(join(ROOT, 'deploy/kubernetes/overlays/example/kustomization.yaml'), 'utf8');
  const mentioned = [...text.matchAll(/^ +(?:# )?- (?:path: )?([\w-]+\.yaml)$/gm)].map(([, file]) => file);
  expect(mentioned.sort()).toEqual(filesOf('overlays/example').sort());
  expect(overlay.resources).toContain('../../base');
  // Selectors of a Deployment cannot be changed later: they are written out.
  expect(base.labels?.every(({ includeSelectors }) => includeSelectors !== true)).toBe(true);
});

const mapsOf = ({ envFrom = [] }: Container): string[] =>
  envFrom.map(({ configMapRef }) => configMapRef!.name!);

/** By the name of the container: those that it needs, and no others. */
const SECRETS: Readonly<Record<string, readonly string[]>> = {
  api: ['database_url', 'operator_token', 'content_key', 'webhooks_key'],
  worker: ['database_url', 'smtp_url', 'webhooks_key'],
  migrate: ['database_url', 'migration_database_url'],
};

describe.each(podSpecs)('the pods of %s', (_, template) => {
  const { containers, volumes } = template.spec!;
  const container: Container = containers[0]!;

  test('get settings with which a process starts', () => {
    const own = Object.fromEntries((container.env ?? []).map(({ name, value = '' }) => [name, value]));
    const given = mapsOf(container).map((name) => configMap(objects, name));
    const environment = Object.assign({ ...IMAGE.environment }, ...given, overlaid, own) as Record<
      string,
      string
    >;
    expect(Object.keys(environment).filter((name) => !SETTINGS.has(name))).toEqual([]);
    const mounted = container.volumeMounts?.find(({ name }) => name === 'secrets')?.mountPath;
    const fromFiles = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'));
    const files = volumes!.find(({ name }) => name === 'secrets')!.secret!.items!.map(({ path }) => path);
    expect(fromFiles.map(([, file]) => file)).toEqual(files.map((file) => `${mounted}/${file}`));
    expect(files).toEqual(SECRETS[container.name]);
    const values = {
      DATABASE_URL: 'postgres://holdfast@database/holdfast',
      OPERATOR_TOKEN: 'x'.repeat(32),
      CONTENT_KEY: 'y'.repeat(32),
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
    expect(template.spec!.terminationGracePeriodSeconds).toBeGreaterThan(
      Number(settings!.SHUTDOWN_DELAY_SECONDS) + CONSTANTS.shutdownSeconds + 3,
    );
  });
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
  const policies = ofKind('NetworkPolicy').map(({ spec }) => spec);
  const [forAll] = policies.filter(({ podSelector }) =>
    podLabels.every((labels) => selects(podSelector.matchLabels, labels)),
  );
  expect(forAll).toMatchObject({ policyTypes: ['Ingress', 'Egress'] });
  expect(forAll.ingress).toBeUndefined();
  const doors = policies.flatMap(({ ingress = [] }) => ingress as { ports: { port: string }[] }[]);
  expect(doors.flatMap(({ ports }) => ports.map(({ port }) => port))).toEqual(['health', 'http']);
});

const fileOf = (file: string): Manifest => readManifests('overlays/example', [file]).at(-1)!;

/** The first rule of an HTTPRoute (`matches`) or an Ingress (`host`, `http`). */
interface DoorRule {
  readonly matches?: readonly { readonly path: { readonly type: string; readonly value: string } }[];
  readonly host: string;
  readonly http?: { readonly paths: readonly { readonly path: string; readonly pathType: string }[] };
}

/** The hosts of an Ingress or an HTTPRoute, and whether it lets a path through. */
function doorOf({ kind, spec }: Manifest): { hosts: string[]; isOpen: (path: string) => boolean } {
  const [rule] = spec.rules as [DoorRule];
  const rules =
    kind === 'HTTPRoute'
      ? (rule.matches ?? []).map(({ path: { value, type } }) => ({
          path: value,
          isPrefix: type === 'PathPrefix',
        }))
      : (rule.http?.paths ?? []).map(({ path, pathType }) => ({ path, isPrefix: pathType === 'Prefix' }));
  return {
    hosts: kind === 'HTTPRoute' ? spec.hostnames : [rule.host],
    isOpen: (path) =>
      rules.some((each) => path === each.path || (each.isPrefix && path.startsWith(`${each.path}/`))),
  };
}

test.each(['gateway.yaml', 'traefik.yaml', 'ingress-nginx.yaml'])(
  '%s lets the public’s paths through and no others, and the console has a door of its own',
  (file) => {
    const [door, console] = [doorOf(fileOf(file)), doorOf(fileOf(`console-${file}`))];
    const { paths } = JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8')) as { paths: object };
    const closed = Object.keys(paths).filter((path) => !door.isOpen(path));
    // /content is a page of the embedded mode; the shelf is off by default.
    expect([...new Set(closed.map((path) => path.split('/')[1]))].sort()).toEqual([
      'content',
      'health',
      'metrics',
      'operator',
      'sandbox',
      'shelf',
    ]);
    expect([door, console].map(({ isOpen }) => isOpen('/console/sign-in'))).toEqual([false, true]);
    expect(console.isOpen('/operator/v1/mail')).toBe(false);
    for (const { hosts } of [door, console]) expect(hosts).toEqual([new URL(overlaid!.PUBLIC_URL!).host]);
  },
);

test.each(['gateway.yaml', 'traefik.yaml'])(
  '%s and the console’s door let browsers come by HTTPS alone',
  (file) => {
    const hsts = { name: 'Strict-Transport-Security', value: 'max-age=31536000; includeSubDomains' };
    for (const { kind, spec, metadata } of [fileOf(file), fileOf(`console-${file}`)])
      if (kind === 'HTTPRoute')
        expect(spec.rules[0].filters).toMatchObject([{ responseHeaderModifier: { set: [hsts] } }]);
      else
        expect(metadata.annotations?.['traefik.ingress.kubernetes.io/router.middlewares']).toContain(
          'holdfast-holdfast-hsts@kubernetescrd',
        );
    const [{ spec }] = added.filter(({ metadata: { name } }) => name === 'holdfast-hsts') as [Manifest];
    expect(spec).toEqual({ headers: { stsSeconds: 31_536_000, stsIncludeSubdomains: true } });
  },
);

test('the example has one door, and the console stays closed', () => {
  expect(overlay.resources).toEqual(['../../base', 'gateway.yaml']);
});

test('Prometheus asks APIs and workers, under a name of the job that the alerts know', () => {
  const { spec } = added.find(({ kind }) => kind === 'PodMonitor')!;
  const endpoint = spec.podMetricsEndpoints[0] as { port: string };
  const asked = podSpecs.filter(
    ([, { metadata, spec: pod }]) =>
      selects(spec.selector.matchLabels, metadata!.labels!) &&
      pod!.containers[0]!.ports?.some(({ name }) => name === endpoint.port),
  );
  expect(asked.map(([name]) => name)).toEqual(longRunning.map(([name]) => name));
  const [, job = ''] = /up\{job=~"([^"]*)"\}/.exec(
    readFileSync(join(ROOT, 'deploy/prometheus/alerts.yml'), 'utf8'),
  )!;
  for (const [, { metadata }] of asked)
    expect(metadata!.labels![spec.jobLabel as string]).toMatch(new RegExp(`^(?:${job})$`));
});

test('the alert of old backups asks for the name of the nightly job', () => {
  const { name } = added.find(({ kind }) => kind === 'CronJob')!.metadata;
  const rules = readFileSync(join(ROOT, 'deploy/prometheus/alerts.yml'), 'utf8');
  expect([...rules.matchAll(/cronjob="([^"]*)"/g)].map(([, cronjob]) => cronjob)).toEqual([name, name]);
});

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
(hasKubectl ? test : test.skip)('kubectl makes objects of the example that follow their schemas', () => {
  const folder = join(ROOT, 'deploy/kubernetes/overlays/example');
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  const rendered = parseManifests(stdout);
  const chosen = overlay.resources.filter((each) => each.endsWith('.yaml'));
  const backup = readKustomization('components/backup').resources;
  expect(rendered).toHaveLength(
    objects.length +
      readManifests('overlays/example', chosen).length +
      readManifests('components/backup', backup).length,
  );
  for (const object of rendered) expect(violations(object)).toBeNull();
});
