import { setTimeout as sleep } from 'node:timers/promises';
import { LeaseDesk } from '../../src/platform/embedded/lease-desk.js';
import type { SupervisorAddress } from '../../src/platform/embedded/state-file.js';
import { isAlive, takeLease } from '../../src/platform/embedded/supervisor-link.js';
import { eventually } from '../support/clock.js';

const desks: LeaseDesk[] = [];

afterEach(() => Promise.all(desks.splice(0).map((desk) => desk.close())));

/** A supervisor without a database, which ends when it is unused if `ends` says so. */
async function newDesk(ends: boolean): Promise<{ desk: LeaseDesk; address: SupervisorAddress }> {
  const desk: LeaseDesk = new LeaseDesk('secret', () => ends);
  desks.push(desk);
  return { desk, address: { pid: process.pid, port: await desk.open(), secret: 'secret' } };
}

describe('a lease', () => {
  it('learns what came of the database, whether it was taken before that or after', async () => {
    const { desk, address } = await newDesk(false);
    const before = await takeLease(address);
    desk.announce({ state: 'ready', url: 'postgres://there' });
    const after = await takeLease(address);
    expect(await before?.outcome).toEqual({ state: 'ready', url: 'postgres://there' });
    expect(await after?.outcome).toEqual({ state: 'ready', url: 'postgres://there' });
  });

  it('learns that the supervisor is gone', async () => {
    const { desk, address } = await newDesk(false);
    const lease = await takeLease(address);
    await desk.close();
    expect(await lease?.outcome).toEqual({ state: 'gone' });
    expect(await isAlive(address)).toBe(false);
  });

  it('is let go at once by a supervisor that is needed all the same', async () => {
    const { desk, address } = await newDesk(false);
    const lease = await takeLease(address);
    expect(desk.inUse).toBe(true);
    await lease?.release();
    expect(desk.inUse).toBe(false);
  });

  it('that was the last is let go when the supervisor has done its work', async () => {
    const { desk, address } = await newDesk(true);
    const lease = await takeLease(address);
    let released = false;
    const release = lease?.release().then(() => (released = true));
    await eventually(() => expect(desk.inUse).toBe(false));
    // What the desk says to that is given the time to come here.
    await sleep(200);
    expect(released).toBe(false);
    await desk.close();
    await release;
  });
});
