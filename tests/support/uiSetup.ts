import '@testing-library/jest-dom/vitest';
import { Blob, File } from 'node:buffer';
import { transferableAbortController } from 'node:util';
import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterAll, afterEach, vi } from 'vitest';
import { freshBrowser } from './browserState';
import './computedStyles';
import { savedFiles } from './savedFiles';

// Here, because test files share their modules: the first to load the client decides for all.
vi.mock('file-saver', () => ({
  saveAs: (blob: globalThis.Blob, name: string) => savedFiles.push({ name, size: blob.size }),
}));

// jsdom puts its own classes in the place of Node's, and Node's fetch, on which msw stands, does not know them (DESIGN
// 4.2).
const form = await new Response('', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }).formData();
const controller = transferableAbortController();
Object.assign(globalThis, {
  Blob,
  File,
  FormData: form.constructor,
  AbortController: controller.constructor,
  AbortSignal: controller.signal.constructor,
});

// What antd and the virtual grid ask of a browser, and jsdom does not have.
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
// There, and only complains.
window.scrollTo = () => undefined;
Element.prototype.scrollTo ??= () => undefined;

// React's development build notes for each of the first 10,000 elements of a second on which line it was made, a tenth
// of the run: told that they are through.
const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') as object;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Number.POSITIVE_INFINITY,
  set() {},
});

// A real server answers, hashes passwords included, on a machine that may be busy.
configure({ asyncUtilTimeout: 60_000 });

afterEach(() => {
  cleanup();
  savedFiles.length = 0;
});
// The files of a worker share one window and their modules.
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  freshBrowser();
});
