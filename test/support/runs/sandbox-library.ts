import { MailServer } from '../mail-server.js';
import { SANDBOX_SETTINGS, SandboxClock } from '../sandbox-clock.js';
import { TestLibrary } from '../test-library.js';

/** A library with a mail server, and a clock that tests move over HTTP. */
export interface SandboxLibrary {
  readonly library: TestLibrary;
  readonly clock: SandboxClock;
  readonly mails: MailServer;
  close(): Promise<void>;
}

/** @param role `all` runs the timers and sends the mail, `api` does neither */
export async function openSandboxLibrary(
  members: object = {},
  role: 'all' | 'api' = 'all',
): Promise<SandboxLibrary> {
  const mails = await MailServer.start();
  const settings = { ROLE: role, SMTP_URL: mails.url, ...SANDBOX_SETTINGS };
  const library = await TestLibrary.alone(members, settings);
  return {
    library,
    clock: new SandboxClock(library.service.url),
    mails,
    close: async () => {
      await library.close();
      await mails.stop();
    },
  };
}
