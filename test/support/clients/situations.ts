import { OperatorClient } from '../operator/operator-client.js';
import { mustSucceed } from '../client.js';
import { DAY, HOUR } from '../clock.js';
import {
  category,
  collection,
  copies as copiesRecord,
  library,
  patron as patronRecord,
  reserveIdOf,
  type TestRecord,
  title as titleRecord,
} from '../records.js';
import { SandboxClock } from '../sandbox-clock.js';
import type { ServiceUnderTest } from '../service.js';
import { TestPatron, type TestTitle } from '../test-library.js';

const ONLINE = 'ebook-overdrive';
const [EPUB, KINDLE] = ['ebook-epub-adobe', 'ebook-kindle'];
const LOAN = 21 * DAY;
const PICKUP = 72 * HOUR;

/** How a patron comes to a hold or a loan, where nothing else is found. */
export interface Situation {
  /** One, unless it says otherwise. */
  readonly copies?: number;
  readonly formats?: readonly string[];
  readonly libraryMembers?: object;
  /** The title can be borrowed only when another one is returned. */
  readonly isAtCheckoutLimit?: true;
  /** Of several formats to download none is chosen: a page asks for one. */
  readonly isFormatOpen?: true;
  readonly happens: (scene: Scene) => Promise<unknown>;
}

const address = { emailAddress: 'reader@example.org' };
const noAddress = { ignoreHoldEmail: true };
const indefinite = { suspensionType: 'indefinite' };
const limited = { suspensionType: 'limited', numberOfDays: 30 };

function held(values: object = address, suspension?: object): Situation['happens'] {
  return async ({ patron, title }) => {
    await mustSucceed(patron.place(title, { ...values }));
    if (suspension !== undefined) await mustSucceed(patron.suspend(title, { ...suspension }));
  };
}

/** The copy goes on to another. */
async function missPickup(scene: Scene): Promise<void> {
  await held()(scene);
  await scene.queueAnother();
  await scene.stage.clock.advance(PICKUP + HOUR);
}

function lent(formatType?: string): Situation['happens'] {
  return ({ patron, title }) =>
    mustSucceed(patron.borrow(title, formatType === undefined ? {} : { formatType }));
}

async function lentUntilRenewable(scene: Scene): Promise<void> {
  await lent()(scene);
  await scene.stage.clock.advance(LOAN - 2 * DAY);
}

async function renewed(scene: Scene): Promise<void> {
  await lentUntilRenewable(scene);
  await held()(scene);
}

export const HOLDS: Readonly<Record<string, Situation>> = {
  'a hold that waits behind another': {
    copies: 0,
    happens: async (scene) => {
      await scene.queueAnother();
      await held()(scene);
    },
  },
  'a hold that waits as 1 of 1': { copies: 0, happens: held() },
  'a hold that waits, without an address': { copies: 0, happens: held(noAddress) },
  'a hold that is suspended until released': { copies: 0, happens: held(address, indefinite) },
  'a hold that is suspended for some days': { copies: 0, happens: held(address, limited) },
  'a hold that is suspended, without an address': { copies: 0, happens: held(noAddress, indefinite) },
  'a hold that is suspended while a copy is free': { happens: held(address, indefinite) },
  'a hold that was placed suspended': { happens: held({ ...address, ...limited }) },
  'a hold that is ready': { formats: [ONLINE, EPUB], happens: held() },
  'a hold that is ready, without an address': { happens: held(noAddress) },
  'a hold that is ready at the checkout limit': {
    libraryMembers: { checkoutLimit: 1 },
    isAtCheckoutLimit: true,
    happens: async (scene) => {
      scene.another = await scene.stage.addTitle(1, [ONLINE]);
      await mustSucceed(scene.patron.borrow(scene.another));
      await held()(scene);
    },
  },
  'a hold whose pickup was missed': { happens: missPickup },
  'a hold whose pickup was missed, where that suspends it': {
    libraryMembers: { missedPickup: 'suspend' },
    happens: missPickup,
  },
  'a hold whose pickup was missed, where that ends it': {
    libraryMembers: { missedPickup: 'cancel' },
    happens: missPickup,
  },
  'a hold that renews a loan, and waits': { happens: renewed },
  'a hold that renews a loan, and is ready': { copies: 2, happens: renewed },
};

export const LOANS: Readonly<Record<string, Situation>> = {
  'a loan of which nothing is locked in': { formats: [ONLINE, EPUB, KINDLE], happens: lent() },
  'a loan of which one format is locked in': { formats: [ONLINE, EPUB, KINDLE], happens: lent(KINDLE) },
  'a loan that is online only': { formats: [ONLINE], happens: lent() },
  'a loan of a title without formats': { formats: [], happens: lent() },
  'a loan to download in one format': { formats: [EPUB], happens: lent() },
  'a loan to download in several formats': {
    formats: [EPUB, KINDLE],
    isFormatOpen: true,
    happens: lent(),
  },
  'a loan whose locked format is no longer in the record': {
    formats: [EPUB, KINDLE],
    happens: async (scene) => {
      await lent(KINDLE)(scene);
      await scene.describeTitle([EPUB]);
    },
  },
  'a loan of the last copy, which another waits for': {
    happens: async (scene) => {
      await lent()(scene);
      await scene.queueAnother();
    },
  },
  'a loan that can be renewed': { happens: lentUntilRenewable },
  'a loan of a title that was withdrawn': {
    happens: async (scene) => {
      await lent()(scene);
      await scene.withdraw();
    },
  },
};

/** What happens to the patron or the title afterwards. */
export const CHANGES: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
  'as it is': () => Promise.resolve(),
  'after a change of category': (scene) => scene.changeCategory(),
  'after a withdrawal': (scene) => scene.withdraw(),
  'after a removal of copies': (scene) => scene.removeCopies(),
  'after a merge': (scene) => scene.merge(),
};

/** A library for one situation, in which nothing else is found until it is made again. */
export class Stage {
  private constructor(
    private readonly service: ServiceUnderTest,
    private readonly situation: Situation,
    private readonly websiteId: number,
  ) {}

  static async open(service: ServiceUnderTest, situation: Situation): Promise<Stage> {
    const websiteId = nextNumber();
    await service.import(
      library({ websiteId, ...situation.libraryMembers }),
      collection('main', { websiteId }),
      collection('children', { websiteId }),
      category('adult', ['main'], { websiteId }),
      category('child', ['children'], { websiteId }),
    );
    return new Stage(service, situation, websiteId);
  }

  /** The situation once more, with a patron and a title of its own. */
  async scene(): Promise<Scene> {
    const { copies = 1, formats = [EPUB], happens } = this.situation;
    const [title, patronId] = [newTitle(), nextNumber()];
    await this.import(...recordsOf(title, copies, formats), patronRecord(patronId));
    const scene = new Scene(this, title, await this.signIn(patronId));
    await happens(scene);
    return scene;
  }

  get clock(): SandboxClock {
    return new SandboxClock(this.service.url);
  }

  get operator(): OperatorClient {
    return new OperatorClient(this.service.url);
  }

  async addTitle(copies: number, formats: readonly string[]): Promise<TestTitle> {
    const title = newTitle();
    await this.import(...recordsOf(title, copies, formats));
    return title;
  }

  async addPatron(): Promise<TestPatron> {
    const patronId = nextNumber();
    await this.import(patronRecord(patronId));
    return this.signIn(patronId);
  }

  private async signIn(patronId: number): Promise<TestPatron> {
    return new TestPatron(this.service.url, (await this.service.signIn(patronId)).token, patronId);
  }

  import(...records: readonly TestRecord[]): Promise<void> {
    const { websiteId } = this;
    const isShared = ({ record }: TestRecord): boolean => record === 'title';
    return this.service.import(
      ...records.map((record) => (isShared(record) ? record : { ...record, websiteId })),
    );
  }
}

/** A patron and a title in a situation. */
export class Scene {
  /** What the patron has on loan besides. */
  another: TestTitle | undefined;

  constructor(
    readonly stage: Stage,
    readonly title: TestTitle,
    public patron: TestPatron,
  ) {}

  /** The text with this scene's titles where it has those of another scene of the same situation. */
  translate(text: string, { title, another }: Scene): string {
    const translated = text.replaceAll(title.reserveId, this.title.reserveId);
    return another === undefined || this.another === undefined
      ? translated
      : translated.replaceAll(another.reserveId, this.another.reserveId);
  }

  /** Another patron waits from now on. */
  async queueAnother(): Promise<void> {
    await mustSucceed((await this.stage.addPatron()).place(this.title));
  }

  describeTitle(formats: readonly string[]): Promise<void> {
    return this.stage.import(titleRecord(this.title.crossRefId, { formats }));
  }

  changeCategory(): Promise<void> {
    return this.stage.import(patronRecord(this.patron.patronId, { category: 'child' }));
  }

  withdraw(): Promise<void> {
    const { reserveId } = this.title;
    return this.stage.import({ record: 'withdrawal', reserveId, reason: 'rights-ended' });
  }

  removeCopies(): Promise<void> {
    return this.stage.import(copiesRecord(this.title.crossRefId, 0));
  }

  /** From here on the patron is the one whose card remains. */
  async merge(): Promise<void> {
    const into = await this.stage.addPatron();
    await mustSucceed(this.stage.operator.merge(this.patron, into.patronId));
    this.patron = into;
  }
}

let lastNumber = 0;

/** Of a library, a patron or a title. */
function nextNumber(): number {
  return ++lastNumber;
}

function newTitle(): TestTitle {
  const crossRefId = nextNumber();
  return { crossRefId, reserveId: reserveIdOf(crossRefId) };
}

function recordsOf({ crossRefId }: TestTitle, copies: number, formats: readonly string[]): TestRecord[] {
  return [titleRecord(crossRefId, { formats }), copiesRecord(crossRefId, copies)];
}
