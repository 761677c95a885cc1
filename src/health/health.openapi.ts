import { describeOperations } from '../http/openapi/describe-operations.js';
import { HealthController } from './health.controller.js';

const WHERE = 'If `METRICS_PORT` is set, only that port has it.';

export const HEALTH_OPERATIONS = describeOperations(HealthController, {
  live: {
    operationId: 'isAlive',
    summary: 'See whether the process runs',
    description: `Also 200 while the database is down. ${WHERE}`,
  },
  ready: {
    operationId: 'isReady',
    summary: 'See whether the process can do its work',
    description: `503 while the database does not answer, and once the process is stopping. ${WHERE}`,
  },
  read: {
    operationId: 'readMetrics',
    summary: 'Read the metrics of the process',
    description: `At most a second old. ${WHERE}`,
    mediaTypes: ['text/plain'],
  },
});
