/** Keeps the tests of the file in their order where tests are shuffled: they tell one story, each from where the one before ended. */
export function inThisOrder(): void {
  // eslint-disable-next-line no-empty-pattern -- Vitest reads the names of fixtures from it: none are needed.
  beforeAll(({}, suite) => {
    (suite as { shuffle?: boolean }).shuffle = false;
  });
}
