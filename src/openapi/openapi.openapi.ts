import { describeOperations } from '../http/openapi/describe-operations.js';
import { OpenApiController } from './openapi.controller.js';

export const OPENAPI_OPERATIONS = describeOperations(OpenApiController, {
  json: {
    operationId: 'readDescription',
    summary: 'Read this description',
    mediaTypes: ['application/json'],
  },
});
