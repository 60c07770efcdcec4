import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Path found by `npm test`, or the usual ones on Linux. */
const executablePath =
  process.env['CHROMIUM_PATH'] ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    (path) => existsSync(path),
  );

/** Starts the system's Chromium without a sandbox (DESIGN §4.2: tests may run as root). */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    ...(executablePath ? { executablePath } : {}),
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
