import { Command } from 'commander';
import { readPublished } from '../../openapi/published.js';

export function openapiCommand(): Command {
  return new Command('openapi')
    .description(
      'print the OpenAPI 3.1 description of the HTTP interface; a running service serves it at /openapi.json',
    )
    .action(() => {
      process.stdout.write(readPublished());
    });
}
