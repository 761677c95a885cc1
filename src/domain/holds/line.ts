/** Between which tickets of a queue a new hold stands, by the date of its placement. */
export interface PlaceInLine {
  /** The ticket of the hold after which it comes; 0: it is the first. */
  readonly behind: number;
  /** The ticket of the hold that comes after it; null: it is the last. */
  readonly before: number | null;
}

/**
 * Tickets for new holds, next to those before which they stand.
 * @param places in the order of their dates
 * @param next the first ticket that the queue has not issued yet
 * @returns undefined: there are too few tickets between two holds
 */
export function ticketsBetween(places: readonly PlaceInLine[], next: number): number[] | undefined {
  const end = next + places.filter(({ before }) => before === null).length;
  const tickets: number[] = [];
  let last: number | null | undefined;
  for (const { behind, before } of places.toReversed()) {
    const ticket = last === before ? (tickets.at(-1) ?? end) - 1 : (before ?? end) - 1;
    if (ticket <= behind) return undefined;
    tickets.push(ticket);
    last = before;
  }
  return tickets.reverse();
}

/** The ticket of the first hold before which too few tickets are left for those who come in; undefined: there is room for all. */
export function firstWithoutRoom(places: readonly PlaceInLine[]): number | undefined {
  for (const [before, own] of Map.groupBy(places, (place) => place.before))
    if (before !== null && ticketsBetween(own, before) === undefined) return before;
  return undefined;
}

export interface NewTicket {
  readonly ticket: number;
  readonly newTicket: number;
}

/** How many tickets the end of a line needs, with those who come in. */
export function ticketsNeeded(places: readonly PlaceInLine[], tickets: readonly number[]): number {
  return tickets.length + places.filter((place) => comesInto(place, tickets)).length;
}

/**
 * New tickets for the holds at the end of a line, that leave room between them for those who come in.
 * @param tickets of these holds, in order
 * @param first the first of the new tickets, of which there are `ticketsNeeded`
 */
export function withRoom(
  places: readonly PlaceInLine[],
  tickets: readonly number[],
  first: number,
): NewTicket[] {
  const ahead = places.filter((place) => comesInto(place, tickets)).map(({ before }) => before ?? 0);
  let cameIn = 0;
  return tickets.map((ticket, index) => {
    while (cameIn < ahead.length && (ahead[cameIn] ?? 0) <= ticket) cameIn += 1;
    return { ticket, newTicket: first + index + cameIn };
  });
}

function comesInto({ before }: PlaceInLine, [first = Infinity]: readonly number[]): boolean {
  return before !== null && before >= first;
}
