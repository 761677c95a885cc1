import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The short form of `npm run soak`. It cannot show a slow leak, but that the soak itself works, and that a run passes. */
test('a soak of seconds passes, and reports what it has seen', () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-soak-'));
  try {
    const { status, stdout } = spawnSync(
      process.execPath,
      ['bench/soak/soak.mjs', '--minutes', '0.25', '--rate', '60', '--seed', '7', '--out', folder],
      { encoding: 'utf8' },
    );
    expect(stdout).toContain('violations that the doctor found');
    const { summary, samples } = JSON.parse(readFileSync(join(folder, 'soak.json'), 'utf8'));
    expect(summary.failures).toEqual([]);
    expect(status).toBe(0);
    expect(samples.length).toBeGreaterThan(1);
    // The load did what it is for: holds, loans and searches were done, and mails went out.
    for (const done of [200, 201, 204, 304]) expect(summary.statuses[done]).toBeGreaterThan(0);
    expect(summary.mails.received).toBeGreaterThan(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
