import { Module } from '@nestjs/common';
import { CheckoutsServiceModule } from '../checkouts/checkouts.module.js';
import { QueuesModule } from '../circulation/circulation.module.js';
import { HoldsServiceModule } from '../holds/holds.module.js';
import type { RecordKind } from './engine/record-kind.js';
import { SecretSeal } from '../platform/secret-seal.js';
import { KINDS, RecordsImport } from './engine/records-import.js';
import { CalendarKind } from './kinds/calendar/calendar.kind.js';
import { CategoryKind } from './kinds/category/category.kind.js';
import { CheckoutKind } from './kinds/checkout/checkout.kind.js';
import { ClientKind } from './kinds/client/client.kind.js';
import { CollectionKind } from './kinds/collection/collection.kind.js';
import { CopiesKind } from './kinds/copies/copies.kind.js';
import { HoldKind } from './kinds/hold/hold.kind.js';
import { LibraryKind } from './kinds/library/library.kind.js';
import { LicenceKind } from './kinds/licence/licence.kind.js';
import { PatronKind } from './kinds/patron/patron.kind.js';
import { SettingsKind } from './kinds/settings/settings.kind.js';
import { TitleKind } from './kinds/title/title.kind.js';
import { TokenKind } from './kinds/token/token.kind.js';
import { WithdrawalKind } from './kinds/withdrawal/withdrawal.kind.js';

const ALL = [
  LibraryKind,
  CollectionKind,
  CategoryKind,
  TitleKind,
  CopiesKind,
  LicenceKind,
  WithdrawalKind,
  PatronKind,
  HoldKind,
  CheckoutKind,
  TokenKind,
  ClientKind,
  SettingsKind,
  CalendarKind,
];

/** The import of a library's data. It needs a Database and the settings, and no HTTP: commands use it, too. */
@Module({
  imports: [QueuesModule, HoldsServiceModule, CheckoutsServiceModule],
  providers: [
    ...ALL,
    SecretSeal,
    { provide: KINDS, useFactory: (...kinds: RecordKind[]) => kinds, inject: ALL },
    RecordsImport,
  ],
  exports: [PatronKind, RecordsImport],
})
export class RecordsModule {}
