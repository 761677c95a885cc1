import { setTimeout as sleep } from 'node:timers/promises';
import { LeaseServer } from '../../src/embedded/lease-server.js';
import type { SupervisorAddress } from '../../src/embedded/state-file.js';
import { isAlive, takeLease } from '../../src/embedded/supervisor-link.js';
import { eventually } from '../support/clock.js';

const desks: LeaseServer[] = [];

afterEach(() => Promise.all(desks.splice(0).map((leases) => leases.close())));

/** A supervisor without a database, which ends when it is unused if `ends` says so. */
async function newDesk(ends: boolean): Promise<{ leases: LeaseServer; address: SupervisorAddress }> {
  const leases: LeaseServer = new LeaseServer('secret', () => ends);
  desks.push(leases);
  return { leases, address: { pid: process.pid, port: await leases.open(), secret: 'secret' } };
}

describe('a lease', () => {
  it('learns what came of the database, whether it was taken before that or after', async () => {
    const { leases, address } = await newDesk(false);
    const before = await takeLease(address);
    leases.announce({ state: 'ready', url: 'postgres://there' });
    const after = await takeLease(address);
    expect(await before?.outcome).toEqual({ state: 'ready', url: 'postgres://there' });
    expect(await after?.outcome).toEqual({ state: 'ready', url: 'postgres://there' });
  });

  it('learns that the supervisor is gone', async () => {
    const { leases, address } = await newDesk(false);
    const lease = await takeLease(address);
    await leases.close();
    expect(await lease?.outcome).toEqual({ state: 'gone' });
    expect(await isAlive(address)).toBe(false);
  });

  it('is let go at once by a supervisor that is needed all the same', async () => {
    const { leases, address } = await newDesk(false);
    const lease = await takeLease(address);
    expect(leases.inUse).toBe(true);
    await lease?.release();
    expect(leases.inUse).toBe(false);
  });

  it('that was the last is let go when the supervisor has done its work', async () => {
    const { leases, address } = await newDesk(true);
    const lease = await takeLease(address);
    let released = false;
    const release = lease?.release().then(() => (released = true));
    await eventually(() => expect(leases.inUse).toBe(false));
    // What the leases says to that is given the time to come here.
    await sleep(200);
    expect(released).toBe(false);
    await leases.close();
    await release;
  });
});
