/** A time as every answer tells it: `YYYY-MM-DDTHH:MM:SSZ`. Strict clients reject a time without a zone. */
export function representTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}
