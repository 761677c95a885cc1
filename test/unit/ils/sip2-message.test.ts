import { SipFrames } from '../../../src/access/ils/sip2-frames.js';
import {
  checksumOf,
  isSendable,
  onlyValue,
  readMessage,
  type SipMessage,
  writeMessage,
} from '../../../src/access/ils/sip2-message.js';
import type { SipCharset } from '../../../src/access/ils/ils-settings.js';

const ANSWER = `64${' '.repeat(14)}00020261127    120000${' '.repeat(24)}`;

function read(fields: string, charset: SipCharset = 'utf8'): SipMessage {
  return readMessage(Buffer.from(ANSWER + fields), charset);
}

test.each([
  ['9300CNholdfast|COsecret|CPmain|AY0AZ', 'F325'],
  ['9900802.00AY1AZ', 'FCA0'],
  ['941AY0AZ', 'FDFD'],
  ['97AZ', 'FEF5'],
  ['96AZ', 'FEF6'],
  ['AEZoë|AY0AZ', 'FB62'],
])('the checksum of %s is %s', (message, checksum) => {
  expect(checksumOf(Buffer.from(message))).toBe(checksum);
});

test('a message is written in its charset, with a checksum of its bytes, and without fields that have no value', () => {
  const fields = [['AE', 'Zoë'] as const, ['AD', null] as const];
  const request = { code: '', fixed: '', fields };
  expect(writeMessage(request, 'cp850', 0).toString('latin1')).toBe('AEZo\x89|AY0AZFC47\r');
  expect(writeMessage(request, 'utf8', 0).toString()).toBe('AEZoë|AY0AZFB62\r');
  expect(writeMessage(request, 'utf8').toString()).toBe('AEZoë|\r');
});

test('nothing is sent that would be another field or message, or that the charset does not have', () => {
  const refused = ['1234|AOother', '12\r34', '12\n', '\0', '\u0085', '12\u007f'];
  for (const value of refused) {
    expect(isSendable(value, 'utf8')).toBe(false);
    expect(() => writeMessage({ code: '63', fixed: '', fields: [['AD', value]] }, 'utf8', 0)).toThrow(
      'The value of AD cannot be sent.',
    );
  }
  expect([isSendable('пароль', 'utf8'), isSendable('пароль', 'cp850'), isSendable('Zoë', 'cp850')]).toEqual([
    true,
    false,
    true,
  ]);
});

test('an answer with a wrong checksum is damaged, one without any is accepted', () => {
  expect(readMessage(Buffer.from('941AY0AZFDFD'), 'utf8')).toMatchObject({
    code: '94',
    fixed: '1',
    sequence: '0',
  });
  expect(readMessage(Buffer.from('941'), 'utf8')).toMatchObject({ fixed: '1', sequence: undefined });
  expect(() => readMessage(Buffer.from('941AY0AZFDFE'), 'utf8')).toThrow('checksum');
  expect(() => readMessage(Buffer.from('940AY0AZFDFD'), 'utf8')).toThrow('checksum');
});

test.each(['', '9', '94', '64', `64${' '.repeat(58)}`, 'HTTP/1.1 400 Bad Request', '18'])(
  'what is no answer is refused: %j',
  (text) => {
    expect(() => readMessage(Buffer.from(text), 'utf8')).toThrow(/too short|unknown kind/);
  },
);

describe('fields', () => {
  test('come in any order, several times, with blanks behind them, and with escaped delimiters', () => {
    const { fields } = read('AF one |AAcard|AFtwo|AEMüller &#124; Sons|BX   ');
    expect(Object.fromEntries(fields)).toEqual({
      AF: ['one', 'two'],
      AA: ['card'],
      AE: ['Müller | Sons'],
      BX: [''],
    });
  });

  test('of fixed length need no delimiter, and a delimiter within a text ends no field', () => {
    const answer = read('AAcard|BLYBV7.00|CQYBHUSDBZ0002CA0003|AFpay | soon|CB12|');
    expect(Object.fromEntries(answer.fields)).toEqual({
      AA: ['card'],
      BL: ['Y'],
      BV: ['7.00'],
      CQ: ['Y'],
      BH: ['USD'],
      BZ: ['0002'],
      CA: ['0003'],
      AF: ['pay | soon'],
      CB: ['12'],
    });
  });

  test('without delimiters take no longer the more of them there are: others wait for the thread', () => {
    const before = process.threadCpuUsage();
    expect(read('BLY'.repeat(21_000)).fields.get('BL')).toHaveLength(21_000);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(100);
  });

  test('that decide must be clear: what looks like a second one may be a text that somebody chose', () => {
    expect(onlyValue(read('AAcard|AAcard|'), 'AA')).toBe('card');
    expect(() => onlyValue(read('AEEve|PCstaff|PCchild|'), 'PC')).toThrow('several fields PC');
  });

  test('are read in the charset of the library', () => {
    expect(readMessage(Buffer.from(`${ANSWER}AEZo\x89|`, 'latin1'), 'cp850').fields.get('AE')).toEqual([
      'Zoë',
    ]);
  });
});

describe('frames', () => {
  const all = (...pieces: string[]): string[] => {
    const frames = new SipFrames();
    return pieces.flatMap((piece) => frames.push(Buffer.from(piece)).map(String));
  };

  test('come in pieces, together, and with whatever is between them', () => {
    expect(all('94', '1\r98', 'Y\r\n  64 \0\r\n\r\r', '36')).toEqual(['941', '98Y', '64']);
  });
});
