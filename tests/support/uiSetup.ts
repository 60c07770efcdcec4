import '@testing-library/jest-dom/vitest';
import { Blob, File } from 'node:buffer';
import { transferableAbortController } from 'node:util';
import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterAll, afterEach, vi } from 'vitest';
import { freshBrowser } from './browserState';
import './computedStyles';
import './elementLabels';
import { savedFiles } from './savedFiles';

// Mocked here because test files share their modules: the first one to load the client decides for all.
vi.mock('file-saver', () => ({
  saveAs: (blob: globalThis.Blob, name: string) => savedFiles.push({ name, size: blob.size }),
}));

// jsdom replaces Node's classes with its own, which Node's fetch, used by msw, does not accept (DESIGN §4.2).
const form = await new Response('', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }).formData();
const controller = transferableAbortController();
Object.assign(globalThis, {
  Blob,
  File,
  FormData: form.constructor,
  AbortController: controller.constructor,
  AbortSignal: controller.signal.constructor,
});

// Browser functions used by antd and the virtual grid and missing in jsdom.
window.matchMedia ??= (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: () => false,
});
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
Element.prototype.scrollIntoView ??= () => undefined;
// Exists, but only logs an error.
window.scrollTo = () => undefined;
Element.prototype.scrollTo ??= () => undefined;

// React's development build records the source line of the first 10,000 elements of a second, a tenth of the run: this
// marks them as used up.
const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') as object;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Number.POSITIVE_INFINITY,
  set() {},
});

// A real server answers, including password hashing, on a machine that may be busy.
configure({ asyncUtilTimeout: 60_000 });

afterEach(() => {
  cleanup();
  savedFiles.length = 0;
});
// The files of a worker share one window and their modules.
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  // What a file wrote into the page by hand.
  document.body.replaceChildren();
  freshBrowser();
});
