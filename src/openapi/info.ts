/** How all operations work, for a reader who has seen none. */
export const INFO = {
  title: 'Holdfast',
  summary: 'Patron holds on digital library titles.',
  contact: { name: 'The maintainers of Holdfast' },
  license: { name: 'MIT', identifier: 'MIT' },
  description: `
A patron signs in (\`POST /patrontoken\`) and begins at \`GET /v1/patrons/me\`. From there, links and link templates
lead to everything, and each answer carries the actions that are possible now, with their method, address and fields.

**Requests.** A body is \`{"fields": [{"name": string, "value": string}, …]}\`, sent as \`application/json\` or
\`application/*+json\` in UTF-8, at most 64 KiB. Names match in any case; names that an operation does not know are
ignored; a value may also be a number or a boolean; null and "" mean that the field is absent. An address may end in a slash.

**Titles** have two identifiers, \`reserveId\` (a GUID) and \`crossRefId\` (a number). Either works wherever a title is named.

**Answers.** Times are UTC. Addresses are absolute. Every answer has the headers \`Cache-Control: no-cache\`,
\`Pragma: no-cache\`, \`Expires: -1\`, \`X-Frame-Options: deny\` and \`X-Request-Id\`. Answers to GET have an
\`ETag\`. HEAD works as GET, and OPTIONS lists the methods of an address.

**Errors** have one body, \`{"errorCode", "message", "token"}\`. Programs decide by \`errorCode\`, people read \`message\`, and
\`token\` is the request’s id. An address that is not there is 404 \`NotFound\`; one that is, but not with this method, is 405
\`MethodNotAllowed\` with \`Allow\`. After a 503 every operation may be sent again.
`.trim(),
} as const;
