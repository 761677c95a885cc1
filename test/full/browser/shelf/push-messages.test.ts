import type { Browser, Page, Worker } from 'playwright-core';
import { hasChromium, requireAccessible } from '../../support/browser.js';
import { eventually } from '../../../support/clock.js';
import { PushServer } from '../../../support/push/push-server.js';
import { offerPush, SUBSCRIPTIONS } from '../../../support/push/pushed.js';
import type { TestPatron } from '../../../support/test-library.js';
import { LOCAL_GATEWAYS } from '../../../support/texts/gateway.js';
import { type ShelfLibrary, ShelfPage, useShelves } from './shelf-library.js';

const inChromium = hasChromium ? describe : describe.skip;

const SWITCH = { name: 'Show notices here' } as const;

/**
 * Stands in for the browser maker's push service, which a test cannot reach, and for the question about notices, which Chromium without a window does not
 * ask.
 */
function standIn(described: { readonly endpoint: string }): void {
  const KEY = 'stand-in';
  const ANSWER = 'answer';
  Object.defineProperty(Notification, 'permission', { get: () => localStorage.getItem(ANSWER) ?? 'default' });
  Notification.requestPermission = () => {
    localStorage.setItem(ANSWER, localStorage.getItem('next-answer') ?? 'granted');
    return Promise.resolve(Notification.permission);
  };
  const subscribed = (key: string): object => ({
    ...described,
    options: { applicationServerKey: Uint8Array.from(atob(key), (each) => each.charCodeAt(0)).buffer },
    toJSON: () => described,
    unsubscribe: () => {
      localStorage.removeItem(KEY);
      return Promise.resolve(true);
    },
  });
  Object.assign(PushManager.prototype, {
    subscribe: ({ applicationServerKey }: { applicationServerKey: string }) => {
      const key = applicationServerKey.replaceAll('-', '+').replaceAll('_', '/');
      localStorage.setItem(KEY, key);
      return Promise.resolve(subscribed(key));
    },
    getSubscription: () => {
      const key = localStorage.getItem(KEY);
      return Promise.resolve(key === null ? null : subscribed(key));
    },
  });
}

inChromium('notices on this device, in My settings', () => {
  let browser: Browser;
  let shelves: ShelfLibrary;
  let server: PushServer;
  let patron: TestPatron;
  let shelf: ShelfPage;
  let page: Page;
  useShelves((opened) => ({ browser, shelves } = opened), LOCAL_GATEWAYS);
  beforeAll(async () => {
    server = await PushServer.start();
  });
  beforeEach(async () => {
    await offerPush(shelves.library);
    patron = await shelves.library.addPatron();
    shelf = await ShelfPage.open(browser, shelves.address);
    ({ page } = shelf);
    await page.addInitScript(standIn, server.newBrowser().describe() as { endpoint: string });
    await page.reload();
  });
  afterEach(() => shelf.close());
  afterAll(() => server.stop());

  const openSettings = async (): Promise<void> => {
    await shelf.useToken(patron);
    await page.getByRole('link', { name: 'My settings' }).click();
  };
  const device = () => shelf.section('Notices on this device');
  const endpoints = async (of = patron): Promise<unknown[]> =>
    ((await of.get(SUBSCRIPTIONS)).body as { pushSubscriptions: unknown[] }).pushSubscriptions;
  const turnOn = async (): Promise<void> => {
    await openSettings();
    await device().getByText('Off.').waitFor();
    await page.getByRole('switch', SWITCH).check();
    await device().getByText('On. This device shows').waitFor();
  };

  test('a patron turns them on, sees a notice, goes to the holds, and turns them off', async () => {
    await turnOn();
    expect(await endpoints()).toHaveLength(1);
    await requireAccessible(page);
    await page.reload();
    await device().getByText('On. This device shows').waitFor();
    const worker = await recordingWorker(page);
    await deliver(page, shelves.address, {
      ...{ title: 'Harbour Library', body: 'Ready to borrow: Emma.', language: 'en', direction: 'ltr' },
      ...{ tag: 'tag', url: 'https://elsewhere.example/shelf/holds?library=1' },
    });
    await eventually(async () =>
      expect(await recorded(worker)).toEqual(['Harbour Library: Ready to borrow: Emma.']),
    );
    const opened = await clicked(worker, 'https://elsewhere.example/shelf/holds?library=1');
    expect(opened).toEqual([`${shelves.address}/holds?library=1`]);
    await page.getByRole('switch', SWITCH).uncheck();
    await device().getByText('Off.').waitFor();
    expect(await endpoints()).toEqual([]);
  });

  test('signing out ends them, and another patron of the browser does not get them', async () => {
    await turnOn();
    await shelf.button('Sign out').click();
    await eventually(async () => expect(await endpoints()).toEqual([]));
    await turnOn();
    // As if the session had ended by itself.
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    const other = await shelves.library.addPatron();
    await shelf.useToken(other);
    await eventually(async () =>
      expect(
        await page.evaluate(() => [localStorage.getItem('stand-in'), localStorage.getItem('shelf-device')]),
      ).toEqual([null, null]),
    );
    expect(await endpoints(other)).toEqual([]);
  });

  test('nothing is asked before the patron does, and a browser that blocks them is told so', async () => {
    await page.evaluate(() => localStorage.setItem('next-answer', 'denied'));
    await openSettings();
    await device().getByText('Off.').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('answer'))).toBeNull();
    await page.getByRole('switch', SWITCH).click();
    await device().getByText('Your browser blocks notices').waitFor();
    expect(await page.getByRole('switch', SWITCH).isDisabled()).toBe(true);
    expect(await endpoints()).toEqual([]);
    await requireAccessible(page);
  });

  test('a browser without push messages is told so', async () => {
    await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
    await page.reload();
    await openSettings();
    await device().getByText('This browser cannot show notices.').waitFor();
  });

  test('nothing of it is shown where the library does not offer it', async () => {
    await offerPush(shelves.library, { push: false });
    await openSettings();
    await shelf.section('How mail comes').waitFor();
    expect(await device().count()).toBe(0);
  });
});

/** What is kept in the worker of what it did. */
interface Recording {
  readonly shown: string[];
  readonly opened: string[];
}

interface RecordingScope extends EventTarget {
  recording: Recording;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { openWindow(address: string): Promise<unknown> };
}

/** Chromium without a window shows no notices: what the worker wants to show is kept instead. */
async function recordingWorker(page: Page): Promise<Worker> {
  await eventually(() => expect(page.context().serviceWorkers()).toHaveLength(1));
  const [worker] = page.context().serviceWorkers() as [Worker];
  await worker.evaluate(() => {
    const scope = globalThis as unknown as RecordingScope;
    scope.recording = { shown: [], opened: [] };
    scope.registration.showNotification = (title, options) => {
      scope.recording.shown.push(`${title}: ${options?.body}`);
      return Promise.resolve();
    };
    scope.clients.openWindow = (address) => {
      scope.recording.opened.push(address);
      return Promise.resolve();
    };
  });
  return worker;
}

const recorded = (worker: Worker): Promise<string[]> =>
  worker.evaluate(() => (globalThis as unknown as RecordingScope).recording.shown);

/** What the worker opens when a notice is clicked. */
function clicked(worker: Worker, url: string): Promise<string[]> {
  return worker.evaluate(async (data) => {
    const scope = globalThis as unknown as RecordingScope;
    let work: Promise<unknown> = Promise.resolve();
    const waitUntil = (given: Promise<unknown>): void => void (work = given);
    const notification = { data, close: () => undefined };
    scope.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }));
    await work;
    return scope.recording.opened;
  }, url);
}

/** As the browser does with what its push service brings. */
async function deliver(page: Page, address: string, message: object): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (registration !== undefined) resolve(registration.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await found;
  const { origin } = new URL(address);
  await session.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId,
    data: JSON.stringify(message),
  });
}
