import type * as z from 'zod';
import { WITHDRAWAL_REASONS } from '../../../domain/holds/hold-end.js';
import { titleNames, withTitle } from '../../naming/named-title.js';
import type { Titled } from '../../naming/of-title.kind.js';
import * as is from '../../engine/schema-rules.js';

const withdrawal = is.recordSchemas(
  { websiteId: is.id, ...titleNames },
  { reason: is.oneOf(WITHDRAWAL_REASONS) },
);
export const withdrawalSchemas = {
  ...withdrawal,
  whole: withdrawal.whole.transform(withTitle),
  key: withdrawal.key.transform(withTitle),
};
export type NamedWithdrawalRecord = z.output<typeof withdrawalSchemas.whole>;
export type NamedWithdrawalKey = z.output<typeof withdrawalSchemas.key>;
export type WithdrawalRecord = Titled<NamedWithdrawalRecord>;
