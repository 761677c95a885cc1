#!/usr/bin/env node
import { Command } from 'commander';
import { CommandFailed } from './operations/commands/command-failed.js';
import { importCommand } from './operations/commands/import.command.js';
import { migrateCommand } from './operations/commands/migrate.command.js';
import { tokenCommand } from './operations/commands/token.command.js';
import { ConfigError } from './platform/config.js';
import { MigrationError } from './platform/database/migrations.js';
import { EmbeddedDatabaseError } from './platform/embedded/embedded-database.js';
import { serve } from './serve.js';

const program = new Command('holdfast')
  .description(
    'Patron holds on digital library titles. Settings come from the environment: see .env.example.',
  )
  .addCommand(new Command('serve').description('run the service').action(serve))
  .addCommand(importCommand())
  .addCommand(tokenCommand())
  .addCommand(migrateCommand());

/** Failures that their message explains; any other shows where it came from. */
const EXPLAINED = [CommandFailed, ConfigError, EmbeddedDatabaseError, MigrationError];

try {
  await program.parseAsync();
} catch (error) {
  const isExplained = EXPLAINED.some((kind) => error instanceof kind);
  console.error(isExplained && error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
