import type * as z from 'zod';
import { WITHDRAWAL_REASONS } from '../../../domain/holds/hold-end.js';
import * as is from '../../engine/schema-rules.js';

export const withdrawalSchemas = is.recordSchemas(
  { websiteId: is.id, reserveId: is.reserveId },
  { reason: is.oneOf(WITHDRAWAL_REASONS) },
);
export type WithdrawalRecord = z.output<typeof withdrawalSchemas.whole>;
export type WithdrawalKey = z.output<typeof withdrawalSchemas.key>;
