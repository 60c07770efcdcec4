import type { PictureSize } from '@contract/features/publicity/publicPictures';
import { imagePool } from '@server/child/childPools';
import { ChildBusy, ChildDeath } from '@server/child/processPool';
import { readingTime } from '@server/child/readingTime';
import { Refusal } from '@server/http/errors';
import type { ImageSize } from './imageSize';
import type { PictureAnswer, PictureInput, PictureSource } from './pictureWork';

// Pictures are read in a child process, because an attacker may have created them.

/** Limits in ms of a change of size, which unpacks and packs up to 40 million pixels: processor time, elapsed time. */
const [maxSizingMs, maxSizingElapsedMs] = [10_000, 60_000];
/** Size of a file, bytes, within whose time of reading every other question about a picture is answered. */
const readingSize = 1024 * 1024;

const pictureTexts = { busy: '正在处理的图片较多，请稍后重试' } as const;

/**
 * Sends a request to the child process; undefined if the picture ended the process.
 * @throws Refusal 503 if too many requests wait
 */
async function askPictureWorker(
  source: PictureSource,
  wantedResult: PictureInput['wish'],
  pictureSize?: PictureSize,
): Promise<PictureAnswer | undefined> {
  try {
    return await imagePool().ask(
      'picture',
      { source, wish: wantedResult, ...(pictureSize ? { in: pictureSize } : {}) },
      wantedResult === 'sized'
        ? { maxProcessorMs: maxSizingMs, maxElapsedMs: maxSizingElapsedMs }
        : readingTime(readingSize),
    );
  } catch (error) {
    if (error instanceof ChildBusy) throw new Refusal(503, 'busy', pictureTexts.busy);
    if (error instanceof ChildDeath) return undefined;
    throw error;
  }
}

/** Returns width and height in pixels from the header; undefined for an invalid header. */
export const pictureSize = async (source: PictureSource): Promise<ImageSize | undefined> =>
  (await askPictureWorker(source, 'size'))?.size;

/** Returns the size of a printable picture; undefined for any other. */
export async function drawableSize(bytes: Uint8Array): Promise<ImageSize | undefined> {
  const pictureAnswer = await askPictureWorker({ bytes }, 'drawable');
  return pictureAnswer?.drawable ? pictureAnswer.size : undefined;
}

/** Returns a picture without metadata (place, time, people); undefined if it ended its reader. */
export async function barePicture(bytes: Uint8Array): Promise<Buffer | undefined> {
  const bareBytes = (await askPictureWorker({ bytes }, 'bare'))?.bare;
  return bareBytes && Buffer.from(bareBytes);
}

/**
 * Returns a picture in a public size without metadata; undefined for a kind that is not resized, or if it ended its
 * reader.
 */
export async function sizedBytes(bytes: Uint8Array, size: PictureSize): Promise<Buffer | undefined> {
  const sized = (await askPictureWorker({ bytes }, 'sized', size))?.sized;
  return sized && Buffer.from(sized);
}
