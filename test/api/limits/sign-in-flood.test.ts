import { SignInLibraries } from '../../support/access/sign-in/sign-in-libraries.js';
import { expectRefusal } from '../../support/answers.js';

test('of 120 sign-ins at once through one client a few are worked on, the others are refused, and another client’s patron comes in', async () => {
  const libraries = await SignInLibraries.open();
  const { discovery, pinLibrary } = libraries;
  const credentials = { clientId: 'second client', secret: 'secret-of-the-second-client' };
  const second = await libraries.addClient(credentials, pinLibrary);
  const [flooder, rightful] = [await libraries.importCardholder(), await libraries.importCardholder()];
  const flood = Array.from({ length: 120 }, (_, number) =>
    discovery.signIn({ ...flooder, cardNumber: `no card ${number}` }),
  );
  const first = await Promise.race(flood);
  expectRefusal(first, 'TooManyRequests');
  expect(first.headers.get('retry-after')).toBe('1');
  expect((await second.signIn(rightful)).status).toBe(200);

  const answers = await Promise.all(flood);
  const refused = answers.filter(({ status }) => status === 429);
  // As many are let in as end while the others arrive.
  expect(refused.length).toBeGreaterThan(40);
  for (const { status } of answers) expect([400, 429]).toContain(status);
  expect((await discovery.signIn(rightful)).status).toBe(200);
});
