import { ilsPoints } from '../../../../src/cli/ils-checklist.js';
import { asLines } from '../../../../src/cli/points.js';
import { readConfig } from '../../../../src/platform/settings/config.js';
import { settingsSchemas } from '../../../../src/records/kinds/settings/settings.schema.js';
import { IlsResponder } from '../../../support/access/ils/ils-responder.js';

const PIN = '8642';
const config = readConfig({ OUTBOUND_PRIVATE_NETWORKS: '127.0.0.0/8' });

let responder: IlsResponder;
beforeAll(async () => {
  responder = await IlsResponder.start();
  const fields = [
    ['AA', '2001'],
    ['AE', 'Ada Lovelace'],
    ['PC', 'AD'],
    ['PA', '20301231'],
  ] as const;
  responder.add({ names: ['2001'], pin: PIN, fields, status: '    Y         ' });
  const ended = [
    ['AA', 'over'],
    ['PA', '20190630'],
  ] as const;
  responder.add({ names: ['over'], pin: PIN, isValid: false, fields: ended });
  responder.add({ names: ['ada'], pin: PIN, fields: [...fields, ['XI', '77']] });
});
afterAll(() => responder.stop());
beforeEach(async () => {
  await responder.idle();
  responder.behave();
});

/** What the command prints, in which neither the PIN nor what the system says of a person may be. */
async function check(members: object = {}, card?: string, pin: string | null = PIN): Promise<string> {
  const categories = [{ field: 'PC', value: 'AD', category: 'adult' }];
  const given = {
    kind: 'sip2',
    host: '127.0.0.1',
    port: responder.port,
    tls: false,
    login: 'holdfast',
    categories,
  };
  const ils = settingsSchemas.whole.parse({ websiteId: 37, signIn: { ...given, ...members } }).signIn!;
  const asked = card === undefined ? undefined : { cardNumber: card, pin };
  const text = asLines(await ilsPoints(config, { websiteId: 37, ils, categories: ['adult'] }, asked)).join(
    '\n',
  );
  for (const secret of [PIN, 'Ada', 'Lovelace', '3.50']) expect(text).not.toContain(secret);
  return text.replaceAll(`Library system at 127.0.0.1:${responder.port} (without TLS): `, '');
}

test('a system is walked through step by step', async () => {
  expect(await check({}, '2001')).toBe(`  [x] connected.
  [x] the login is accepted.
  [x] it is online.
  [x] it answers about the card.
  [x] it says "G******** f*** t** l******." (AF, masked).
  [x] it says "Y** o** *.**." (AF, masked).
  [x] card and PIN are right.
  [x] the category is "adult".
  [x] the card is blocked. The library's system says: card lost.
  [x] the card expires on 2030-12-31.`);
});

test('without a card, it is asked about nobody', async () => {
  expect(await check()).toBe(`  [x] connected.
  [x] the login is accepted.
  [x] it is online.
  [ ] sign in with a test card: --card NUMBER --pin-from-stdin`);
  expect(responder.codes()).toEqual(['93', '99']);
});

test.each<[string, Parameters<IlsResponder['behave']>[0], Parameters<typeof check>, string]>([
  ['the login', { login: 'refused' }, [], '[x] connected.\n  [!] It refuses the login or its password.'],
  ['the system', { online: false }, [], '[x] the login is accepted.\n  [!] It says that it is offline.'],
  ['the card', {}, [{}, 'unknown'], '[!] it does not know the card'],
  ['the PIN', {}, [{}, '2001', 'wrong'], '[!] it says that the PIN is wrong (CQ).'],
  [
    'nothing but the card',
    {},
    [{}, 'over'],
    '[ ] it says that the card is not valid (BL): the card expired on 2019-06-30. Try another card.',
  ],
  ['the length of the card', {}, [{}, '1'.repeat(101)], '[!] it is not asked: the card or the PIN is empty'],
  [
    'that no PIN is checked',
    { withoutPinAnswer: true },
    [{}, '2001'],
    '[!] it does not say whether the PIN is right',
  ],
  [
    'the rules',
    {},
    [{ categories: [] }, '2001'],
    '[!] there is no rule for categories; the answer has the fields AA, AE, AF, AO, BL, CQ',
  ],
  [
    'a rule',
    {},
    [{ categories: [{ field: 'PC', value: 'X', category: 'adult' }] }, '2001'],
    '[!] no rule fits PC "AD"; the answer has the fields AA',
  ],
  [
    'the home library',
    {},
    [{ homeLibrary: { field: 'AQ', allow: ['MAIN'] } }, '2001'],
    '[!] the home library (AQ) is not told; the answer has the fields AA',
  ],
  [
    'the pattern of cards',
    {},
    [{ cardPattern: '21*' }, '2001'],
    '[!] it is not asked: cardPattern is "21*", which the card does not fit.',
  ],
  [
    'the password of the terminal',
    { terminalPassword: 'desk' },
    [{ terminalPassword: 'another' }, '2001'],
    'Some systems say so for a wrong terminalPassword.',
  ],
  [
    'a password whose key is gone',
    {},
    [{ terminalPassword: 'sealed.of-another.key' }],
    '[!] its passwords were sealed with another WEBHOOKS_KEY',
  ],
  [
    'a system that has no patron information',
    { onlyStatus: true },
    [{}, '2001'],
    '[ ] it tells the status of a card alone: no category, no last day.',
  ],
  [
    'the category',
    {},
    [{ categories: [], defaultCategory: 'none' }, '2001'],
    '[!] the library has no category "none"',
  ],
  ['another card than was typed', {}, [{}, 'ada'], '[ ] it names another card (AA) than was typed'],
  [
    'numbers of its own',
    {},
    [{}, 'ada'],
    '[ ] it has a number of its own (XI): lists need it as externalId.',
  ],
  ['the address', {}, [{ host: '10.0.0.1' }], 'host must be the address of a public host'],
])('it says what is wrong with %s', async (_, manners, given, problem) => {
  responder.behave(manners);
  expect(await check(...given)).toContain(problem);
});
