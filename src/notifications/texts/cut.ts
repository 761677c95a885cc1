/** The beginning of a text, with an ellipsis if something is left out. Characters outside the basic plane stay whole. */
export function cut(text: string, longest: number): string {
  const characters = [...text];
  return characters.length <= longest
    ? text
    : `${characters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
}
