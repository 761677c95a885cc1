/** Sends what the form of the page says, and shows the answer, and the same request as a program. In the browser. */

const { btoa, document, fetch, sessionStorage, TextDecoderStream, URLSearchParams } = globalThis;

/** The service, as the browser reaches it: PUBLIC_URL may name it otherwise. */
const service = new URL('..', import.meta.url);
const form = document.querySelector('form');
const [answer, programs] = ['answer', 'programs'].map((id) => document.getElementById(id));

/** Tokens that end by themselves last as long as the tab; what does not, such as a client's secret, is gone with the page. */
const KEPT = ['patron', 'clientToken'];
const keptAs = (scheme) => `holdfast-docs-${scheme}`;

/** More of an answer is cut off: a page shows it, and a program reads it. */
const MAX_SHOWN = 200_000;

function controlsIn(place) {
  return [...form.elements].filter(({ dataset }) => dataset.in === place);
}

/** What is left empty is absent. */
function valuesIn(place) {
  return controlsIn(place)
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => [name, value]);
}

function requestOf() {
  const { method, path, type } = form.dataset;
  const filled = valuesIn('path').reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  const url = new URL(filled.slice(1), service);
  for (const [name, value] of valuesIn('query')) url.searchParams.append(name, value);
  const headers = [...valuesIn('header'), ...(type === undefined ? [] : [['Content-Type', type]])];
  return { method, url: url.href, headers, body: bodyOf(type) };
}

function bodyOf(type) {
  const [text] = controlsIn('body');
  if (text !== undefined || type === undefined) return text?.value;
  if (controlsIn('form').length > 0) return new URLSearchParams(valuesIn('form')).toString();
  return JSON.stringify({ fields: valuesIn('field').map(([name, value]) => ({ name, value })) });
}

/** What is sent, and what programs have in its place: a secret is typed once, and shown nowhere. */
function authorizationOf() {
  if (controlsIn('client').length > 0) {
    const { id, secret } = Object.fromEntries(
      valuesIn('client').map(([name, value]) => [name, encodeURIComponent(value)]),
    );
    return {
      sent: id && `Basic ${btoa(`${id}:${secret ?? ''}`)}`,
      curl: ['-u "$CLIENT_ID:$CLIENT_SECRET"'],
      javaScript: ['"Authorization": `Basic ${btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)}`'],
    };
  }
  if (controlsIn('bearer').length === 0) return { curl: [], javaScript: [] };
  const [[, token] = []] = valuesIn('bearer');
  return {
    sent: token && `Bearer ${token}`,
    curl: ['-H "Authorization: Bearer $TOKEN"'],
    javaScript: ['"Authorization": `Bearer ${TOKEN}`'],
  };
}

function showPrograms() {
  const { method, url, headers, body } = requestOf();
  const { curl, javaScript } = authorizationOf();
  const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const lines = [
    `curl -X ${method} ${quoted(url)}`,
    ...curl,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${quoted(body)}`]),
  ];
  const members = [
    ...javaScript,
    ...headers.map((header) => header.map((text) => JSON.stringify(text)).join(': ')),
  ];
  const options = [
    `method: ${JSON.stringify(method)}`,
    ...(members.length === 0 ? [] : [`headers: { ${members.join(', ')} }`]),
    ...(body === undefined ? [] : [`body: ${JSON.stringify(body)}`]),
  ];
  show('curl', lines.join(' \\\n  '));
  show(
    'javascript',
    `const response = await fetch(${JSON.stringify(url)}, {\n${options.map((line) => `  ${line},\n`).join('')}});\nconsole.log(response.status, await response.text());`,
  );
}

function show(id, text) {
  document.getElementById(id).textContent = text;
}

let sending = new AbortController();

async function send() {
  // An answer may have no end.
  sending.abort();
  sending = new AbortController();
  const { signal } = sending;
  const { url, headers, ...request } = requestOf();
  const { sent } = authorizationOf();
  if (sent) headers.push(['Authorization', sent]);
  for (const id of ['headers', 'body']) show(id, '');
  show('status', 'Sending…');
  answer.hidden = false;
  const start = performance.now();
  try {
    const options = { ...request, headers, signal, credentials: 'omit', cache: 'no-store' };
    const response = await fetch(url, options);
    show(
      'status',
      `${response.status} ${response.statusText} after ${Math.round(performance.now() - start)} ms`,
    );
    show('headers', [...response.headers].map((header) => header.join(': ')).join('\n'));
    await showBody(response);
  } catch (error) {
    if (!signal.aborted) show('status', `No answer came, or it leads to another address: ${error.message}`);
  }
}

async function showBody(response) {
  let text = '';
  for (
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    reader !== undefined;
  ) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
    show('body', text);
    if (text.length > MAX_SHOWN) return reader.cancel();
  }
  if (!/\bjson\b/.test(response.headers.get('content-type'))) return;
  const record = JSON.parse(text);
  show('body', JSON.stringify(record, undefined, 2));
  if (response.ok && form.dataset.keeps)
    sessionStorage.setItem(keptAs(form.dataset.keeps), record.access_token);
}

/** A collection is named by a token that each library has of its own: in place of the example's, the signed-in patron's. */
async function fillInCollection() {
  const [collection] = controlsIn('path').filter(({ name }) => name === 'token');
  const { sent } = authorizationOf();
  if (sent === undefined || collection === undefined || collection.value !== collection.defaultValue) return;
  const answer = await fetch(new URL('v1/patrons/me', service), { headers: { Authorization: sent } });
  if (!answer.ok) return;
  collection.value = (await answer.json()).collectionToken;
  showPrograms();
}

for (const token of controlsIn('bearer')) {
  if (!KEPT.includes(token.name)) continue;
  token.value = sessionStorage.getItem(keptAs(token.name)) ?? '';
  token.addEventListener('change', () => {
    sessionStorage.setItem(keptAs(token.name), token.value);
    void fillInCollection();
  });
}
form.addEventListener('input', showPrograms);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void send();
});
showPrograms();
programs.hidden = false;
form.querySelector('button').disabled = false;
await fillInCollection();
