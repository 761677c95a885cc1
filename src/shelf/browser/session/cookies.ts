/**
 * The service reads these: which language the page is in, and what it shows before its script runs.
 * @param shelf the address of a file of the shelf
 * @param maxAge in seconds; undefined: until the browser is closed
 */
export function setCookie(shelf: string, name: string, value: string, maxAge?: number): void {
  const path = new URL('.', shelf).pathname.slice(0, -1);
  const age = maxAge === undefined ? '' : `;max-age=${maxAge}`;
  const secure = location.protocol === 'https:' ? ';secure' : '';
  document.cookie = `${name}=${value};path=${path}${age};samesite=lax${secure}`;
}
