/** Who may import whom: module → the modules it may use besides itself. Dependencies point one way. */
const modules = {
  domain: [],
  platform: ['domain'],
  embedded: ['platform'],
  http: ['domain', 'platform'],
  notifications: ['domain', 'platform'],
  access: ['domain', 'platform', 'http'],
  events: ['domain', 'platform', 'http', 'access', 'notifications'],
  circulation: ['domain', 'platform', 'notifications', 'events'],
  waits: ['domain', 'platform', 'circulation', 'events'],
  catalog: ['domain', 'platform', 'waits', 'http', 'circulation'],
  holds: ['domain', 'platform', 'http', 'notifications', 'circulation', 'events'],
  watches: ['domain', 'platform', 'http', 'notifications', 'circulation'],
  suspensions: ['domain', 'platform', 'http', 'circulation', 'holds'],
  checkouts: ['domain', 'platform', 'http', 'notifications', 'circulation', 'events'],
  patrons: [
    'domain',
    'platform',
    'http',
    'notifications',
    'circulation',
    'holds',
    'suspensions',
    'checkouts',
    'access',
    'events',
  ],
  records: [
    'domain',
    'platform',
    'http',
    'circulation',
    'watches',
    'holds',
    'checkouts',
    'patrons',
    'access',
    'events',
  ],
  worker: ['domain', 'platform', 'notifications', 'circulation', 'waits', 'events'],
  sandbox: ['domain', 'platform', 'http'],
  shelf: ['domain', 'platform', 'http', 'access', 'sandbox'],
};
/** Staff may do all that patrons may, and more: nothing below depends on it. */
modules.staff = Object.keys(modules);
/** The description of the service may look at every module, and so may the command line; nothing depends on either. */
modules.openapi = Object.keys(modules);
modules.cli = Object.keys(modules);

const anyOf = (names) => `(?:${names.join('|')})`;

/** The generated client is not a module: its own rule says who may import it. */
const dependencies = Object.entries(modules).map(([module, others]) => ({
  name: `dependencies-of-${module}`,
  comment: `${module} may import ${others.join(', ') || 'no other module'}.`,
  severity: 'error',
  from: { path: `^src/${module}/` },
  to: { path: '^src/', pathNot: `^src/${anyOf([module, ...others, 'generated'])}/` },
}));

/** What a process or a browser starts from: nobody imports them. */
const entries = [
  '^src/main\\.ts$',
  '^src/waits/forecast\\.thread\\.ts$',
  '^src/openapi/docs/try\\.mjs$',
  '^src/shelf/browser/main\\.tsx$',
  '^src/shelf/browser/worker/worker\\.ts$',
];

module.exports = {
  forbidden: [
    ...dependencies,
    {
      name: 'every-module-is-listed',
      comment: 'A new module is entered in the table at the top of .dependency-cruiser.cjs.',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: `^src/${anyOf([...Object.keys(modules), 'generated'])}/` },
      to: {},
    },
    {
      name: 'no-circles-in-staff',
      comment: 'No two subjects of staff import each other.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/staff/' },
      to: { circular: true },
    },
    {
      name: 'domain-imports-nothing',
      comment: 'The rules are pure: no package, no node:, no clock. What they need comes in as an argument.',
      severity: 'error',
      from: { path: '^src/domain/' },
      to: { pathNot: '^src/domain/' },
    },
    {
      name: 'embedded-has-one-face',
      comment: 'From outside, the embedded PostgreSQL is seen through embedded-database.ts alone.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/embedded/' },
      to: { path: '^src/embedded/', pathNot: '^src/embedded/embedded-database\\.ts$' },
    },
    {
      name: 'nobody-imports-an-entry',
      severity: 'error',
      from: {},
      to: { path: entries },
    },
    {
      name: 'sql-in-stores',
      comment: 'SQL, the client and the driver stand in *.store.ts and in the platform.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['\\.store\\.ts$', '^src/platform/', '^src/embedded/', '^src/generated/'],
      },
      to: { path: '(?:^|/)node_modules/(?:@prisma|pg)(?:/|$)' },
    },
    {
      name: 'one-renderer',
      comment: 'Pages, notices and covers become text in platform/html, which escapes what it should.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/platform/html/' },
      to: { path: '(?:^|/)node_modules/preact-render-to-string(?:/|$)' },
    },
    {
      name: 'generated-client-in-stores',
      comment: 'Only stores and the database module import the generated client.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['\\.store\\.ts$', '^src/platform/database/', '^src/generated/'] },
      to: { path: '^src/generated/' },
    },
    {
      name: 'controllers-ask-services',
      comment: 'A controller touches no store.',
      severity: 'error',
      from: { path: '\\.controller\\.ts$' },
      to: { path: '\\.store\\.ts$' },
    },
    {
      name: 'controllers-know-no-rules',
      comment: 'A controller may name the types of the domain, but apply none of its rules.',
      severity: 'error',
      from: { path: '\\.controller\\.ts$' },
      to: { path: '^src/domain/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'search-and-harvest-share-what-lies-below',
      comment: 'What both need of the catalog is in catalog/query; the endpoint of products calls both.',
      severity: 'error',
      from: { path: '^src/catalog/(search|harvest|query)/' },
      to: { path: '^src/catalog/(?:(search|harvest)/|[^/]+$)', pathNot: '^src/catalog/$1/' },
    },
    {
      name: 'no-circles',
      comment: 'In ESM with decorator metadata a circle of classes dies at start.',
      severity: 'error',
      from: { pathNot: '^src/generated/' },
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nobody imports, and that imports nothing, is dead.',
      severity: 'error',
      from: { orphan: true, pathNot: entries },
      to: {},
    },
    {
      name: 'no-dead-ends',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'packages-are-declared',
      comment:
        'What the service imports stands in dependencies: devDependencies are not in the image. Only `npm run openapi` loads what ' +
        'writes the description of the service.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/generated/', '^src/openapi/(?:document|request)\\.ts$'] },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    // Imports of types count too; the compiled files would no longer show them.
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '^src/generated'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
};
