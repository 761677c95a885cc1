import { Inject, Injectable } from '@nestjs/common';
import type { FieldProblem } from '../../../domain/errors.js';
import { Database } from '../../../platform/database/database.js';
import {
  type OutboundPolicy,
  problemOfAddress,
  problemOfHost,
} from '../../../platform/outbound/outbound-policy.js';
import { SecretSeal } from '../../../platform/secret-seal.js';
import { CONFIG } from '../../../platform/settings/config.module.js';
import { readLibraryClaim, readPatronClaim } from '../../../platform/settings/identity-provider-settings.js';
import { findLibraries } from '../../engine/libraries.store.js';
import {
  type ChangeLog,
  identifier,
  OneByOneKind,
  type Outcome,
  type RecordIdentifiers,
  type Tally,
} from '../../engine/record-kind.js';
import { unknownLibrary } from '../../engine/rejection-messages.js';
import { type SettingsKey, type SettingsRecord, settingsSchemas } from './settings.schema.js';
import * as store from './settings.store.js';
import { KEPT_PASSWORD } from './sign-in-values.js';

@Injectable()
export class SettingsKind extends OneByOneKind<SettingsRecord, SettingsKey> {
  readonly name = 'settings';
  readonly schemas = settingsSchemas;

  /** @param config limits the hosts of a library's identity provider and of its own system */
  constructor(
    database: Database,
    @Inject(CONFIG) private readonly config: { readonly outbound: OutboundPolicy },
    private readonly seal: SecretSeal,
  ) {
    super(database);
  }

  identifiersOf({ websiteId }: SettingsRecord): RecordIdentifiers {
    return { own: [identifier('settings', websiteId)], referenced: [identifier('library', websiteId)] };
  }

  async applyOne(settings: SettingsRecord, { log }: Tally): Promise<Outcome> {
    const { websiteId } = settings;
    const libraries = await findLibraries(this.database, [websiteId]);
    if (!libraries.has(websiteId)) return unknownLibrary(websiteId);
    const problem = await problemOfSettings(settings, this.database, this.config.outbound);
    if (problem === undefined)
      await store.upsertSettings(this.database, settings, this.seal, (transaction) =>
        log?.settingsChanged(transaction, websiteId),
      );
    return problem && `${problem.name} ${problem.problem}`;
  }

  async remove({ websiteId }: SettingsKey, log?: ChangeLog): Promise<Outcome> {
    await store.removeSettings(this.database, websiteId, (transaction) =>
      log?.settingsChanged(transaction, websiteId),
    );
    return undefined;
  }
}

/**
 * A library's own numbers do not tell which library they belong to: where several libraries accept the same tokens, a claim must name the
 * library. The service's numbers are unique across libraries.
 */
async function problemOfTokens(
  database: Database,
  websiteId: number,
  provider: NonNullable<SettingsRecord['identityProvider']>,
): Promise<FieldProblem | undefined> {
  const { patronClaim, libraryClaim } = provider;
  const others = await store.findOtherLibrariesOfTokens(database, websiteId, provider);
  const isToldApart = others.every((other) => {
    if (patronClaim.is === 'patronId' && readPatronClaim(other.patronClaim).is === 'patronId') return true;
    const theirs = other.libraryClaim === null ? undefined : readLibraryClaim(other.libraryClaim);
    return theirs?.name === libraryClaim?.name && theirs?.value !== libraryClaim?.value;
  });
  return isToldApart
    ? undefined
    : {
        name: 'identityProvider.libraryClaim',
        problem: 'must tell the library from another one that takes tokens of this issuer and audience',
      };
}

/**
 * Says why the service may not call the addresses in the settings; undefined if it may. The addresses of logo, homepage and titles are only
 * written into mails.
 */
export async function problemOfSettings(
  { websiteId, identityProvider, signIn, texts }: SettingsRecord,
  database: Database,
  outbound: OutboundPolicy,
): Promise<FieldProblem | undefined> {
  const ofKeys = identityProvider && (await problemOfAddress(identityProvider.jwksUrl, outbound, websiteId));
  if (ofKeys) return { name: 'identityProvider.jwksUrl', problem: ofKeys };
  const ofTokens = identityProvider && (await problemOfTokens(database, websiteId, identityProvider));
  if (ofTokens) return ofTokens;
  const host = signIn && { hostname: signIn.host, tls: signIn.tls };
  const ofSystem = host && (await problemOfHost(host, outbound, websiteId));
  if (ofSystem) return { name: 'signIn.host', problem: ofSystem };
  const ofGateway = texts && (await problemOfAddress(texts.url, outbound, websiteId));
  if (ofGateway) return { name: 'texts.url', problem: ofGateway };
  const isLacking = texts?.secret === KEPT_PASSWORD && !(await store.hasTextSecret(database, websiteId));
  return isLacking ? { name: 'texts.secret', problem: 'must be given: none is stored' } : undefined;
}
