import { certifiedTexts } from '@contract/workflow/certifiedTexts';
import { readerPool } from '@server/child/childPools';
import { ChildBusy, ChildDeath, ChildRefusal } from '@server/child/processPool';
import { readingTime } from '@server/child/readingTime';
import { P12Refusal } from './p12Refusal';
import type { P12Content } from './p12Work';

/** Highest number of bytes of a file. */
const maxBytes = 256 * 1024;

/**
 * Opens a PKCS #12 file in a child process.
 * @throws P12Refusal with a Chinese sentence
 */
export async function openP12(bytes: Uint8Array, password: string): Promise<P12Content> {
  if (bytes.length > maxBytes) throw new P12Refusal(certifiedTexts.notP12);
  try {
    return await readerPool().ask('p12', { bytes, password }, readingTime(bytes.length));
  } catch (error) {
    if (error instanceof ChildRefusal) throw new P12Refusal(error.message);
    if (error instanceof ChildBusy) throw new P12Refusal(certifiedTexts.busy);
    if (error instanceof ChildDeath) throw new P12Refusal(certifiedTexts.notP12, { cause: error });
    throw error;
  }
}
