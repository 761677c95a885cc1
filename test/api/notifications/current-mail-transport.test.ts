import { CurrentMailTransport } from '../../../src/notifications/sending/current-mail-transport.js';
import { composeTestMail } from '../../../src/notifications/composing/test-mail.js';
import { readConfig } from '../../../src/platform/settings/config.js';
import { LiveSettings } from '../../../src/platform/settings/live-settings.js';
import { eventually } from '../../support/clock.js';
import { MailServer } from '../../support/mail-server.js';

const NEVER = new AbortController().signal;
const sender = { name: null, address: 'holds@example.org', replyTo: null, bouncesTo: null };

test('mails that are on their way, or wait for a connection, still reach a server that was replaced', async () => {
  const [old, next] = [await MailServer.start(), await MailServer.start()];
  const config = readConfig({ SMTP_URL: old.url, MAIL_CONCURRENCY: '1' });
  const settings = new LiveSettings(config);
  const transport = new CurrentMailTransport(settings, config);
  const deliver = (name: string): Promise<void> =>
    transport.deliver(composeTestMail('Library', `${name}@example.org`, sender), NEVER);
  const answers: (() => void)[] = [];
  old.beforeAnswer = () => new Promise((resolve) => answers.push(resolve));
  try {
    const underWay = [deliver('first'), deliver('second')];
    await eventually(() => expect(answers).toHaveLength(1));
    settings.change({ smtpUrl: next.url });
    await deliver('third');
    answers[0]?.();
    await eventually(() => expect(answers).toHaveLength(2));
    answers[1]?.();
    await Promise.all(underWay);
    expect(old.accepted.map(({ recipients }) => recipients[0])).toEqual([
      'first@example.org',
      'second@example.org',
    ]);
    expect(next.accepted.map(({ recipients }) => recipients[0])).toEqual(['third@example.org']);
  } finally {
    for (const answer of answers) answer();
    transport.close();
    await Promise.all([old.stop(), next.stop()]);
  }
});
