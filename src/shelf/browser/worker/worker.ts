/** Shows push messages, also while no page is open. It keeps nothing, and takes no part in the page's requests. */

/** What the service sends: see docs/notices.md. */
interface Message {
  readonly title: string;
  readonly body: string;
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly tag: string;
  readonly url?: string;
}

interface PushEvent extends Event {
  readonly data: { json(): Message } | null;
  waitUntil(work: Promise<unknown>): void;
}

interface ClickEvent extends Event {
  readonly notification: Notification;
  waitUntil(work: Promise<unknown>): void;
}

interface WindowClient {
  readonly url: string;
  focus(): Promise<unknown>;
}

/** The part of a service worker's global scope that this one uses: its types exclude those of pages. */
declare const self: {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: object): Promise<readonly WindowClient[]>;
    openWindow(address: string): Promise<unknown>;
  };
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
};

self.addEventListener('push', (event) => {
  if (event.data === null) return;
  const { title, body, language, direction, tag, url } = event.data.json();
  const options = { body, lang: language, dir: direction, tag, data: url };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data as string | undefined));
});

/** The holds, where the browser reaches the shelf: in a page that shows them, or in another one, which leaves what is typed elsewhere alone. */
async function open(url: string | undefined): Promise<void> {
  const { search } = new URL(url ?? '', self.location.href);
  const holds = new URL('holds', self.location.href);
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = pages.find((page) => page.url.startsWith(holds.href));
  if (shown === undefined) await self.clients.openWindow(holds.href + search);
  else await shown.focus();
}
