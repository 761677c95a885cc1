import { globSync, readFileSync } from 'node:fs';

test('no script gives a command a secret as an argument, which everybody on the machine can read', () => {
  const files = globSync('deploy/**/*.{sh,yaml,yml}');
  expect(files.length).toBeGreaterThan(10);
  const given = /--[\w-]+=\S*\$\((?:cat|password_in)\b[^)]*(?:password|token|key|url)[^)]*\)/i;
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, i) => (given.test(line) ? [`${file}:${i + 1}`] : [])),
  );
  expect(found).toEqual([]);
});

test('no command that operators are told to type has a secret as an argument', () => {
  const files = [...globSync('docs/operations/*.md'), 'docs/events.md', 'docs/own-library.md', 'RUNBOOK.md'];
  const given = /curl\b.*(?:-H ["']?Authorization: |-u \S+:)|--(?:secret|password|pin|token)[ =]/;
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, i) => (given.test(line) ? [`${file}:${i + 1}`] : [])),
  );
  expect(found).toEqual([]);
});
