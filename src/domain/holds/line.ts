/** The neighbours of a new hold in a queue, by the date of its placement. */
export interface PlaceInLine {
  /** The ticket of the hold before it; 0: it is the first. */
  readonly behind: number;
  /** The ticket of the hold after it; null: it is the last. */
  readonly before: number | null;
}

/** So many tickets for each hold that enters a line, or makes room there: most later ones find a free ticket, in any order of their dates. */
const TICKETS_EACH = 8;

/**
 * Tickets for new holds. Between two others they are as close to the first as leaves room between them: most lists are in the order of their
 * dates.
 * @param places in the order of their dates
 * @param next the first ticket that the queue has not issued yet
 * @returns undefined: there are too few tickets between two holds
 */
export function ticketsBetween(places: readonly PlaceInLine[], next: number): number[] | undefined {
  const tickets: number[] = [];
  for (const own of Map.groupBy(places, ({ before }) => before).values()) {
    const [{ behind, before } = { behind: 0, before: null }] = own;
    const step =
      before === null ? 1 : Math.min(TICKETS_EACH, Math.floor((before - behind) / (own.length + 1)));
    if (step === 0) return undefined;
    const last = before === null ? next - 1 : behind;
    tickets.push(...own.map((_, index) => last + step * (index + 1)));
  }
  return tickets;
}

/** The ticket of the first hold before which there are too few tickets for the new holds; undefined: there is room for all. */
export function firstWithoutRoom(places: readonly PlaceInLine[]): number | undefined {
  for (const [before, own] of Map.groupBy(places, (place) => place.before))
    if (before !== null && ticketsBetween(own, before) === undefined) return before;
  return undefined;
}

export interface NewTicket {
  readonly ticket: number;
  readonly newTicket: number;
}

/** How many tickets the end of a line needs, including the new holds. */
export function ticketsNeeded(places: readonly PlaceInLine[], tickets: readonly number[]): number {
  return TICKETS_EACH * (tickets.length + places.filter((place) => comesInto(place, tickets)).length);
}

/**
 * New tickets for the holds at the end of a line, with room for the new holds between them.
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
    return { ticket, newTicket: first - 1 + TICKETS_EACH * (index + 1 + cameIn) };
  });
}

function comesInto({ before }: PlaceInLine, [first = Infinity]: readonly number[]): boolean {
  return before !== null && before >= first;
}
