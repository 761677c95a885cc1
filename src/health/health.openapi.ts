import { describeOperations } from '../http/openapi/describe-operations.js';
import { HealthController } from './health.controller.js';

export const HEALTH_OPERATIONS = describeOperations(HealthController, {
  live: {
    operationId: 'isAlive',
    summary: 'See whether the process runs',
    description: 'Also 200 while the database is down.',
  },
  ready: {
    operationId: 'isReady',
    summary: 'See whether the process can do its work',
    description: '503 while the database does not answer, and once the process is stopping.',
  },
  read: {
    operationId: 'readMetrics',
    summary: 'Read the metrics of the process',
    description: 'At most a second old.',
    mediaTypes: ['text/plain'],
  },
});
