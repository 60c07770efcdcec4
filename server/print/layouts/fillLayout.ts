import type { LayoutData, LayoutViewBlock } from '@contract/print/layoutFields';
import { layoutTexts } from '@contract/print/layoutTexts';
import { documentPool, readerPool } from '@server/child/childPools';
import { ChildBusy, ChildDeath, ChildRefusal } from '@server/child/processPool';
import { Refusal } from '@server/http/errors';
import { layoutBytes, type LayoutFormat } from './layoutParts';
import type { LayoutTag } from './layoutTags';

/** Processor time for reading a layout, ms. A hostile file is refused within it. */
const readMs = 4000;
/** Processor time for filling a layout, ms; 2,000 rows take a second. */
const fillMs = 30_000;
/** Factor by which a busy machine may be slower. */
const patienceFactor = 6;

/** Returns the format by the name of a file; undefined for other files. */
export const layoutFormat = (name: string): LayoutFormat | undefined =>
  /\.docx$/i.test(name) ? 'docx' : /\.xlsx$/i.test(name) ? 'xlsx' : undefined;

/** Turns the end of a child into a refusal for the person; the cause stays, so that the file is remembered. */
function refusalOf(error: unknown): unknown {
  if (error instanceof ChildRefusal) return new Refusal(400, 'layout', error.message);
  if (error instanceof ChildBusy) return new Refusal(503, 'busy', layoutTexts.busy);
  if (!(error instanceof ChildDeath)) return error;
  const text = error.deathCause === 'crash' ? layoutTexts.unreadable : layoutTexts.tooSlow;
  return Object.assign(new Refusal(400, 'layout', text), { cause: error });
}

/**
 * Returns the placeholders of a layout, read in a child process.
 * @param lists names of the lists that the papers of its kind have
 * @throws Refusal 400 `layout` with a Chinese sentence, 503 if too many wait
 */
export async function readLayout(
  bytes: Uint8Array,
  format: LayoutFormat,
  lists: readonly string[],
): Promise<readonly LayoutTag[]> {
  if (bytes.length > layoutBytes)
    throw new Refusal(400, 'layout', layoutTexts.tooBig(Math.floor(layoutBytes / 1024 / 1024)));
  try {
    return await readerPool().ask(
      'readLayout',
      { bytes, format, lists },
      { maxProcessorMs: readMs, maxElapsedMs: readMs * patienceFactor },
    );
  } catch (error) {
    throw refusalOf(error);
  }
}

/**
 * Fills a layout with the values of a paper, in a child process.
 * @param pictures `data:` URLs (PNG or JPEG) of the paper's uploads, by id
 * @throws Refusal 400 `layout` with a Chinese sentence, 503 if too many wait
 */
export async function fillLayout(
  bytes: Uint8Array,
  format: LayoutFormat,
  layoutData: LayoutData,
  pictures: ReadonlyMap<string, string> = new Map(),
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const filledDocument = await documentPool().ask(
      'fillLayout',
      { bytes, format, data: layoutData, pictures },
      { maxProcessorMs: fillMs, maxElapsedMs: fillMs * patienceFactor },
    );
    // The pipe returns a view of its buffer.
    return Uint8Array.from(filledDocument);
  } catch (error) {
    throw refusalOf(error);
  }
}

/**
 * Returns a filled layout as texts and tables, read in a child process.
 * @throws Refusal 400 `layout` with a Chinese sentence, 503 if too many wait
 */
export async function viewLayout(bytes: Uint8Array, format: LayoutFormat): Promise<readonly LayoutViewBlock[]> {
  try {
    return await documentPool().ask(
      'viewLayout',
      { bytes, format },
      { maxProcessorMs: fillMs, maxElapsedMs: fillMs * patienceFactor },
    );
  } catch (error) {
    throw refusalOf(error);
  }
}
