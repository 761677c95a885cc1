import { type ErrorCode, refusal, type MESSAGES } from '../../../src/domain/errors.js';
import type { Hold } from '../../../src/domain/holds/hold.js';
import type { HoldsService } from '../../../src/holds/holds.service.js';
import type { HeldTitle } from '../../../src/holds/holds.store.js';
import { wantedSuspension } from '../../../src/holds/suspension.requests.js';
import { DatabaseUnavailable } from '../../../src/platform/database/failures.js';
import {
  AllSuspensionsService,
  type TitleOutcome,
} from '../../../src/suspensions/all-suspensions.service.js';
import { SuspensionRequest } from '../../../src/suspensions/suspensions.requests.js';
import type { SuspensionsService } from '../../../src/suspensions/suspensions.service.js';

const NOW = new Date('2026-11-22T10:00:00Z');
const PATRON = { websiteId: 37, patronId: 1 };
const WAITING: Hold = {
  ticket: 1,
  emailAddress: null,
  placedAt: NOW,
  suspension: null,
  pickup: null,
  missedPickups: 0,
};
const SUSPENDED: Hold = { ...WAITING, suspension: { type: 'indefinite', since: NOW } };

/** Two holds like `hold`, each of which is changed by `change`. */
function serviceWith(hold: Hold, change: () => Promise<void>): AllSuspensionsService {
  const holds = ['first', 'second'].map((reserveId, index) => ({
    ...{ reserveId, crossRefId: index + 1, hold, now: NOW },
  }));
  const changed = async (): Promise<HeldTitle> => {
    await change();
    return holds[0] as HeldTitle;
  };
  return new AllSuspensionsService(
    { suspend: changed, release: changed } as unknown as SuspensionsService,
    { list: () => Promise.resolve(holds) } as unknown as HoldsService,
  );
}

const outcomes = (found: readonly TitleOutcome[]): unknown[] =>
  found.map(({ outcome, refusal: reason }) => reason?.code ?? outcome);

const fail = (error: Error) => (): Promise<void> => Promise.reject(error);
const refuse = (code: ErrorCode & keyof typeof MESSAGES): (() => Promise<void>) => fail(refusal(code));
const INDEFINITE = { type: 'indefinite' } as const;

describe('what somebody else does to a hold before its turn', () => {
  test.each([
    ['HoldAlreadySuspended', 'alreadySuspended'],
    ['PatronDoesntHaveTitleOnHold', 'PatronDoesntHaveTitleOnHold'],
    ['HoldNotSuspended', 'HoldNotSuspended'],
    ['HoldReadyForCheckout', 'leftReady'],
  ] as const)('when all are suspended: %s is told as %s', async (code, told) => {
    const found = await serviceWith(WAITING, refuse(code)).suspendAll(PATRON, INDEFINITE, true);
    expect(outcomes(found)).toEqual([told, told]);
  });

  test.each([
    ['HoldNotSuspended', 'notSuspended'],
    ['HoldAlreadySuspended', 'HoldAlreadySuspended'],
  ] as const)('when all are released: %s is told as %s', async (code, told) => {
    expect(outcomes(await serviceWith(SUSPENDED, refuse(code)).releaseAll(PATRON))).toEqual([told, told]);
  });
});

test('a database that is busy refuses the hold, and a fault of the service is not hidden', async () => {
  const busy = serviceWith(WAITING, fail(new DatabaseUnavailable(undefined)));
  expect(outcomes(await busy.suspendAll(PATRON, INDEFINITE, true))).toEqual([
    'ServiceUnavailable',
    'ServiceUnavailable',
  ]);
  const faulty = serviceWith(WAITING, fail(new TypeError('x is not a function')));
  await expect(faulty.suspendAll(PATRON, INDEFINITE, true)).rejects.toThrow('x is not a function');
});

test('after ten seconds the rest is refused without being tried', async () => {
  let [now, changes] = [1_000, 0];
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
  const change = (): Promise<void> => {
    changes += 1;
    now += 10_001;
    return Promise.resolve();
  };
  expect(outcomes(await serviceWith(WAITING, change).suspendAll(PATRON, INDEFINITE, true))).toEqual([
    'suspended',
    'ServiceUnavailable',
  ]);
  clock.mockRestore();
  expect(changes).toBe(1);
});

test('a limited suspension without days is refused, never taken for an indefinite one', () => {
  const request = Object.assign(new SuspensionRequest(), { suspensionType: 'limited' as const });
  expect(() => wantedSuspension(request)).toThrow(expect.objectContaining({ code: 'MissingField' }));
});
