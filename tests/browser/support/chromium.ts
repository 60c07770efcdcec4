import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** What `npm test` has found, or where Linux keeps it. */
const executablePath =
  process.env['CHROMIUM_PATH'] ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    (path) => existsSync(path),
  );

/** The system's Chromium, quiet and without a sandbox (DESIGN §4.2: tests may run as root). */
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
