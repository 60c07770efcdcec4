import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildProduct, startIn } from './productServer';

declare module 'vitest' {
  interface ProvidedContext {
    /** What a first start makes of an empty directory. */
    filledDirectory: string;
  }
}

/** One first start for all browser tests: each file gets a copy of what it leaves behind. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildProduct();
  const directory = await mkdtemp(join(tmpdir(), 'occhealth-filled-'));
  const product = await startIn(directory);
  await product.stop();
  project.provide('filledDirectory', directory);
  return () => rm(directory, { recursive: true, force: true });
}
