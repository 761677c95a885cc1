/** Who may import whom: room → the rooms it may use besides itself. The arrows point one way. */
const rooms = {
  domain: [],
  platform: [],
  http: ['domain', 'platform'],
  notifications: ['domain', 'platform'],
  circulation: ['domain', 'platform', 'notifications'],
  access: ['domain', 'platform', 'http'],
  holds: ['domain', 'platform', 'http', 'circulation'],
  checkouts: ['domain', 'platform', 'http', 'circulation'],
  patrons: ['domain', 'platform', 'http', 'circulation'],
  catalog: ['domain', 'platform', 'http', 'circulation'],
  suspensions: ['domain', 'platform', 'http', 'circulation', 'holds'],
  worker: ['domain', 'platform', 'notifications', 'circulation', 'access'],
};
/** Operations may use every room, and is used by none. */
rooms.operations = Object.keys(rooms);

const anyOf = (names) => `(?:${names.join('|')})`;

/** The generated client is no room: its own rule says who may import it. */
const arrows = Object.entries(rooms).map(([room, others]) => ({
  name: `arrows-of-${room}`,
  comment: `${room} may import ${others.join(', ') || 'no other room'}.`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: '^src/', pathNot: `^src/${anyOf([room, ...others, 'generated'])}/` },
}));

/** What a process starts from: nobody imports them. */
const entries = ['^src/main\\.ts$', '^src/platform/embedded/supervisor\\.ts$'];

module.exports = {
  forbidden: [
    ...arrows,
    {
      name: 'every-room-has-arrows',
      comment: 'A new room is entered in the table at the top of .dependency-cruiser.cjs.',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: `^src/${anyOf([...Object.keys(rooms), 'generated'])}/` },
      to: {},
    },
    {
      name: 'domain-imports-nothing',
      comment: 'The rules are pure: no package, no node:, no clock. What they need comes in as an argument.',
      severity: 'error',
      from: { path: '^src/domain/' },
      to: { pathNot: '^src/domain/' },
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
      from: { path: '^src/', pathNot: ['\\.store\\.ts$', '^src/platform/', '^src/generated/'] },
      to: { path: '(?:^|/)node_modules/(?:@prisma|pg)(?:/|$)' },
    },
    {
      name: 'generated-client-in-stores',
      comment: 'Only stores and the database room import the generated client.',
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
      comment: 'What the service imports stands in dependencies: devDependencies are not in the image.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/generated/' },
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
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
