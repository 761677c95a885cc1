import { describeOperations, type TagDescription } from '../http/openapi/describe-operations.js';
import { CoversController } from './covers.controller.js';

export const COVERS: TagDescription = {
  name: 'Covers',
  description:
    'Pictures of titles whose records name none. Open to all, and only where the settings have it so.',
  controllers: [
    describeOperations(CoversController, {
      cover: {
        operationId: 'getCover',
        summary: 'Get a drawn cover',
        description: 'The title and its first creator as an SVG, which looks the same each time.',
        mediaTypes: ['image/svg+xml'],
        refusals: ['NotFound'],
      },
    }),
  ],
};
