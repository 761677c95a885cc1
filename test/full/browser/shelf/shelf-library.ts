import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser, openPage, type PageOptions, type PageUnderTest } from '../../support/browser.js';
import { WIDE_BRAND } from '../../support/wide-brand.js';
import { DAY } from '../../../support/clock.js';
import { LOCAL_SANDBOX } from '../../../support/sandbox-clock.js';
import { TestLibrary, type TestPatron } from '../../../support/test-library.js';

export const PIN = '2468';

/** A library whose patrons have cards, with the shelf on, a wide logo and a long name. */
export class ShelfLibrary {
  private constructor(
    readonly library: TestLibrary,
    private readonly folder: string,
  ) {}

  static async open(settings: Readonly<Record<string, string>>): Promise<ShelfLibrary> {
    const folder = await mkdtemp(join(tmpdir(), 'holdfast-shelf-'));
    const library = await TestLibrary.alone({}, { ...LOCAL_SANDBOX, DATA_DIR: folder, ...settings });
    await library.import({ record: 'settings', websiteId: library.websiteId, notices: WIDE_BRAND });
    return new ShelfLibrary(library, folder);
  }

  get address(): string {
    return `${this.library.service.url}/shelf`;
  }

  get mailFolder(): string {
    return join(this.folder, 'mail');
  }

  /** Their card's number is that of the patron, with zeros before it. */
  async addPatron(): Promise<TestPatron> {
    return this.library.addPatron((patronId: number) => ({ cardNumber: cardOf({ patronId }), pin: PIN }));
  }

  async close(): Promise<void> {
    await this.library.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

export function cardOf({ patronId }: Pick<TestPatron, 'patronId'>): string {
  return String(patronId).padStart(6, '0');
}

/** The day after that many days, as a field for a date takes it in the browser's time zone. */
export function dateIn(days: number): string {
  const day = new Date(Date.now() + days * DAY * 1000);
  return new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(day);
}

/** The page in a browser, with what patrons do on it. */
export class ShelfPage {
  private constructor(
    private readonly opened: PageUnderTest,
    readonly address: string,
  ) {}

  static async open(browser: Browser, address: string, options: PageOptions = {}): Promise<ShelfPage> {
    const shelf = new ShelfPage(await openPage(browser, options), address);
    await shelf.page.goto(address);
    return shelf;
  }

  get page(): Page {
    return this.opened.page;
  }

  async signIn(card: string, pin = PIN, taps = 1): Promise<void> {
    await this.page.getByLabel('Card number').fill(card);
    await this.page.getByLabel('PIN', { exact: true }).fill(pin);
    await this.button('Sign in').click({ clickCount: taps });
  }

  /** With a token, which is faster: nothing is hashed. */
  async useToken({ token }: TestPatron): Promise<void> {
    await this.page.getByLabel('Token', { exact: true }).fill(token);
    await this.button('Use this token').click();
    await this.view('Holds');
  }

  /** Goes to a view by the bar. */
  async view(name: 'Loans' | 'Holds' | 'Search'): Promise<void> {
    await this.page
      .getByRole('navigation')
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .click();
    await this.section(name).waitFor();
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name });
  }

  /** Presses a button of a card, which may be behind its menu. */
  async press(card: Locator, name: string): Promise<void> {
    const button = card.getByRole('button', { name });
    const menu = card.locator('.menu > summary:visible');
    await button.or(menu).first().waitFor();
    if ((await button.count()) === 0) await menu.click();
    await button.click();
  }

  async openDrawer(): Promise<void> {
    await this.button('Requests').click();
    await this.section('Requests').waitFor();
  }

  /** Sends the form that is open. */
  submit(label: string): Promise<void> {
    return this.page.getByRole('button', { name: label, exact: true }).click();
  }

  section(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  /** The card of a title in a section. */
  card(section: string, title: string): Locator {
    return this.section(section).getByRole('article', { name: title, exact: true });
  }

  /** Where the bar has no room for it, the view has the box. */
  async search(words: string): Promise<void> {
    const box = this.page.getByRole('searchbox');
    if (!(await box.isVisible())) await this.view('Search');
    await box.fill(words);
    await this.page.getByRole('search').getByRole('button').click();
  }

  /** Waits until the page says that this was done. */
  async done(message: string | RegExp): Promise<void> {
    await this.page.getByRole('status').filter({ hasText: message }).waitFor();
  }

  /** The text of the element that has the focus. */
  focused(): Promise<string> {
    return this.page.evaluate<string>('document.activeElement.textContent');
  }

  /** Chromium reports every refusal as an error of the console. @returns how many there were */
  takeRefusals(): number {
    const { faults } = this.opened;
    const others = faults.filter((fault) => !/the server responded with a status of 4\d\d/.test(fault));
    const refusals = faults.length - others.length;
    faults.splice(0, faults.length, ...others);
    return refusals;
  }

  /** Answers of 5xx are reported like refusals. */
  takeFailures(): void {
    const { faults } = this.opened;
    const others = faults.filter((fault) => !/the server responded with a status of 5\d\d/.test(fault));
    faults.splice(0, faults.length, ...others);
  }

  /** Of requests that the test has broken off. */
  takeLostConnections(): void {
    const { faults } = this.opened;
    const others = faults.filter((fault) => !/net::ERR_(?:FAILED|INTERNET_DISCONNECTED)/.test(fault));
    faults.splice(0, faults.length, ...others);
  }

  /** @throws if the page had faults, such as violations of its content security policy */
  close(): Promise<void> {
    return this.opened.close();
  }
}

/** Opens a browser and a library before the tests of a group, and closes both after them. */
export function useShelves(
  assign: (opened: { readonly browser: Browser; readonly shelves: ShelfLibrary }) => void,
  settings: Readonly<Record<string, string>> = {},
): void {
  let browser: Browser;
  let shelves: ShelfLibrary;
  beforeAll(async () => {
    [browser, shelves] = await Promise.all([launchBrowser(), ShelfLibrary.open(settings)]);
    assign({ browser, shelves });
  });
  afterAll(async () => {
    await browser.close();
    await shelves.close();
  });
}
