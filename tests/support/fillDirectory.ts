// Run by filledDirectory(): builds what is stale, and fills dist/filled unless another process has just done so.
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildProduct, startIn } from '../browser/support/productServer';
import { inTurn } from './fileLock';
import { isFilled, kept, wantedStamp } from './filledDirectory';
import { unpackMigrated } from './pgliteTemplate';

await inTurn(join(kept, 'lock'), async () => {
  await buildProduct('server');
  if (isFilled()) return;
  const stamp = wantedStamp();
  const directory = await mkdtemp(join(kept, 'filling-'));
  await unpackMigrated(directory);
  const product = await startIn(directory);
  await product.stop();
  await rm(join(kept, 'stamp'), { force: true });
  await rm(join(kept, 'data'), { recursive: true, force: true });
  await rename(directory, join(kept, 'data'));
  await writeFile(join(kept, 'stamp'), stamp);
});
