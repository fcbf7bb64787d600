/** Chromium, and pages that may not complain. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { noteSuite, skip } from '@chaintrail/testkit';
import axe from 'axe-core';
import { chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';

const { CHROMIUM = 'chromium', PATH = '', SCREENSHOTS = join(tmpdir(), 'chaintrail-screenshots') } = process.env;

/** Where Chromium is; undefined, and a sentence, where the suite has to be skipped. */
export function chromiumOrSkip(): string | undefined {
  const found = ['', ...PATH.split(delimiter)].map((folder) => join(folder, CHROMIUM)).find((file) => existsSync(file));
  if (found === undefined) return skip('Chromium is not installed (Debian: chromium); CHROMIUM names another one');
  noteSuite('software', found);
  return found;
}

const LOOKS = {
  desktop: [{ width: 1280, height: 900 }, { colorScheme: 'light' }],
  phone: [{ width: 360, height: 740 }, { colorScheme: 'dark' }],
} as const;
export type Look = keyof typeof LOOKS;

/** The page of a browser, which takes a process to open, and every complaint of it, every request to somebody else. */
export class WatchedPage {
  readonly page: Page;
  readonly complaints: string[] = [];

  private constructor(page: Page, origin: string) {
    this.page = page;
    page.on('pageerror', ({ message }) => this.complaints.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.complaints.push(message.text());
    });
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) this.complaints.push(`a request to ${url}`);
    });
  }

  static async launch(executablePath: string, origin: string): Promise<WatchedPage> {
    // To start a process for each page takes longer than most pages do.
    const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--process-per-site'];
    const browser = await chromium.launch({ executablePath, args });
    const watched = new WatchedPage(await browser.newPage({ baseURL: origin, locale: 'en-GB' }), origin);
    watched.page.setDefaultTimeout(30_000);
    await watched.setLook('desktop');
    return watched;
  }

  /** Forgets complaints of the page before. */
  async visit(path: string): Promise<void> {
    this.complaints.length = 0;
    await this.page.goto(path);
  }

  async setLook(look: Look): Promise<void> {
    const [viewport, media] = LOOKS[look];
    await this.page.setViewportSize(viewport);
    await this.page.emulateMedia(media);
  }

  /**
   * Counts from here on; before the page is opened.
   * @returns asks for the processor time of the page's main thread so far, in ms, which no other load of the machine adds to
   */
  async countWork(): Promise<() => Promise<number>> {
    const session = await this.page.context().newCDPSession(this.page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    return async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
    };
  }

  /** Whoever looks at the page finds nothing in the way: rules of axe, and no scrolling sideways. */
  async expectAccessible(): Promise<void> {
    const { page } = this;
    if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(axe.source);
    const { violations } = await page.evaluate<axe.AxeResults>('axe.run(document, { resultTypes: ["violations"] })');
    const found = violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ html }) => html)
          .join(' | ')}`,
    );
    expect(found, page.url()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), `${page.url()} is too wide`).toBe(
      0,
    );
  }

  async screenshot(name: string): Promise<void> {
    await mkdir(SCREENSHOTS, { recursive: true });
    await this.page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
  }

  async close(): Promise<void> {
    await this.page.context().browser()?.close();
  }
}
