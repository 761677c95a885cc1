import { describeOperations } from '../http/openapi/describe-operations.js';
import { HealthController } from './health.controller.js';

export const HEALTH_OPERATIONS = describeOperations(HealthController, {
  live: {
    operationId: 'isAlive',
    summary: 'See whether the process runs',
    description: 'True also while the database is away.',
  },
  ready: { operationId: 'isReady', summary: 'See whether the process can do its work' },
  read: {
    operationId: 'readMetrics',
    summary: 'Read the metrics of the process',
    mediaTypes: ['text/plain'],
  },
});
