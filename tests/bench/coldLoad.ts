import { execFileSync } from 'node:child_process';
import { get } from 'node:http';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import type { LoginAnswer } from '@contract/wire';
import { adminPassword, copyOfTree, serve } from './copy';
import { round } from './line';

// A page's first load, with nothing in the cache, in Chromium at a quarter of its speed.

/** Loads of one page; figures are their median. */
export const runs = 3;
/** ms without activity before a page's figures are read. */
const quiet = 3_000;
const slower = 4;
/** Lighthouse's slow 4G: ms of a round trip, bytes per second down and up. */
export const link4g = {
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
} as const;

export interface Loaded {
  /** Scripts loaded when the content appeared. */
  readonly scripts: string[];
  /** All scripts, those loaded while idle included. */
  readonly all: string[];
  readonly content: number;
  readonly lcp: number;
  readonly tbt: number;
}

/** Observes a page from its start; runs in the browser. */
function watch(selector: string): void {
  const seen = { content: 0, lcp: 0, tasks: [] as number[] };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => (seen.lcp = entry.startTime))).observe({
    type: 'largest-contentful-paint',
    buffered: true,
  });
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => seen.tasks.push(entry.duration))).observe({
    type: 'longtask',
    buffered: true,
  });
  const look = () => {
    if (document.querySelector(selector)) seen.content = performance.now();
    else requestAnimationFrame(look);
  };
  look();
}

/**
 * Reads the figures when the page is idle; runs in the browser. Blocking time counts from the start, as in
 * quality.md, so that a late paint hides none of it.
 */
function readOut(): Loaded {
  const { seen } = window as unknown as { seen: { content: number; lcp: number; tasks: number[] } };
  const scripts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(({ name }) =>
    /\.m?js(\?|$)/.test(name),
  );
  return {
    scripts: scripts.filter(({ responseEnd }) => responseEnd <= seen.content).map(({ name }) => name),
    all: scripts.map(({ name }) => name),
    content: seen.content,
    lcp: seen.lcp,
    tbt: seen.tasks.reduce((sum, duration) => sum + Math.max(0, duration - 50), 0),
  };
}

/** Loads an address in a new context: empty cache, only the given session. */
export async function load(
  browser: Browser,
  address: string,
  selector: string,
  session?: Awaited<ReturnType<BrowserContext['storageState']>>,
  link?: typeof link4g,
): Promise<Loaded> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(session ? { storageState: session } : {}),
  });
  try {
    const page = await context.newPage();
    // The compiler of this file calls a helper for inner functions, which the page lacks.
    await page.addInitScript('globalThis.__name = (it) => it');
    await page.addInitScript(watch, selector);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
    if (link) {
      await devtools.send('Network.enable');
      await devtools.send('Network.emulateNetworkConditions', { offline: false, ...link });
    }
    await page.goto(address);
    await page.waitForFunction(() => (window as unknown as { seen: { content: number } }).seen.content > 0, undefined, {
      timeout: 60_000,
    });
    await page.waitForTimeout(quiet);
    return await page.evaluate(readOut);
  } finally {
    await context.close();
  }
}

/** Returns the bytes of an answer as transferred. */
const sizeOf = (address: string, encoding: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': encoding } }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('end', () => resolve(answer.statusCode === 200 ? bytes : Number.NaN));
    }).on('error', reject);
  });

export async function total(addresses: readonly string[], encoding: string): Promise<number> {
  const sizes = await Promise.all([...new Set(addresses)].map((address) => sizeOf(address, encoding)));
  return round(sizes.reduce((sum, size) => sum + size, 0) / 1000);
}

export async function adminToken(url: string): Promise<string> {
  const signed = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: adminPassword }),
  });
  if (!signed.ok) throw new Error(`login: ${signed.status} ${await signed.text()}`);
  return ((await signed.json()) as LoginAnswer).token;
}

/** Builds the product in a copy of the tree, serves it with the demonstration, and opens a browser beside it. */
export async function withProduct<T>(work: (browser: Browser, url: string) => Promise<T>): Promise<T> {
  const copy = copyOfTree({ packages: true });
  try {
    execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: copy.directory, stdio: 'inherit' });
    const server = await serve(copy.directory);
    try {
      const browser = await chromium.launch({
        executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
        args: [
          '--no-sandbox',
          '--disable-gpu',
          '--disable-quic',
          '--no-first-run',
          '--disable-background-networking',
          '--disable-component-update',
          '--disable-sync',
        ],
      });
      try {
        return await work(browser, server.url);
      } finally {
        await browser.close();
      }
    } finally {
      await server.stop();
    }
  } finally {
    copy.remove();
  }
}
