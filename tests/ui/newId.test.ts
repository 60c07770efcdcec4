import { afterEach, expect, it, vi } from 'vitest';
import { newId } from '@/lib/newId';

const { crypto: whole } = globalThis;
afterEach(() => vi.unstubAllGlobals());

// Over plain http a browser has no crypto.randomUUID.
it.each([
  ['with', whole],
  ['without', { getRandomValues: (array: Uint8Array<ArrayBuffer>) => whole.getRandomValues(array) }],
])('newId makes unique version 4 UUIDs %s crypto.randomUUID', (_, own) => {
  vi.stubGlobal('crypto', own);
  const ids = Array.from({ length: 1000 }, newId);
  expect(ids.filter((id) => !/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(1000);
});
