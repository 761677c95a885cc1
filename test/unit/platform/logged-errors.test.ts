import { DatabaseError } from 'pg';
import { DatabaseUnavailable } from '../../../src/platform/database/failures.js';
import { withoutValues } from '../../../src/platform/observability/log-lines.js';

function coded(message: string, code: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code });
}

describe('the log has of an error', () => {
  test('its kind, its code and its location, but not its message', () => {
    expect(withoutValues(coded('canary', 'EPIPE'))).toEqual({
      kind: 'Error',
      code: 'EPIPE',
      at: expect.arrayContaining([expect.stringMatching(/^ {4}at /)]),
    });
  });

  test('the kind and the code of what caused it, and of what caused that', () => {
    const driver = Object.assign(new DatabaseError('canary', 0, 'error'), {
      code: '55P03',
      cause: coded('canary', 'EPIPE'),
    });
    const logged = withoutValues(new DatabaseUnavailable(driver));
    expect(logged).toEqual({
      kind: 'DatabaseUnavailable',
      at: expect.any(Array),
      cause: { kind: 'DatabaseError', code: '55P03', cause: { kind: 'Error', code: 'EPIPE' } },
    });
    expect(JSON.stringify(logged)).not.toContain('canary');
  });

  test('a bounded part, even if errors cause each other', () => {
    const [one, other] = [coded('canary', 'ONE'), coded('canary', 'OTHER')];
    one.cause = other;
    other.cause = one;
    expect(JSON.stringify(withoutValues(one)).length).toBeLessThan(10_000);
  });

  test.each([['canary'], [undefined], [{ message: 'canary' }]])(
    'the type, if something else was thrown: %j',
    (thrown) => {
      expect(withoutValues(thrown)).toEqual({ kind: typeof thrown });
    },
  );
});
