/**
 * The model's state of a library: lists and numbers, and nothing of how the service stores them. Times are whole hours
 * since the run began. The model imports nothing from `src`, because it would then agree with the mistakes there.
 */
export const FORMAT_CLASSES = ['eBook', 'Audiobook', 'Video'] as const;
export type FormatClass = (typeof FORMAT_CLASSES)[number];
export const CATEGORIES = ['adult', 'child'] as const;
export type Category = (typeof CATEGORIES)[number];
export const COLLECTIONS = ['adults', 'main'] as const;
export type Collection = (typeof COLLECTIONS)[number];

/** The titles of every run. In steps and states a title is its index here; its crossRefId is one more. */
export const TITLES: readonly { readonly formatClass: FormatClass; readonly formats: readonly string[] }[] = [
  { formatClass: 'eBook', formats: ['ebook-epub-adobe', 'ebook-kindle'] },
  { formatClass: 'Audiobook', formats: ['audiobook-mp3'] },
  { formatClass: 'Video', formats: ['video-streaming'] },
];

export const DAY = 24;
/** Stands for the end of a suspension that has none. */
export const FOREVER = Number.MAX_SAFE_INTEGER;

export interface Hold {
  readonly patron: number;
  /** Null: placed with ignoreHoldEmail. */
  email: string | null;
  readonly placed: number;
  /** Lower than that of holds placed later in any queue. */
  readonly sequence: number;
  /** Of the hold that it stands in line with: its own, unless staff have moved it. */
  since: number;
  /** Null: not suspended. The time may have passed, and nothing has applied it yet. */
  suspendedUntil: number | null;
  /** When a suspension without an end began. */
  suspendedSince: number | null;
  /** When the hold ends if it is still suspended, once timers have announced it. */
  announcedEnd: number | null;
  /** The copy set aside. Its end may have passed as well. */
  /** `number`: later pickups of the title have higher ones. */
  pickup: { readonly number: number; readonly collection: Collection; readonly until: number } | null;
  missedPickups: number;
  /** The last day on which the title is wanted, counted from the one on which the run began; null: whenever it comes. */
  lastDay: number | null;
  /** The same for holds that are alternatives to each other; null: the title is wanted in any case. */
  group: number | null;
}

export interface Loan {
  readonly patron: number;
  readonly collection: Collection;
  readonly from: number;
  readonly until: number;
  readonly format: string | null;
  /** Null: of a copy that the library simply owns. */
  licence: string | null;
  /** Of a Lucky Day copy. */
  isLucky: boolean;
}

export interface Licence {
  readonly id: string;
  readonly collection: Collection;
  concurrency: number | null;
  loans: number | null;
  /** Loans that it was used for. */
  lent: number;
  startsAt: number | null;
  endsAt: number | null;
  /** It had begun and not ended when somebody last looked. */
  isRunning: boolean;
  /** When it begins or ends next. */
  turnsAt: number | null;
}

export interface Title {
  /** Copies owned, without those of licences; a collection that never had the title is absent, and one that gave it up has 0. */
  owned: Partial<Record<Collection, number>>;
  /** Lucky Day copies, which a licence gives. */
  lucky: Partial<Record<Collection, number>>;
  /** In line. */
  holds: Hold[];
  loans: Loan[];
  licences: Licence[];
}

export interface Watch {
  readonly title: number;
  /** Empty: the patron is told nothing. */
  readonly email: string;
}

export interface Patron {
  category: Category;
  readonly holdLimit: number | null;
  readonly checkoutLimit: number | null;
  lastHoldEmail: string | null;
  /** Has had a hold or a loan. */
  existing: boolean;
  preferences: Partial<Record<FormatClass, number>>;
  /** How many holds are to be ready at most; null: as many as come. */
  pace: number | null;
  watches: Watch[];
}

/** A notice that was recorded: one for each time that a hold with an address became ready, or got an end. */
export interface Notice {
  readonly occasion: 'ready' | 'pickup-missed' | 'suspension-ends';
  readonly title: number;
  readonly patron: number;
  readonly until: number;
}

/** The library with which a run begins. */
export interface Setup {
  readonly pickupHours: number;
  readonly missedPickup: 'redeliver-once' | 'cancel' | 'suspend';
  /** Null: a hold may be suspended as long as its patron likes. */
  readonly suspensionEndsAfterDays: number | null;
  /** In how many last days of a loan its title can be held again. */
  readonly renewalDays: number;
  readonly holdLimit: number;
  readonly checkoutLimit: number;
  readonly lendingOverrides: Partial<Record<FormatClass, number>>;
  /** The days of each week on which the library is closed: 0 is that on which the run begins. */
  readonly closed: readonly number[];
  readonly collectionsOf: Readonly<Record<Category, readonly Collection[]>>;
  readonly patrons: readonly {
    readonly category: Category;
    readonly holdLimit: number | null;
    readonly checkoutLimit: number | null;
  }[];
  /** By title; null: the library's. */
  readonly titlesPickupHours: readonly (number | null)[];
  /** By title. */
  readonly owned: readonly Partial<Record<Collection, number>>[];
}

export interface State {
  readonly terms: Omit<Setup, 'collectionsOf' | 'patrons' | 'owned'>;
  collectionsOf: Record<Category, readonly Collection[]>;
  now: number;
  titles: Title[];
  patrons: Patron[];
  notices: Notice[];
  placements: number;
  /** Patrons whose waiting holds a worker is to look at again. */
  reviews: number[];
}

export function initialState({ collectionsOf, patrons, owned, ...terms }: Setup): State {
  return {
    terms,
    collectionsOf: { ...collectionsOf },
    now: 0,
    titles: owned.map((counts) => ({
      owned: { ...counts },
      lucky: {},
      holds: [],
      loans: [],
      licences: [],
    })),
    patrons: patrons.map((patron) => ({
      ...patron,
      lastHoldEmail: null,
      existing: false,
      preferences: {},
      pace: null,
      watches: [],
    })),
    notices: [],
    placements: 0,
    reviews: [],
  };
}

export function titleOf(state: State, title: number): Title {
  return at(state.titles, title);
}

export function patronOf(state: State, patron: number): Patron {
  return at(state.patrons, patron);
}

export function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error(`The model has nothing at ${index}.`);
  return item;
}

/** A state is plain data. (`structuredClone` would make objects of another realm here, which equal none of this one.) */
export function copyOf(state: State): State {
  return JSON.parse(JSON.stringify(state)) as State;
}
