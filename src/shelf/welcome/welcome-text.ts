import { placesOf, type Welcome } from './welcome-places.js';

/** The answer of the base address to programs such as `curl`: the addresses, for a terminal. */
export function welcomeText(welcome: Welcome): string {
  const { version, publicUrl } = welcome;
  const places = placesOf(welcome).map(({ path, purpose }) => ({ address: `${publicUrl}/${path}`, purpose }));
  const width = Math.max(...places.map(({ address }) => address.length));
  return [
    `Holdfast ${version}`,
    '',
    ...places.map(({ address, purpose }) => `${address.padEnd(width)}  ${purpose}`),
    '',
    'With "Authorization: Bearer TOKEN" in the file authorization:',
    `curl -H @authorization ${publicUrl}/v1/patrons/me`,
    '',
  ].join('\n');
}
