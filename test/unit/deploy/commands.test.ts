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
