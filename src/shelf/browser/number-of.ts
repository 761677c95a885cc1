/** Such as "1 day" and "2 days". */
export function numberOf(count: number | string, one: string, many: string): string {
  return `${count} ${Number(count) === 1 ? one : many}`;
}
