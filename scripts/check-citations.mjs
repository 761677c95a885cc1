/**
 * Fails when something cites what does not exist, and names the file and the line.
 *
 * In comments of src, test and scripts, docs/contract.md is cited by one of its headings, as in
 * `(contract: #place-a-hold)`, and a record of docs/decisions by its number, as in `(decision 21)`. Any other path below
 * docs is cited as it is. The two words must not be used in a comment in any other way: such a mention cannot be checked.
 *
 * In Markdown (the top folder and docs), every relative link must lead to a file, and its anchor to a heading there. Another page must
 * link to each page of docs.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import GithubSlugger from 'github-slugger';
import MarkdownIt from 'markdown-it';
import { parser } from 'typescript-eslint';

const CONTRACT = 'docs/contract.md';
const CODE = ['src/**/*.{ts,tsx}', 'test/**/*.{ts,tsx,mjs}', 'scripts/**/*.mjs'];
const MARKDOWN = ['*.md', 'docs/**/*.md'];

/** A citation may be broken over two lines of a block comment, and then has that comment's stars in it. */
const MENTION = new RegExp(
  [
    String.raw`(?<![\w/])(?<path>docs/[\w./-]*\w)(?:#(?<pathAnchor>[\w-]+))?`,
    String.raw`\bcontract:[\s*]+#(?<anchor>[\w-]+)`,
    String.raw`\bdecision[\s*]+(?<number>\d+)`,
    String.raw`\b(?<vague>contracts?|decisions?)\b`,
  ].join('|'),
  'gi',
);

const markdown = new MarkdownIt();

/** The pages and files to which another page links. */
const linked = new Set();

const decisions = new Set(
  globSync('docs/decisions/*.md').map((file) => Number.parseInt(file.split('/').at(-1) ?? '', 10)),
);

const headings = new Map();

/** The anchors that GitHub makes of a Markdown file's headings. */
function anchorsIn(file) {
  const known = headings.get(file);
  if (known !== undefined) return known;
  const slugger = new GithubSlugger();
  const tokens = markdown.parse(readFileSync(file, 'utf8'), {});
  const anchors = tokens.flatMap(({ type }, i) =>
    type === 'heading_open' ? [slugger.slug(textOf(tokens[i + 1]))] : [],
  );
  headings.set(file, new Set(anchors));
  return headings.get(file);
}

function textOf({ children }) {
  return children.map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');
}

/** Why `path`, with this anchor or none, leads nowhere; undefined when it leads somewhere. */
function whyBroken(path, anchor) {
  if (!existsSync(path)) return `there is no ${path}`;
  if (anchor === undefined || !path.endsWith('.md') || anchorsIn(path).has(anchor)) return undefined;
  return `${path} has no heading #${anchor}`;
}

function whyUnresolved({ path, pathAnchor, anchor, number, vague }) {
  if (path !== undefined) return whyBroken(path, pathAnchor);
  if (anchor !== undefined) return whyBroken(CONTRACT, anchor);
  if (number !== undefined)
    return decisions.has(Number(number)) ? undefined : `there is no decision ${number}`;
  return `"${vague}" cites nothing: write (contract: #heading) or (decision number), or another word`;
}

function* problemsInComments(file) {
  const text = readFileSync(file, 'utf8');
  const options = { comment: true, loc: true, sourceType: 'module', filePath: file };
  const ecmaFeatures = { jsx: file.endsWith('.tsx') };
  const { ast } = parser.parseForESLint(text, { ...options, ecmaFeatures });
  for (const { value, loc } of ast.comments)
    for (const { index, groups } of value.matchAll(MENTION)) {
      const why = whyUnresolved(groups);
      if (why !== undefined) yield [loc.start.line + value.slice(0, index).split('\n').length - 1, why];
    }
}

function* problemsInMarkdown(file) {
  for (const { line, href } of linksIn(file)) {
    if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(href)) continue;
    const [path, anchor] = decodeURIComponent(href).split('#');
    const target = path === '' ? file : join(dirname(file), path);
    if (target !== file) linked.add(target);
    const why = whyBroken(target, anchor);
    if (why !== undefined) yield [line, why];
  }
}

function* linksIn(file) {
  let line = 1;
  for (const { map, children } of markdown.parse(readFileSync(file, 'utf8'), {})) {
    if (map) line = map[0] + 1;
    for (const child of children ?? []) {
      const href = child.attrGet('href') ?? child.attrGet('src');
      if (href !== null) yield { line, href };
      if (child.type === 'softbreak' || child.type === 'hardbreak') line += 1;
    }
  }
}

const checked = [
  ...globSync(CODE, { exclude: ['src/generated/**', '**/node_modules/**'] }).map((file) => [
    file,
    problemsInComments,
  ]),
  ...globSync(MARKDOWN).map((file) => [file, problemsInMarkdown]),
].sort();

function report(where, why) {
  console.error(`${where}: ${why}`);
  process.exitCode = 1;
}

for (const [file, problemsIn] of checked)
  for (const [line, why] of problemsIn(file)) report(`${file}:${line}`, why);

for (const file of globSync('docs/**/*.md')) if (!linked.has(file)) report(file, 'no other page links to it');
