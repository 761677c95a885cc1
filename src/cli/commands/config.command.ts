import { Command } from 'commander';
import { type Config, readConfig } from '../../platform/settings/config.js';

export function configCommand(): Command {
  return new Command('config').description('print the settings in effect, secrets masked').action(() => {
    console.log(JSON.stringify(withoutSecrets(readConfig()), null, 2));
  });
}

function withoutSecrets(config: Config): object {
  const {
    databaseUrl,
    migrationDatabaseUrl,
    jobsDatabaseUrl,
    smtpUrl,
    operatorTokens,
    tokenKeys,
    contentUrl,
    contentKey,
    outboundProxy,
    webhooksKeys,
  } = config;
  return {
    ...config,
    databaseUrl: databaseUrl === undefined ? 'embedded' : withoutPassword(databaseUrl),
    migrationDatabaseUrl:
      migrationDatabaseUrl === undefined ? 'that of databaseUrl' : withoutPassword(migrationDatabaseUrl),
    jobsDatabaseUrl: jobsDatabaseUrl === undefined ? 'that of databaseUrl' : withoutPassword(jobsDatabaseUrl),
    smtpUrl: smtpUrl === undefined ? 'none: mails are files' : withoutPassword(smtpUrl),
    operatorTokens: operatorTokens.map(() => '***'),
    tokenKeys: tokenKeys.length === 0 ? "the database's own" : tokenKeys.map(() => '***'),
    contentUrl: contentUrl ?? (databaseUrl === undefined ? 'none: the built-in page' : 'none'),
    contentKey: contentKey === undefined ? 'none' : '***',
    webhooksKeys: webhooksKeys.map(() => '***'),
    outboundProxy: outboundProxy === undefined ? 'none' : withoutPassword(outboundProxy),
    identityProvider: config.identityProvider ?? 'none',
    staffProvider: config.staffProvider ? { ...config.staffProvider, clientSecret: '***' } : 'none',
    tracing: config.tracing ?? 'none',
  };
}

/** Also drops the query, which may contain a password. */
function withoutPassword(address: string): string {
  if (!URL.canParse(address)) return '***';
  const { protocol, username, password, host, pathname } = new URL(address);
  const user = username === '' ? '' : `${username}${password === '' ? '' : ':***'}@`;
  return `${protocol}//${user}${host}${pathname}`;
}
