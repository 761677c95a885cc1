import type { IlsSettings } from '../../../../src/access/ils/ils-settings.js';
import { askForPatron, type SipStep } from '../../../../src/access/ils/sip2-walk.js';
import type { SipMessage } from '../../../../src/access/ils/sip2-message.js';
import { settingsSchemas } from '../../../../src/records/kinds/settings/settings.schema.js';
import { type IlsManners, IlsResponder } from '../../../support/access/ils/ils-responder.js';
import { freePort } from '../../../support/free-port.js';

let responder: IlsResponder;
beforeAll(async () => {
  responder = await IlsResponder.start();
  responder.add({
    names: ['2001', 'Zoë'],
    pin: '4711',
    fields: [
      ['AA', '2001'],
      ['AE', 'Zoë Müller'],
      ['PC', 'AD'],
    ],
  });
});
afterAll(() => responder.stop());
beforeEach(async () => {
  await responder.idle();
  responder.behave();
});

interface Question {
  readonly cardNumber?: string;
  readonly settings?: object;
  readonly port?: number;
  readonly tls?: boolean;
  readonly milliseconds?: number;
  readonly onStep?: (step: SipStep) => void;
}

function ask({
  cardNumber = '2001',
  settings,
  port = responder.port,
  tls = false,
  milliseconds = 5_000,
  onStep,
}: Question = {}): Promise<SipMessage> {
  const given = { kind: 'sip2', host: '127.0.0.1', login: 'holdfast', ...settings };
  const ils: IlsSettings = settingsSchemas.whole.parse({ websiteId: 1, signIn: given }).signIn!;
  const whole = AbortSignal.timeout(milliseconds);
  return askForPatron(
    {
      server: { ...ils, port, tls, addresses: [{ address: '127.0.0.1', family: 4 }] },
      ils,
      passwords: { password: 'secret', terminalPassword: 'of the desk' },
      deadlines: { connecting: whole, whole },
      ...(onStep && { onStep }),
    },
    { cardNumber, pin: '4711' },
  );
}

const TIME = String.raw`\d{8}    \d{6}`;

test('one connection for each question: login, status, patron, end', async () => {
  const steps: SipStep[] = [];
  const settings = { institutionId: 'main', locationCode: 'desk' };
  const { fields } = await ask({ settings, onStep: (step) => steps.push(step) });
  expect([fields.get('AA'), fields.get('CQ'), fields.get('AF')]).toEqual([
    ['2001'],
    ['Y'],
    ['Greetings from the library.', 'You owe 3.50.'],
  ]);
  expect(steps).toEqual(['connection', 'login', 'status', 'patron']);
  await responder.idle();
  expect(responder.messages).toEqual([
    '9300CNholdfast|COsecret|CPdesk|',
    '9900802.00',
    expect.stringMatching(new RegExp(`^63000${TIME} {10}AOmain\\|AA2001\\|ACof the desk\\|AD4711\\|$`)),
    expect.stringMatching(new RegExp(`^35${TIME}AOmain\\|AA2001\\|ACof the desk\\|$`)),
  ]);
});

test('a system that has no patron information is asked for the patron’s status', async () => {
  responder.behave({ onlyStatus: true });
  const { code, fields } = await ask();
  expect([code, fields.get('AA'), fields.get('BL'), fields.get('CQ')]).toEqual([
    '24',
    ['2001'],
    ['Y'],
    ['Y'],
  ]);
  await responder.idle();
  expect(responder.messages[2]).toMatch(new RegExp(`^23000${TIME}AO\\|AA2001\\|ACof the desk\\|AD4711\\|$`));
});

test('what a library’s system does not want is left out', async () => {
  await ask({ settings: { login: null, scStatus: false, endSession: false, errorDetection: false } });
  await responder.idle();
  expect(responder.codes()).toEqual(['63']);
});

test.each<[string, Partial<IlsManners>, string?]>([
  ['in pieces', { segments: 'split' }],
  ['together with others, whose numbers are of no request', { segments: 'joined' }],
  ['with a line feed', { ending: '\r\n' }],
  ['without checksums', { checksums: 'none' }],
  ['damaged once', { checksums: 'wrong-once' }],
  ['after the message was sent three times', { notUnderstood: 2 }],
  ['with fields in reverse order', { reversed: true }],
  ['with fields that have no end', { unended: true }],
  ['in an older charset', { charset: 'cp850' }, 'cp850'],
  ['on a second connection', { lostAt: '63', lostTimes: 1 }],
])('an answer that comes %s is understood', async (_, manners, charset = 'utf8') => {
  responder.behave(manners);
  const { fields } = await ask({ cardNumber: 'Zoë', settings: { charset } });
  expect([fields.get('AA'), fields.get('AE'), fields.get('BL'), fields.get('CQ')]).toEqual([
    ['2001'],
    ['Zoë Müller'],
    ['Y'],
    ['Y'],
  ]);
});

test.each<[string, Partial<IlsManners>, Question, string, readonly string[]]>([
  ['refuses the login', { login: 'refused' }, {}, 'refuses the login', ['93']],
  ['is offline', { online: false }, {}, 'offline', ['93', '99']],
  ['never understands', { notUnderstood: 9 }, {}, 'does not understand', ['93', '93', '93']],
  ['damages all it says', { checksums: 'wrong' }, {}, 'damaged twice', ['93', '97']],
  ['ends each connection', { lostAt: '63' }, {}, 'connection', ['93', '99', '63', '93', '99', '63']],
  ['is silent', { silentAt: '63' }, { milliseconds: 150 }, 'in time', ['93', '99', '63']],
  ['sends without end', { endlessAt: '99' }, {}, 'no end', ['93', '99']],
  ['answers other questions', { floodsAt: '63' }, {}, 'nobody has asked for', ['93', '99', '63']],
])('a system that %s gives no answer', async (_, manners, question, problem, codes) => {
  responder.behave(manners);
  await expect(ask(question)).rejects.toThrow(problem);
  await responder.idle();
  expect(responder.codes().filter((code) => /^\d/.test(code))).toEqual(codes);
});

test('a system that speaks no TLS gives no answer', async () => {
  await expect(ask({ tls: true })).rejects.toThrow('No connection was made');
});

test('where nothing listens, nothing is tried again', async () => {
  await expect(ask({ port: await freePort() })).rejects.toThrow('Nothing listens there.');
});
