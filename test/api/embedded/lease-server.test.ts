import { setTimeout as sleep } from 'node:timers/promises';
import { LeaseServer } from '../../../src/embedded/lease-server.js';
import type { SupervisorAddress } from '../../../src/embedded/state-file.js';
import { isAlive, takeLease } from '../../../src/embedded/supervisor-link.js';
import { eventually } from '../../support/clock.js';

const servers: LeaseServer[] = [];

afterEach(() => Promise.all(servers.splice(0).map((leases) => leases.close())));

/** A supervisor's lease server, without a database. @param ends whether the supervisor ends with its last lease */
async function openLeaseServer(ends: boolean): Promise<{ leases: LeaseServer; address: SupervisorAddress }> {
  const leases: LeaseServer = new LeaseServer('secret', () => ends);
  servers.push(leases);
  return { leases, address: { pid: process.pid, port: await leases.open(), secret: 'secret' } };
}

describe('a lease', () => {
  it('gets the outcome of the start, whether it was taken before or after', async () => {
    const { leases, address } = await openLeaseServer(false);
    const before = await takeLease(address);
    leases.announce({ state: 'ready', url: 'postgres://there' });
    const after = await takeLease(address);
    expect(await before?.outcome).toEqual({ state: 'ready', url: 'postgres://there' });
    expect(await after?.outcome).toEqual({ state: 'ready', url: 'postgres://there' });
  });

  it('is not given without the secret', async () => {
    const { address } = await openLeaseServer(false);
    expect(await takeLease({ ...address, secret: 'guess' })).toBeUndefined();
  });

  it('notices the end of the supervisor', async () => {
    const { leases, address } = await openLeaseServer(false);
    const lease = await takeLease(address);
    await leases.close();
    expect(await lease?.outcome).toEqual({ state: 'gone' });
    expect(await isAlive(address)).toBe(false);
  });

  it('is released at once by a supervisor that goes on running', async () => {
    const { leases, address } = await openLeaseServer(false);
    const lease = await takeLease(address);
    expect(leases.inUse).toBe(true);
    await lease?.release();
    expect(leases.inUse).toBe(false);
  });

  it('that is the last is released when the supervisor has ended', async () => {
    const { leases, address } = await openLeaseServer(true);
    const lease = await takeLease(address);
    let released = false;
    const release = lease?.release().then(() => (released = true));
    await eventually(() => expect(leases.inUse).toBe(false));
    // An early answer would arrive within this time.
    await sleep(200);
    expect(released).toBe(false);
    await leases.close();
    await release;
  });
});
