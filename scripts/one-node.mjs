/**
 * All platforms, the image and the workflows run one version of Node.js: `npm run check:node`.
 */
import { readFile } from 'node:fs/promises';

const { optionalDependencies } = JSON.parse(await readFile('package.json', 'utf8'));
const packages = Object.entries(optionalDependencies).filter(([name]) =>
  /^node-(bin-)?(linux|darwin|win)-/.test(name),
);
const [[, version] = []] = packages;
const [major] = version?.split('.') ?? [];

const differing = packages.filter(([, other]) => other !== version).map((found) => found.join(' '));
if (packages.length !== 5) differing.push(`${packages.length} packages of Node.js instead of 5`);
await search('Dockerfile', /\bnode:([\w.-]+)/g, `${version}-slim`);
for (const workflow of ['ci', 'full', 'publish', 'release'])
  await search(`.github/workflows/${workflow}.yml`, /\bnode:([\w.-]+)/g, `${major}-bookworm`);

if (differing.length > 0) {
  console.error(
    `These differ from Node.js ${version}, the version of ${packages[0]?.[0]}:\n  ${differing.join('\n  ')}`,
  );
  process.exitCode = 1;
}

/** Notes each version that the file names and that is not the one. */
async function search(file, named, expected) {
  for (const [name, found] of (await readFile(file, 'utf8')).matchAll(named))
    if (found !== expected) differing.push(`${file}: ${name} instead of node:${expected}`);
}
