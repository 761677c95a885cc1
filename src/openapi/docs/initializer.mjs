/** Starts Swagger UI on the page, in the browser. */

/** The service, as the browser reaches it: PUBLIC_URL may name it otherwise. */
const service = new URL('..', import.meta.url);

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

globalThis.SwaggerUIBundle({
  dom_id: '#docs',
  url: new URL('openapi.json', service).href,
  plugins: [tryHere],
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
