import { Trouble } from '../../../src/platform/trouble.js';

test('a failure is news once, again when it is another one, after a success, and after an hour', () => {
  let now = 0;
  const trouble = new Trouble(() => now);
  const down = (): Error =>
    new Error('The database cannot be reached.', { cause: new Error('unsupported startup parameter') });
  const told = [down(), down(), new Error('other'), down(), down()].map((error) => trouble.isNews(error));
  expect(told).toEqual([true, false, true, true, false]);
  trouble.end();
  expect(trouble.isNews(down())).toBe(true);
  now = 60 * 60 * 1000;
  expect([trouble.isNews(down()), trouble.isNews(down())]).toEqual([true, false]);
});
