import type { Welcome } from './welcome-page.js';

/** What the base address answers to programs, such as `curl`: the addresses, for a terminal. */
export function welcomeText({ version, publicUrl, hasShelf, isSandbox }: Welcome): string {
  const places: [path: string, purpose: string][] = [
    ...(hasShelf ? [['/shelf', "a patron's holds and loans, as a page"] as [string, string]] : []),
    ...(isSandbox ? [['/console', 'for library staff'] as [string, string]] : []),
    ['/docs', 'every operation, to read about and to try'],
    ['/openapi.json', 'the same for programs'],
    ['/v1/patrons/me', "where a client begins; it needs a patron's token"],
    ['/health/ready', 'whether the service can do its work now'],
  ];
  const width = Math.max(...places.map(([path]) => path.length)) + publicUrl.length;
  return [
    `Holdfast ${version}`,
    '',
    ...places.map(([path, purpose]) => `${(publicUrl + path).padEnd(width)}  ${purpose}`),
    '',
    `curl -H "Authorization: Bearer $TOKEN" ${publicUrl}/v1/patrons/me`,
    '',
  ].join('\n');
}
