import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { build, preview } from 'vite';
import type { Bench } from './page';

const configFile = fileURLToPath(new URL('vite.config.ts', import.meta.url));
const runs = 3;

declare global {
  interface Window {
    bench: Bench;
  }
}

interface Figures {
  paint: number;
  longFrames: number;
  dropped: number;
  /**
   * ms of processor time of the page's process per frame while scrolling. Unlike the frame rate it does not depend on
   * other load.
   */
  cpuPerFrame: number;
  selectAll: number;
  nodes: number;
  memory: number;
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Returns processor seconds of all renderers so far; only one page is open. */
export async function rendererSeconds(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter((each) => each.type === 'renderer').reduce((sum, each) => sum + each.cpuTime, 0);
}

/** Returns the largest memory (MB) of a renderer; NaN where the system does not tell. */
async function rendererMemory(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const most = processInfo
    .filter((each) => each.type === 'renderer')
    .map(({ id }) => {
      const status = existsSync(`/proc/${id}/status`) ? readFileSync(`/proc/${id}/status`, 'utf8') : '';
      return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024;
    });
  return Math.max(...most);
}

async function measureOnce(browser: Browser, address: string): Promise<Figures> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(address);
  await page.waitForSelector('[role="columnheader"], thead');
  await page.waitForTimeout(500);
  const paint = await page.evaluate(() => window.bench.paint());
  await page.waitForTimeout(300);
  const before = await rendererSeconds(browser);
  const scroll = await page.evaluate(() => window.bench.scroll(5000));
  const cpuPerFrame = (((await rendererSeconds(browser)) - before) * 1000) / scroll.frames;
  const selectAll = await page.evaluate(() => window.bench.selectAll());
  const nodes = await page.evaluate(() => window.bench.nodes());
  const memory = await rendererMemory(browser);
  await page.close();
  return { paint, longFrames: scroll.longFrames, dropped: scroll.dropped, cpuPerFrame, selectAll, nodes, memory };
}

/**
 * Builds the page for production and runs it in Chromium at 1440 × 900: 5,000 rows in our table with 20 and 40 columns,
 * and in antd's virtual table and AG Grid with 20. Medians of three runs; ms, frames and elements.
 */
export async function measureTable(): Promise<Record<string, number>> {
  const outDir = await mkdtemp(join(tmpdir(), 'bench-table-'));
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  await build({ configFile, build: { outDir, emptyOutDir: true } });
  const server = await preview({ configFile, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
  const browser = await chromium.launch({
    executablePath,
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
    const base = server.resolvedUrls?.local[0] ?? '';
    const figures: Record<string, number> = {};
    const variants = {
      ours20: 'columns=20',
      ours40: 'columns=40',
      antdVirtual20: 'columns=20&table=antd',
      agGrid20: 'columns=20&table=agGrid',
    };
    for (const [name, query] of Object.entries(variants)) {
      const all: Figures[] = [];
      for (let run = 0; run < runs; run += 1) all.push(await measureOnce(browser, `${base}?${query}`));
      for (const key of ['paint', 'longFrames', 'dropped', 'cpuPerFrame', 'selectAll', 'nodes', 'memory'] as const) {
        figures[`${name}.${key}`] = Math.round(median(all.map((each) => each[key])) * 10) / 10;
      }
    }
    return figures;
  } finally {
    await browser.close();
    await server.close();
    await rm(outDir, { recursive: true, force: true });
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.table(await measureTable());
}
