import type * as z from 'zod';
import { WITHDRAWAL_REASONS } from '../../../domain/holds/hold-end.js';
import { titleNames, withReserveId } from '../../naming/named-title.js';
import * as is from '../../engine/schema-rules.js';

const withdrawal = is.recordSchemas(
  { websiteId: is.id, ...titleNames },
  { reason: is.oneOf(WITHDRAWAL_REASONS) },
);
export const withdrawalSchemas = {
  ...withdrawal,
  whole: withdrawal.whole.transform(withReserveId),
  key: withdrawal.key.transform(withReserveId),
};
export type WithdrawalRecord = z.output<typeof withdrawalSchemas.whole>;
export type WithdrawalKey = z.output<typeof withdrawalSchemas.key>;
