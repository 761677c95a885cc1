import { Logger } from '@nestjs/common';
import { IlsLog } from '../../../src/access/ils/ils-log.js';

afterEach(() => jest.restoreAllMocks());

test('patrons who cannot sign in are one line a minute and library in the log', () => {
  const now = jest.spyOn(performance, 'now').mockReturnValue(0);
  const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  const log = new IlsLog();
  const fail = (websiteId: number): void => log.warn(websiteId, 'It is offline.', 'It cannot be asked.');
  for (let attempt = 1; attempt <= 3; attempt++) fail(1);
  fail(2);
  now.mockReturnValue(60_000);
  fail(1);
  const line = { websiteId: 1, because: 'It is offline.', unlogged: 0 };
  expect(warn.mock.calls).toEqual([
    [line, 'It cannot be asked.'],
    [{ ...line, websiteId: 2 }, 'It cannot be asked.'],
    [{ ...line, unlogged: 2 }, 'It cannot be asked.'],
  ]);
});
