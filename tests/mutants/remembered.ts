import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../server/base/root.ts';
import type { Mutation } from './mutations.ts';

// What test files said of a mutant, beside the packages. It counts while neither the source nor the file has changed.

interface Told {
  /** Hash of the test file. */
  readonly test: string;
  /** Message of the test that noticed; null for a file that passed. */
  readonly said: string | null;
}

interface Remembered {
  /** Hash of the mutated source. */
  readonly source: string;
  readonly files: Readonly<Record<string, Told>>;
}

const place = join(root, 'node_modules/.cache/mutants/told.json');

const hashOf = (path: string): string =>
  existsSync(join(root, path))
    ? createHash('sha256')
        .update(readFileSync(join(root, path)))
        .digest('hex')
    : '';

const all = (): Record<string, Remembered> =>
  existsSync(place) ? (JSON.parse(readFileSync(place, 'utf8')) as Record<string, Remembered>) : {};

/** Returns what each test file said of a mutant: the message of the test that noticed, or null. */
export function remembered({ id, path }: Mutation): ReadonlyMap<string, string | null> {
  const found = all()[id];
  if (found?.source !== hashOf(path)) return new Map();
  return new Map(
    Object.entries(found.files).flatMap(([file, { test, said }]) => (test === hashOf(file) ? [[file, said]] : [])),
  );
}

/** @param said message of the test that noticed the mutant; null if the file passed */
export function remember({ id, path }: Mutation, file: string, said: string | null): void {
  const known = all();
  const source = hashOf(path);
  const files = known[id]?.source === source ? known[id].files : {};
  mkdirSync(dirname(place), { recursive: true });
  const told: Remembered = { source, files: { ...files, [file]: { test: hashOf(file), said } } };
  writeFileSync(place, JSON.stringify({ ...known, [id]: told }));
}
