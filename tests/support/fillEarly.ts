import { buildProduct } from '../browser/support/productServer';
import { filledDirectory } from './filledDirectory';

/** Starts in advance what many files of the run need, beside the first of them. */
export default async function setup(): Promise<() => Promise<void>> {
  await buildProduct();
  const early = filledDirectory().catch(() => undefined);
  return async () => void (await early);
}
