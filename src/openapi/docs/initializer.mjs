/** Starts Swagger UI on the page, in the browser. */
import SwaggerUI from 'swagger-ui-dist/swagger-ui-bundle.js';

/** The service, as the browser reaches it: PUBLIC_URL may name it otherwise. */
const service = new URL('..', import.meta.url);
const KEPT = 'holdfast-docs-authorization';

/** Operations are tried where the page came from: the page may connect to nothing else. */
const tryHere = {
  statePlugins: {
    spec: {
      wrapActions: {
        updateJsonSpec: (update) => (document) =>
          update(withServer(document, service.href.replace(/\/$/, ''))),
      },
    },
  },
};

function withServer(document, url) {
  const { responses } = document.components;
  return {
    ...document,
    servers: [{ url }],
    // The overview says what they are about.
    tags: document.tags.map(({ name }) => ({ name })),
    paths: mapped(document.paths, ({ servers: _, ...operations }) => mapped(operations, shortened)),
    components: { ...document.components, responses: withoutSharedHeaders(responses) },
  };
}

/** The description says them once. Those that an answer has otherwise are described there. */
const SHARED_HEADERS = ['Cache-Control', 'Pragma', 'Expires', 'X-Frame-Options', 'X-Request-Id'];

function withoutSharedHeaders(responses) {
  const isOwn = ([name, { $ref }]) => $ref === undefined || !SHARED_HEADERS.includes(name);
  return mapped(responses, (response) =>
    response.headers
      ? { ...response, headers: Object.fromEntries(Object.entries(response.headers).filter(isOwn)) }
      : response,
  );
}

function mapped(values, change) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

/**
 * Puts what they refer to in place of references. All are to the document itself, and none leads back to where it stands. Swagger UI's
 * own way analyzes the whole document for each operation that is opened, and once at the start, which takes seconds.
 */
const plainReferences = {
  fn: {
    resolveSubtree: (document, path) =>
      Promise.resolve({ spec: resolved(valueAt(document, path), document), errors: [] }),
  },
};

function resolved(value, document) {
  if (Array.isArray(value)) return value.map((each) => resolved(each, document));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...own } = value;
  const properties = mapped(own, (each) => resolved(each, document));
  if ($ref === undefined) return properties;
  // The page shows the schema's name, which it takes from here.
  return { ...resolved(valueAt(document, stepsOf($ref)), document), ...properties, $$ref: $ref };
}

/** @param reference such as `#/components/schemas/HoldRecord` */
function stepsOf(reference) {
  return reference
    .slice('#/'.length)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function valueAt(document, steps) {
  return steps.reduce((value, step) => value[step], document);
}

/**
 * The form of an operation begins with the examples of what it must have. What it may have is left to the reader: all examples of
 * a search at once would be refused.
 */
function shortened({ parameters, responses, ...operation }) {
  return {
    ...operation,
    ...(parameters && { parameters: parameters.map(withExampleInWords) }),
    responses: withoutSharedHeaders(responses),
  };
}

function withExampleInWords(parameter) {
  const { example, ...rest } = parameter;
  if (example === undefined || parameter.required || parameter.in !== 'query') return parameter;
  return { ...rest, description: `${parameter.description} Example: \`${example}\`` };
}

/** Tokens that end by themselves last as long as the tab; what does not, such as a client's secret, is gone with the page. */
const KEPT_SCHEMES = ['patron', 'clientToken'];

const keepAuthorization = {
  statePlugins: {
    auth: {
      wrapActions: {
        persistAuthorizationIfNeeded: (_, system) => () =>
          globalThis.sessionStorage.setItem(KEPT, JSON.stringify(keptOf(system.authSelectors.authorized()))),
      },
    },
  },
};

function keptOf(authorized) {
  return authorized.filter((_, scheme) => KEPT_SCHEMES.includes(scheme));
}

function restoreAuthorization() {
  const kept = globalThis.sessionStorage.getItem(KEPT);
  if (kept !== null) ui.authActions.restoreAuthorization({ authorized: JSON.parse(kept) });
}

/** There is one address: the choice would have one entry, and no label. What the document says of itself is in the overview. */
const operationsOnly = {
  wrapComponents: { ServersContainer: () => () => null, InfoContainer: () => () => null },
};

/** A button opens an operation; a link in it would be a second way, which a screen reader cannot tell apart. */
const plainNames = {
  wrapComponents: {
    DeepLink: (_, { React }) =>
      function Name({ text }) {
        return React.createElement('span', undefined, text);
      },
  },
};

/** Each of its fields wants the focus, and the last one would get it: that of a client's secret, far below. */
const opensAtPatron = {
  wrapComponents: {
    authorizationPopup: (Popup, { React }) =>
      function OpenedPopup(properties) {
        React.useEffect(() => globalThis.document.querySelector('.modal-ux input')?.focus(), []);
        return React.createElement(Popup, properties);
      },
  },
};

/** What Swagger UI leaves out for those who don't see the page, by where it stands. */
const MISSING_ATTRIBUTES = {
  '.opblock-tag': { 'aria-level': '2' },
  '.opblock h4, .opblock h5, .auth-container h4': { 'aria-level': '3' },
  '.modal-ux': { role: 'dialog', 'aria-modal': 'true', 'aria-label': 'Authorize' },
  '.modal-ux-header h3': { 'aria-level': '2' },
  '.close-modal': { 'aria-label': 'Close' },
  '.modal-btn.authorize': { 'aria-label': 'Authorize' },
  '.examples-select-element': { 'aria-label': 'Example' },
  '[data-param-name] select': {
    'aria-label': (choice) => choice.closest('[data-param-name]').dataset.paramName,
  },
  '[data-property-name] select': {
    'aria-label': (choice) => choice.closest('[data-property-name]').dataset.propertyName,
  },
  'textarea.body-param__text': { 'aria-label': (text) => `Body of ${requestOf(text)}` },
  '.responses-table[role="region"]': { 'aria-label': (table) => `Responses to ${requestOf(table)}` },
  'pre.microlight': { tabindex: '0' },
};

/** Such as `GET /v1/patrons/me`. */
function requestOf(element) {
  const operation = element.closest('.opblock');
  const { path } = operation.querySelector('[data-path]').dataset;
  return `${operation.querySelector('.opblock-summary-method').textContent} ${path}`;
}

function addMissingAttributes(page) {
  for (const [selector, attributes] of Object.entries(MISSING_ATTRIBUTES))
    for (const element of page.querySelectorAll(selector))
      for (const [name, given] of Object.entries(attributes)) {
        const value = typeof given === 'function' ? given(element) : given;
        if (element.getAttribute(name) !== value) element.setAttribute(name, value);
      }
}

/** Also on what appears later. */
function keepAttributes(page) {
  addMissingAttributes(page);
  const observer = new globalThis.MutationObserver(() => addMissingAttributes(page));
  observer.observe(page, { childList: true, subtree: true });
}

const typeScript = {
  fn: {
    requestSnippetGenerator_typescript: (request) => {
      const { url, method, headers, body } = request.toJS();
      const options = JSON.stringify({ method, headers, body }, undefined, 2);
      return `const response = await fetch(${JSON.stringify(url)}, ${options});\nconsole.log(response.status, await response.text());`;
    },
  },
};

/** A collection is named by a token that each library has of its own: in place of the example's, the signed-in patron's. */
async function withOwnCollection(request) {
  const { Authorization } = request.headers;
  if (!request.url?.includes(EXAMPLE_COLLECTION) || Authorization === undefined) return request;
  const answer = await globalThis.fetch(new URL('v1/patrons/me', service), { headers: { Authorization } });
  const { collectionToken = EXAMPLE_COLLECTION } = answer.ok ? await answer.json() : {};
  request.url = request.url.replace(EXAMPLE_COLLECTION, collectionToken);
  return request;
}

/** The key of the example would get the answer of the first request for a day. A key that the reader has typed stays. */
function withNewKey(request) {
  const [name, key] =
    Object.entries(request.headers).find(([each]) => each.toLowerCase() === 'idempotency-key') ?? [];
  if (key === EXAMPLE_KEY) request.headers[name] = `"${newKey()}"`;
  return request;
}

/** As in openapi.json. */
const EXAMPLE_COLLECTION = 'v1L2hQ5n8sXw';
const EXAMPLE_KEY = '"0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9"';

/** `crypto.randomUUID` is not there on a page that came by plain HTTP from another machine. */
function newKey() {
  return globalThis.crypto.getRandomValues(new Uint8Array(16)).toHex?.() ?? `${Date.now()}-${Math.random()}`;
}

const ui = SwaggerUI({
  dom_id: '#docs',
  url: new URL('openapi.json', service).href,
  plugins: [
    tryHere,
    plainReferences,
    keepAuthorization,
    operationsOnly,
    plainNames,
    opensAtPatron,
    typeScript,
  ],
  onComplete: () => {
    restoreAuthorization();
    keepAttributes(globalThis.document.getElementById('docs'));
  },
  requestInterceptor: (request) => withOwnCollection(withNewKey(request)),
  docExpansion: 'none',
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: -1,
  requestSnippetsEnabled: true,
  requestSnippets: {
    generators: {
      curl_bash: { title: 'curl', syntax: 'bash' },
      typescript: { title: 'TypeScript', syntax: 'javascript' },
    },
    languages: ['curl_bash', 'typescript'],
  },
  validatorUrl: null,
});
