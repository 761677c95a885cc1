import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import GithubSlugger from 'github-slugger';
import MarkdownIt from 'markdown-it';

/** What documents and comments say about files of the project must be true. */

const DOCUMENTS = globSync(['*.md', 'docs/**/*.md']);
const read = (file: string): string => readFileSync(file, 'utf8');
const namesIn = (text: string): string[] => [...text.matchAll(/`([^`\s]+)`/g)].map(([, name]) => name!);

const markdown = new MarkdownIt();

const anchors = new Map<string, readonly string[]>();

/** The anchors that GitHub makes of a document's headings. */
function anchorsIn(file: string): readonly string[] {
  if (!anchors.has(file)) anchors.set(file, readAnchors(file));
  return anchors.get(file)!;
}

function readAnchors(file: string): string[] {
  const slugger = new GithubSlugger();
  const tokens = markdown.parse(read(file), {});
  return tokens.flatMap(({ type }, i) => {
    const words = tokens[i + 1]?.children?.map((child) => (child.type === 'softbreak' ? ' ' : child.content));
    return type === 'heading_open' ? [slugger.slug(words?.join('') ?? '')] : [];
  });
}

function linksIn(file: string): string[] {
  const inline = markdown.parse(read(file), {}).flatMap(({ children }) => children ?? []);
  const targets = inline.map((token) => token.attrGet('href') ?? token.attrGet('src'));
  return targets.filter((target) => target !== null).map(String);
}

function leadsSomewhere(from: string, link: string): boolean {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(link)) return true;
  const [path, anchor] = decodeURIComponent(link).split('#');
  const target = path === '' ? from : join(dirname(from), path!);
  if (!existsSync(target)) return false;
  return anchor === undefined || !target.endsWith('.md') || anchorsIn(target).includes(anchor);
}

test('every link of a document leads to a file, and to a heading in it', () => {
  const broken = DOCUMENTS.flatMap((file) =>
    linksIn(file)
      .filter((link) => !leadsSomewhere(file, link))
      .map((link) => `${file}: ${link}`),
  );
  expect(broken).toEqual([]);
});

/** What a clean checkout does not have. */
const MADE = /^(?:dist|node_modules|\.data|src\/generated)(?:\/|$)/;
const TOP_LEVEL = globSync(['*', '.ci', '.github']).map((name) => `${name}/`);

/** Something below a folder of the project, or a file in a folder; not a package, an address or a media type. */
function isPath(text: string): boolean {
  if (MADE.test(text)) return false;
  return (
    TOP_LEVEL.some((folder) => text.startsWith(folder)) || /^[\w.*<>-]+(\/[\w.*<>-]+)+\.[a-z]+$/.test(text)
  );
}

/** A path is from the root or from src; `*` is any name and `<name>` a name to fill in. */
function isThere(path: string): boolean {
  const pattern = path.replaceAll(/<[^<>]+>/g, '*');
  return globSync([pattern, join('src', pattern)]).length > 0;
}

test('every file that a document names is there', () => {
  // The change log may name what has gone.
  const missing = DOCUMENTS.filter((file) => file !== 'CHANGELOG.md').flatMap((file) =>
    namesIn(read(file).replace(/^```.*?^```/gms, ''))
      .filter((name) => isPath(name) && !isThere(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('every heading and decision that a comment cites is there', () => {
  const headings = anchorsIn('docs/contract.md');
  const decisions = globSync('docs/decisions/*.md').map((file) => parseInt(file.split('/').at(-1)!, 10));
  const files = globSync(['{src,test,scripts}/**/*.{ts,tsx,mjs}'], {
    exclude: (name) => name.includes('node_modules') || name.includes('generated'),
  });
  // A citation may be broken over two lines of a comment.
  const dangling = files.flatMap((file) =>
    [...read(file).matchAll(/\(contract:[\s*]+#([\w-]+)|\(decision[\s*]+(\d+)/g)]
      .filter(([, anchor, number]) =>
        anchor === undefined ? !decisions.includes(Number(number)) : !headings.includes(anchor),
      )
      .map(([text]) => `${file}: ${text}`),
  );
  expect(dangling).toEqual([]);
});

/** The compiler does not read them, and no other test runs each of them. */
test('every module of the service that a script imports is there', () => {
  const scripts = globSync(['{bench,scripts,test}/**/*.mjs'], {
    exclude: (name) => name.includes('node_modules'),
  });
  const imported = scripts.flatMap((file) =>
    [...read(file).matchAll(/(?:from |import\()'[./]*\/dist\/([\w/.-]+)\.js'/g)].map(
      ([, module]) => [file, module!] as const,
    ),
  );
  expect(imported.length).toBeGreaterThan(20);
  const missing = imported.filter(([, module]) => globSync(`src/${module}.{ts,tsx}`).length === 0);
  expect(missing).toEqual([]);
});

const RECORD = 'docs/decisions/0002-dependencies.md';

test.each(['dependencies', 'optionalDependencies', 'devDependencies', 'overrides'])(
  'the record of dependencies has a reason for each of the %s, and their versions are exact',
  (part) => {
    const manifests = ['package.json', 'test/full/package.json'].map(
      (file) => JSON.parse(read(file)) as Readonly<Record<string, Readonly<Record<string, unknown>>>>,
    );
    const versions = Object.assign({}, ...manifests.map((manifest) => manifest[part])) as Record<
      string,
      unknown
    >;
    const section = read(RECORD)
      .split(/^### /m)
      .find((text) => text.startsWith(`${part}\n`))!;
    const firstCells = [...section.matchAll(/^\|([^|]*)\|/gm)].map(([, cell]) => cell!.split(':')[0]!);
    expect(firstCells.flatMap(namesIn).sort()).toEqual(Object.keys(versions).sort());
    // An override may also name a package whose own dependencies it overrides.
    for (const version of Object.values(versions).filter(
      (each) => typeof each === 'string' && part !== 'overrides',
    ))
      expect(version).toMatch(/^\d+\.\d+\.\d+(?:-[\w.-]+)?$/);
  },
);

test('the table of modules has a row for each', () => {
  const rows = [...read('docs/architecture.md').matchAll(/^\| `(\w+)` +\|/gm)].map(([, module]) => module);
  const modules = globSync('src/*/').map((folder) => folder.split('/')[1]);
  expect(rows.sort()).toEqual(modules.filter((module) => module !== 'generated').sort());
});

/** The first cell of a row has its requirements, the last one the place or the reason. */
function requirementsUnder(heading: string, page: string): string[] {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`))!;
  const rows = [...section.matchAll(/^\| (\d+\.\d+\.\d+\b.*?) *\| *(.*?) *\|$/gm)];
  expect(rows.filter(([, , why]) => why === '')).toEqual([]);
  return rows.flatMap(([, cell]) => cell!.match(/\b\d+\.\d+\.\d+\b/g)!);
}

test('the page about security counts its requirements as its tables have them', () => {
  const page = read('docs/operations/security.md');
  const [met, without, open] = ['Met', 'Do not apply', 'Open'].map((each) => requirementsUnder(each, page));
  const all = [...met!, ...without!, ...open!];
  expect(all).toHaveLength(new Set(all).size);
  expect(page.replaceAll('\n', ' ')).toContain(
    `${all.length} requirements. ${met!.length} are met, ${without!.length} do not apply, ${open!.length} are open`,
  );
});
