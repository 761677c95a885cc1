import { globSync, readFileSync } from 'node:fs';

test('no document or script signals a container from outside, after which Docker does not start it again', () => {
  const files = globSync([
    '*.{md,yml}',
    '{docs,deploy,examples,scripts,src,.github}/**/*.{md,sh,ts,mjs,yml,yaml}',
  ]);
  expect(files).toContain('RUNBOOK.md');
  const fromOutside = /\bcompose(?: -\S+)* kill\b|\bdocker kill -/;
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, i) => (fromOutside.test(line) ? [`${file}:${i + 1}`] : [])),
  );
  expect(found).toEqual([]);
});

/** The names below `services:`. */
const services = readFileSync('compose.production.yml', 'utf8')
  .split(/^services:\n/m)[1]!
  .split(/^\w/m)[0]!
  .match(/(?<=^ {2})[\w-]+(?=:)/gm)!;

/** Options of Docker Compose with a value of their own. */
const WITH_VALUE = /^--(?:tail|since|user|env|volume|wait-timeout)$/;
/** Of these, only the first word that is no option is a service; what follows is a command. */
const OF_ONE_SERVICE = ['exec', 'run'];

/** The services that a command names: `logs` and the like are functions of the runbook. */
function servicesIn(command: string): string[] {
  const words = command
    .split(/[|>;&#)`]/)[0]!
    .trim()
    .split(/\s+/);
  const [name = '', ...rest] = words[0] === 'docker' ? words.slice(2) : words;
  const named = rest.filter((word, i) => !word.startsWith('-') && !WITH_VALUE.test(rest[i - 1] ?? ''));
  // What is filled in by the shell can be anything.
  return (OF_ONE_SERVICE.includes(name) ? named.slice(0, 1) : named).filter((word) => !/^["$']/.test(word));
}

test('every service that a command of the documents names is one of compose.production.yml', () => {
  const commands = [
    'RUNBOOK.md',
    'UPGRADE.md',
    'docs/operations/deploy.md',
    'docs/operations/operators.md',
  ].flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /(?:docker compose (?:exec|logs|ps|pull|restart|run|start|stop|up)|(?<=^|`)(?:logs|restart|processes))(?= )[^\n`]*/gm,
      ),
    ].map(([command]) => ({ file, command })),
  );
  expect(commands.length).toBeGreaterThan(40);
  // That of docker-compose.yml, which these documents also start and stop.
  const known = [...services, 'holdfast'];
  const unknown = commands.filter(({ command }) => servicesIn(command).some((each) => !known.includes(each)));
  expect(unknown).toEqual([]);
});

test('no command in the middle of a block takes the lines behind it, when all are pasted, for its input', () => {
  const blocks = ['UPGRADE.md', 'docs/operations/deploy.md'].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^ *```sh\n(.*?)\n *```$/gms)].map(([, block = '']) => ({
      file,
      lines: block.split('\n'),
    })),
  );
  expect(blocks.length).toBeGreaterThan(20);
  const reading = blocks.flatMap(({ file, lines }) =>
    lines
      .slice(0, -1)
      .filter((line) => /\bdocker compose (?:exec|run)\b/.test(line) && !/ <\S/.test(line))
      .map((line) => `${file}: ${line}`),
  );
  expect(reading).toEqual([]);
});
