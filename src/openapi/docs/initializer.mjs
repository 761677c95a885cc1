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
  const paths = Object.entries(document.paths).map(([path, { servers: _, ...operations }]) => [
    path,
    operations,
  ]);
  return { ...document, servers: [{ url }], paths: Object.fromEntries(paths) };
}

/** Tokens last as long as the tab. Swagger UI's own way would keep them after it. */
const keepAuthorization = {
  statePlugins: {
    auth: {
      wrapActions: {
        persistAuthorizationIfNeeded: (_, system) => () =>
          globalThis.sessionStorage.setItem(KEPT, JSON.stringify(system.authSelectors.authorized())),
      },
    },
  },
};

function restoreAuthorization() {
  const kept = globalThis.sessionStorage.getItem(KEPT);
  if (kept !== null) ui.authActions.restoreAuthorization({ authorized: JSON.parse(kept) });
}

/** There is one address: the choice would have one entry, and no label. */
const oneServer = { wrapComponents: { ServersContainer: () => () => null } };

const typeScript = {
  fn: {
    requestSnippetGenerator_typescript: (request) => {
      const { url, method, headers, body } = request.toJS();
      const options = JSON.stringify({ method, headers, body }, undefined, 2);
      return `const response = await fetch(${JSON.stringify(url)}, ${options});\nconsole.log(response.status, await response.text());`;
    },
  },
};

/** The key of the example would get the answer of the first request for a day. A key that the reader has typed stays. */
function withNewKey(request) {
  const [name, key] =
    Object.entries(request.headers).find(([each]) => each.toLowerCase() === 'idempotency-key') ?? [];
  if (key === EXAMPLE_KEY) request.headers[name] = `"${newKey()}"`;
  return request;
}

/** As in openapi.json. */
const EXAMPLE_KEY = '"0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9"';

/** `crypto.randomUUID` is not there on a page that came by plain HTTP from another machine. */
function newKey() {
  return globalThis.crypto.getRandomValues(new Uint8Array(16)).toHex?.() ?? `${Date.now()}-${Math.random()}`;
}

const ui = SwaggerUI({
  dom_id: '#docs',
  url: new URL('openapi.json', service).href,
  plugins: [tryHere, keepAuthorization, oneServer, typeScript],
  onComplete: restoreAuthorization,
  requestInterceptor: withNewKey,
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
