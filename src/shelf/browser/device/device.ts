import { DEVICE_WORDS, type DeviceWords } from '../../words/device-words.js';
import { DEVICE_KEY } from './device-key.js';

/**
 * Notices on this device: loaded only by pages of patrons whose library offers push messages, and by those that end them. It has no part of the
 * page's script, so that the page is not larger for others.
 */

/** What it needs of the page. */
export interface DeviceAccess {
  readonly patronId: number;
  /** The address of the patron's browsers. */
  readonly href: string;
  readonly reach: (href: string) => string;
  readonly send: (method: string, href: string, body?: unknown) => Promise<unknown>;
}

interface Listed {
  readonly vapidPublicKey?: string;
  readonly pushSubscriptions: readonly { readonly endpoint: string }[];
}

const workerAddress = new URL('worker.js', import.meta.url).href;
const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Shows the switch in an empty element. */
export async function show(place: HTMLElement, access: DeviceAccess): Promise<void> {
  const words = DEVICE_WORDS[document.documentElement.lang.slice(0, 2) as 'en'] ?? DEVICE_WORDS.en;
  const { box, told } = parts(place, words);
  if (!isSupported) return tell(words.unsupported);
  const listed = (await access.send('GET', access.href).catch(() => undefined)) as Listed | undefined;
  const { vapidPublicKey, pushSubscriptions = [] } = listed ?? {};
  if (vapidPublicKey === undefined) return place.replaceChildren();
  const own = await ownSubscription();
  const isOn =
    own !== null &&
    hasKey(own, vapidPublicKey) &&
    Notification.permission === 'granted' &&
    pushSubscriptions.some(({ endpoint }) => endpoint === own.endpoint);
  update(isOn);
  box.addEventListener('change', () => void change());

  function tell(text: string, isOn = false, isFixed = true): void {
    told.textContent = text;
    box.checked = isOn;
    box.disabled = isFixed;
  }

  function update(isOn: boolean): void {
    if (Notification.permission === 'denied') tell(words.blocked);
    else tell(isOn ? words.on : words.off, isOn, false);
  }

  async function change(): Promise<void> {
    const isWanted = box.checked;
    // Only now, so that it is not told at the start.
    told.setAttribute('role', 'status');
    box.disabled = true;
    try {
      if (isWanted) await turnOn(access, vapidPublicKey ?? '');
      else await turnOff(access.send);
      update(isWanted && Notification.permission === 'granted');
    } catch {
      tell(words.failed, !isWanted, false);
    }
    box.focus();
  }
}

/** Called before the patron signs out, or when another one has signed in: nobody else sees the notices. */
export async function leave(send: DeviceAccess['send'] | undefined): Promise<void> {
  if (isSupported) await turnOff(send);
}

async function turnOn({ send, href, patronId, reach }: DeviceAccess, key: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return;
  const registration = await navigator.serviceWorker.register(workerAddress);
  await activated(registration);
  const former = await registration.pushManager.getSubscription();
  // A subscription with another key is of no use any more.
  if (former !== null && !hasKey(former, key)) await former.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await registration.pushManager.subscribe(options);
  const { links } = (await send('POST', href, subscription)) as {
    readonly links: { self: { href: string } };
  };
  localStorage.setItem(DEVICE_KEY, `${patronId} ${reach(links.self.href)}`);
}

/** Also where the service cannot be told: it hears of it from the push service. */
async function turnOff(send: DeviceAccess['send'] | undefined): Promise<void> {
  const [, href] = (localStorage.getItem(DEVICE_KEY) ?? '').split(' ');
  localStorage.removeItem(DEVICE_KEY);
  await (await ownSubscription())?.unsubscribe();
  if (href && send) await send('DELETE', href).catch(() => undefined);
}

async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(workerAddress);
  return registration === undefined ? null : registration.pushManager.getSubscription();
}

/** A browser subscribes only where the worker is active. */
async function activated(registration: ServiceWorkerRegistration): Promise<void> {
  const worker = registration.installing ?? registration.waiting;
  if (worker === null) return;
  await new Promise<void>((resolve) => {
    const look = (): void => void (worker.state === 'activated' && resolve());
    worker.addEventListener('statechange', look);
    look();
  });
}

function hasKey({ options }: PushSubscription, key: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? []);
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === key;
}

function parts(
  place: HTMLElement,
  words: DeviceWords,
): { readonly box: HTMLInputElement; readonly told: HTMLElement } {
  const heading = document.createElement('h3');
  heading.id = 'device';
  heading.textContent = words.heading;
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.setAttribute('role', 'switch');
  box.disabled = true;
  const label = document.createElement('label');
  label.className = 'check';
  label.append(box, ` ${words.turnOn}`);
  const told = document.createElement('p');
  told.id = 'device-state';
  box.setAttribute('aria-describedby', told.id);
  place.setAttribute('aria-labelledby', heading.id);
  place.replaceChildren(heading, label, told);
  return { box, told };
}
