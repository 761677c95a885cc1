import { Command } from 'commander';
import { readPublished } from '../openapi/published.js';

export function openapiCommand(): Command {
  return new Command('openapi')
    .description(
      'print the description of the HTTP interface (OpenAPI 3.1); a running service has it at /openapi.json',
    )
    .action(() => {
      process.stdout.write(readPublished());
    });
}
