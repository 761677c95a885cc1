import { wantedSuspension } from '../../../src/holds/suspension.requests.js';
import { SuspensionRequest } from '../../../src/suspensions/suspensions.requests.js';

test('a limited suspension without days is refused, never taken for an indefinite one', () => {
  const request = Object.assign(new SuspensionRequest(), { suspensionType: 'limited' as const });
  expect(() => wantedSuspension(request)).toThrow(expect.objectContaining({ code: 'MissingField' }));
});
