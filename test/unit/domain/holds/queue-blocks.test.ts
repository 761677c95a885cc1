import fc from 'fast-check';
import { BLOCK_BITS, blockOf } from '../../../../src/domain/holds/queue.js';

test('64 tickets make a block of level 1, and 64 of those a block of level 2', () => {
  expect(BLOCK_BITS).toBe(6);
  expect([1, 63, 64, 127, 128].map((ticket) => blockOf(ticket, 1))).toEqual([0, 0, 1, 1, 2]);
  expect([1, 4095, 4096, 8191, 8192].map((ticket) => blockOf(ticket, 2))).toEqual([0, 0, 1, 1, 2]);
});

test('the highest possible ticket has a block', () => {
  expect(blockOf(2_147_483_647, 1)).toBe(33_554_431);
  expect(blockOf(2_147_483_647, 2)).toBe(524_287);
});

test('the blocks before a ticket’s own, and the tickets before it in its own, contain all tickets before it', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 20_000 }), { minLength: 1 }), (live) => {
      const [ticket = 1] = live;
      const [block, big] = [blockOf(ticket, 1), blockOf(ticket, 2)];
      const inEarlierBigBlocks = live.filter((other) => blockOf(other, 2) < big);
      const inEarlierBlocks = live.filter((other) => blockOf(other, 2) === big && blockOf(other, 1) < block);
      const inOwnBlock = live.filter((other) => blockOf(other, 1) === block && other < ticket);
      expect(inEarlierBigBlocks.length + inEarlierBlocks.length + inOwnBlock.length).toBe(
        live.filter((other) => other < ticket).length,
      );
    }),
  );
});
