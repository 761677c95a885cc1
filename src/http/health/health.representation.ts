export interface HealthRecord {
  readonly status: 'ok';
}
