import { documentPool } from '@server/child/childPools';
import type { ChildJobs } from '@server/child/childProtocol';
import { ChildBusy, ChildDeath, type DeathCause } from '@server/child/processPool';
import { Refusal } from '@server/http/errors';

export type FileBytes = Uint8Array<ArrayBuffer>;

/** Messages for a file that can't be created. */
interface DrawingTexts {
  readonly busy: string;
  readonly slow: string;
  readonly large: string;
}

/** Limits in ms: processor time, and waiting time on a busy machine. */
const [maxProcessorMs, patience] = [60_000, 120_000];

/**
 * Creates a file in a child process.
 * @throws Refusal 503 if too many requests wait or one takes too long; 400 if the document is too large for a file
 */
export async function makeFileInChild<J extends 'drawPdf' | 'drawDocx'>(
  job: J,
  input: ChildJobs[J]['input'],
  texts: DrawingTexts,
): Promise<FileBytes> {
  try {
    // The pipe returns a view of its buffer, so the bytes of the file are copied.
    return Uint8Array.from(await documentPool().ask(job, input, { maxProcessorMs, maxElapsedMs: patience }));
  } catch (error) {
    if (error instanceof ChildBusy) throw new Refusal(503, 'busy', texts.busy);
    if (error instanceof ChildDeath) throw refusalOf(error.deathCause, texts) ?? error;
    throw error;
  }
}

function refusalOf(cause: DeathCause, { slow, large }: DrawingTexts): Refusal | undefined {
  if (cause === 'memory') return new Refusal(400, 'tooLarge', large);
  return cause === 'crash' ? undefined : new Refusal(503, 'slow', slow);
}
