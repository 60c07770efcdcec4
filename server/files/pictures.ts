import type { PictureSize } from '@contract/features/publicity/publicPictures';
import { ChildBusy, ChildDeath } from '../child/pool';
import { picturesOf } from '../child/readers';
import { Refusal } from '../http/errors';
import type { ImageSize } from './imageSize';
import type { PictureAnswer, PictureInput, PictureSource } from './pictureWork';

// Pictures are looked at in a process of their own: each is some megabytes that a stranger may have written.

/** ms of work, and of waiting on a machine that others use. */
const [work, patience] = [10_000, 60_000];

export const pictureTexts = { busy: '正在处理的图片较多，请稍后重试' } as const;

/** Undefined where the picture ended its reader. @throws Refusal 503 where too many wait */
async function ask(
  of: PictureSource,
  wish: PictureInput['wish'],
  size?: PictureSize,
): Promise<PictureAnswer | undefined> {
  try {
    return await picturesOf().ask('picture', { of, wish, ...(size ? { in: size } : {}) }, { work, patience });
  } catch (error) {
    if (error instanceof ChildBusy) throw new Refusal(503, 'busy', pictureTexts.busy);
    if (error instanceof ChildDeath) return undefined;
    throw error;
  }
}

/** In pixels, from the header alone; undefined where the header makes no sense. */
export const pictureSize = async (of: PictureSource): Promise<ImageSize | undefined> => (await ask(of, 'size'))?.size;

/** The size of a picture that paper can carry; undefined for any other. */
export async function drawableSize(bytes: Uint8Array): Promise<ImageSize | undefined> {
  const answer = await ask({ bytes }, 'drawable');
  return answer?.drawable ? answer.size : undefined;
}

/** A picture without what it says about its place, its time and its people; undefined where that ended its reader. */
export async function barePicture(bytes: Uint8Array): Promise<Buffer | undefined> {
  const bare = (await ask({ bytes }, 'bare'))?.bare;
  return bare && Buffer.from(bare);
}

/**
 * A picture in a public size, without what it says beside itself; undefined where it is of no kind that is made
 * smaller, or ended its reader.
 */
export async function sizedBytes(bytes: Uint8Array, size: PictureSize): Promise<Buffer | undefined> {
  const sized = (await ask({ bytes }, 'sized', size))?.sized;
  return sized && Buffer.from(sized);
}
