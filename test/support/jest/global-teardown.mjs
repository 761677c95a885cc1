/** Stops what global-setup.mjs has started. */
export default () => globalThis.endTestServer();
