/** Leaves nothing behind: no server and no folder; on a server that was given, none of this run's databases. */
export default async function globalTeardown() {
  await globalThis.closeTestServer();
}
