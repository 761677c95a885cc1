import { changeSettings } from '../../../src/records/kinds/settings/settings-changes.js';

const NONE = {
  websiteId: 38,
  mail: null,
  identityProvider: null,
  signIn: null,
  rates: null,
  notices: null,
  collections: null,
  holds: null,
  loans: null,
  content: null,
  shelf: null,
  texts: null,
};

test('a value may have an equals sign and spaces', () => {
  expect(changeSettings(NONE, ['mail.fromName=a = b'])).toEqual({
    ...NONE,
    mail: { fromAddress: null, fromName: 'a = b', replyTo: null },
  });
});

test('lists, numbers, and true or false are typed as text', () => {
  const changed = changeSettings(NONE, [
    ...['signIn.kind=sip2', 'signIn.host=ils.example', 'signIn.port=7000', 'signIn.tls=false'],
    ...['signIn.blocks=cardLost, holdDenied', 'signIn.categories=PC=AD:adults, PC=ST*:students: all'],
    ...['signIn.homeLibrary=AQ=MAIN, EAST', 'signIn.feeLimit=10.50'],
  ]);
  expect(changed.signIn).toMatchObject({
    ...{ port: 7000, tls: false, scStatus: true, blocks: ['cardLost', 'holdDenied'] },
    categories: [
      { field: 'PC', value: 'AD', category: 'adults' },
      { field: 'PC', value: 'ST*', category: 'students: all' },
    ],
    ...{ homeLibrary: { field: 'AQ', allow: ['MAIN', 'EAST'] }, feeLimit: 10.5 },
  });
});

test('a change of one setting leaves all others, also the defaults of a sign-in', () => {
  const stored = changeSettings(NONE, ['signIn.kind=sip2', 'signIn.host=ils.example']);
  expect(changeSettings(stored, ['rates.perPatron=5'])).toMatchObject({ signIn: stored.signIn });
});

test('later changes of one setting win, and groups that become empty are absent', () => {
  const changed = changeSettings(NONE, ['rates.perPatron=5', 'rates.perPatron=6', 'mail.replyTo=']);
  expect(changed).toEqual({ ...NONE, rates: { perPatron: 6, perClient: null, perLibrary: null } });
  expect(changeSettings(changed, ['rates.perPatron='])).toEqual(NONE);
});

test.each([
  ['rates.perPatron=many', 'rates.perPatron must be a whole number from 0 to 1000000'],
  ['rates.perPatron', 'rates.perPatron needs a value'],
  ['signIn.feeLimit=ten', 'signIn.feeLimit must be an amount, like 10.50'],
  ['signIn.categories=PC', 'signIn.categories[0] must be an object with field, value and category'],
  ['signIn.homeLibrary=MAIN', 'signIn.homeLibrary must be an object with field and allow'],
  ['signIn.homeLibrary=AQ=', 'signIn.homeLibrary.allow[0] must be text of 1 to 255 characters'],
  ['signIn.tls=yes', 'signIn.tls must be true or false'],
  ['mail.fromAddress=canary', 'mail.fromAddress must be'],
  ['identityProvider.issuer=x', 'identityProvider.audience is missing'],
  ['smtpUrl=canary', '"smtpUrl" is not a setting: choose from mail.fromAddress, '],
  ['constructor.name=canary', '"constructor.name" is not a setting'],
  ['mail=canary', '"mail" is not a setting'],
])('%s is refused, and the reason names the setting but not the value', (change, reason) => {
  const attempt = (): unknown => changeSettings(NONE, ['mail.fromName=Other', change]);
  expect(attempt).toThrow(reason);
  expect(attempt).not.toThrow('canary');
});

test('languages are separated by commas, and hours and copies are numbers', () => {
  const changed = changeSettings(NONE, ['notices.languages=de, en-us', 'notices.reminderHours=24']);
  expect(changed.notices).toMatchObject({ languages: ['de', 'en-US'], reminderHours: 24, color: null });
  expect(changeSettings(changed, ['notices.languages=', 'notices.reminderHours='])).toEqual(NONE);
  expect(changeSettings(NONE, ['collections.holdsPerCopy=4']).collections).toEqual({
    holdsPerCopy: 4,
    targetWaitDays: null,
  });
  const days = changeSettings(NONE, ['collections.targetWaitDays=30']);
  expect(days.collections).toEqual({ holdsPerCopy: null, targetWaitDays: 30 });
  expect(changeSettings(NONE, ['content.frameOrigins=https://a.example, https://b.example']).content).toEqual(
    {
      frameOrigins: ['https://a.example', 'https://b.example'],
    },
  );
  expect(() => changeSettings(NONE, ['notices.reminderHours=soon'])).toThrow(
    'notices.reminderHours must be a whole number from 0 to 720',
  );
});
