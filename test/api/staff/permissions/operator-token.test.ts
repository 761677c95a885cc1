import { expectRefusal } from '../../../support/answers.js';
import { type RawAnswer, sendRaw } from '../../../support/requests/raw-request.js';
import { OPERATOR_TOKEN } from '../../../support/sandbox-clock.js';
import { TestLibrary, type TestPatron } from '../../../support/test-library.js';

/** That each address of the operator takes this token and no patron's is tested with the tokens of both. */

let library: TestLibrary;
let patron: TestPatron;
beforeAll(async () => {
  library = await TestLibrary.open();
  patron = await library.addPatron();
});

function ask(query: string, ...authorizations: readonly string[]): Promise<RawAnswer> {
  const headers = authorizations.map((value) => ['Authorization', value] as const);
  const path = `/operator/v1/libraries/${library.websiteId}/queues${query}`;
  return sendRaw(library.service.url, { method: 'GET', path, headers });
}

test('without the token a request is refused, with a challenge, also with the token in the URL', async () => {
  for (const query of ['', `?access_token=${OPERATOR_TOKEN}`]) {
    const answer = await ask(query);
    expectRefusal(answer, 'Unauthorized', "the operator's token");
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="holdfast"');
  }
});

test('anything but exactly the token is refused', async () => {
  for (const authorization of [
    `Bearer ${'x'.repeat(OPERATOR_TOKEN.length)}`,
    `Bearer ${OPERATOR_TOKEN.slice(0, -1)}`,
    `Bearer ${OPERATOR_TOKEN}0`,
    `Bearer ${OPERATOR_TOKEN.toUpperCase()}`,
    `Bearer ${patron.token}`,
    `Basic ${Buffer.from(`operator:${OPERATOR_TOKEN}`).toString('base64')}`,
    OPERATOR_TOKEN,
    'Bearer',
  ]) {
    const answer = await ask('', authorization);
    expectRefusal(answer, 'Unauthorized', "the operator's token");
    const challenge = 'Bearer realm="holdfast", error="invalid_token"';
    expect(answer.headers.get('www-authenticate')).toBe(challenge);
  }
  for (const second of [OPERATOR_TOKEN, 'another']) {
    const answer = await ask('', `Bearer ${OPERATOR_TOKEN}`, `Bearer ${second}`);
    expectRefusal(answer, 'InvalidFieldValue', 'more than one Authorization header');
  }
});

test.each(['Bearer', 'bearer', 'BEARER'])('the scheme may be %s, and no answer is stored', async (scheme) => {
  const answer = await ask('', `${scheme} ${OPERATOR_TOKEN}`);
  expect([answer.status, answer.body]).toMatchObject([200, { totalItems: 0 }]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});
