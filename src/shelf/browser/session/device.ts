import type * as Device from '../device/device.js';
import { DEVICE_KEY } from '../device/device-key.js';

/** The part of the script that most pages do not need. The page has its name. */
export function device(): Promise<typeof Device> {
  const { device: name = '' } = document.getElementById('words')!.dataset;
  return import(name) as Promise<typeof Device>;
}

/** Ends notices on this device, if it has any, unless they are those of this patron. @param token of the patron who signs out */
export async function leaveDevice(token?: string, patronId?: number): Promise<void> {
  const stored = localStorage.getItem(DEVICE_KEY);
  if (!stored || stored.startsWith(`${patronId} `)) return;
  const send = (method: string, href: string): Promise<unknown> =>
    fetch(href, { method, headers: { Authorization: `Bearer ${token}` } });
  await device()
    .then(({ leave }) => leave(token === undefined ? undefined : send))
    .catch(() => undefined);
}
