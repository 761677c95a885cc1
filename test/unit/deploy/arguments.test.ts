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
