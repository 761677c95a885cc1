import type { Request, Response } from 'express';
import { leaveMessage, takeMessage } from '../../../src/staff/console/message.js';

/** A browser that keeps the cookie of the message beside those that it has. */
class Browser {
  readonly setCookies: string[] = [];

  constructor(readonly session: string) {}

  get request(): Request {
    const left = this.setCookies.map((cookie) => cookie.replace(/;.*/, ''));
    return { headers: { cookie: [this.session, ...left].join('; ') } } as Request;
  }

  get response(): Response {
    const append = (_: string, cookie: string): void => void this.setCookies.push(cookie);
    return { req: this.request, append } as unknown as Response;
  }

  take(): string | undefined {
    return takeMessage(this.request, this.response);
  }
}

test('a message is shown to whoever was signed in when it was left, and its cookie is deleted', () => {
  const browser = new Browser('holdfast-staff=session');
  leaveMessage(browser.response, 'Zoë’s hold is removed.');
  expect(browser.take()).toBe('Zoë’s hold is removed.');
  expect(browser.setCookies[1]).toMatch(/^console-message=; Max-Age=0/);
});

test('over https the cookie is bound to the host', () => {
  const browser = new Browser('__Host-holdfast-staff=session');
  leaveMessage(browser.response, 'Done.');
  expect(browser.setCookies[0]).toMatch(
    /^__Host-console-message=[\w-]+\.[\w-]+; Max-Age=60; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
});

test.each([
  ['of another session', (value: string) => value, 'holdfast-staff=other'],
  [
    'with other words',
    (value: string) => value.replace(/=[\w-]+\./, '=QnV5IHRoaXM.'),
    'holdfast-staff=session',
  ],
  ['without a signature', () => 'console-message=QnV5IHRoaXM', 'holdfast-staff=session'],
])('a message %s is not shown', (_, change, session) => {
  const browser = new Browser('holdfast-staff=session');
  leaveMessage(browser.response, 'Done.');
  const other = new Browser(session);
  other.setCookies.push(change(browser.setCookies[0]?.replace(/;.*/, '') ?? ''));
  expect(other.take()).toBeUndefined();
});
