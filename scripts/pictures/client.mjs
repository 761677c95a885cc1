import { setTimeout as sleep } from 'node:timers/promises';

/** Sends requests with this token; an error of the service ends the script. */
export function clientOf(url, token) {
  const send = async (method, path, type, body) => {
    const headers = { authorization: `Bearer ${token}`, ...(type && { 'content-type': type }) };
    const response = await fetch(url + path, { method, headers, body });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  return {
    send,
    get: (path) => send('GET', path),
    delete: (path) => send('DELETE', path),
    post: (path, values) => {
      const fields = Object.entries(values).map(([name, value]) => ({ name, value }));
      return send('POST', path, 'application/json', JSON.stringify({ fields }));
    },
  };
}

/** @returns what `look` finds, as soon as it finds something */
export async function until(look) {
  for (let tries = 0; tries < 600; tries++) {
    const found = await look();
    if (found) return found;
    await sleep(100);
  }
  throw new Error(`It did not happen: ${look}`);
}
