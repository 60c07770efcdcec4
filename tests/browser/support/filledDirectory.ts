import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { root } from '@server/root';
import { buildProduct, startIn } from './productServer';

declare module 'vitest' {
  interface ProvidedContext {
    /** What a first start makes of an empty directory. */
    filledDirectory: string;
  }
}

const kept = join(root, 'dist/filled');

/** A first start is half a minute's work; what it leaves behind is good for the day and for as long as the server is the same. */
async function fill(): Promise<void> {
  const stamp = `${readFileSync(join(root, 'dist/.server.stamp'), 'utf8')} ${new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' })}`;
  const stampFile = join(kept, 'stamp');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  await mkdir(kept, { recursive: true });
  const directory = await mkdtemp(join(kept, 'filling-'));
  const product = await startIn(directory);
  await product.stop();
  await rm(stampFile, { force: true });
  await rm(join(kept, 'data'), { recursive: true, force: true });
  await rename(directory, join(kept, 'data'));
  await writeFile(stampFile, stamp);
}

/** One build and one first start for all browser tests: each file gets a copy of what that leaves behind. */
export default async function setup(project: TestProject): Promise<void> {
  await buildProduct();
  await Promise.all([fill(), buildProduct('shellHarness')]);
  project.provide('filledDirectory', join(kept, 'data'));
}
