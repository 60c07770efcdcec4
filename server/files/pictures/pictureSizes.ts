import { pictureSizes, type PictureSize, sizedTo } from '@contract/features/publicity/publicPictures';
import { notFound } from '../../http/errors';
import type { Services } from '../../services';
import { assertUnaltered } from '../fileHash';
import type { StoredFile } from '../receiveUpload';
import { pictureSize, sizedBytes } from './processPictures';

/** Highest number of bytes of cached pictures. The content of a file never changes. */
const maxKept = 48 * 1024 * 1024;

interface MadePicture {
  readonly bytes: Uint8Array;
  readonly type: string;
}

const cachedPictures = new Map<string, MadePicture>();
let keptBytes = 0;
const rememberedSizes = new Map<string, { readonly width: number; readonly height: number } | null>();

/** Caches a picture and drops the least recently used ones. A Map keeps insertion order. */
function cachePicture(key: string, picture: MadePicture): void {
  cachedPictures.set(key, picture);
  keptBytes += picture.bytes.length;
  for (const [oldKey, { bytes }] of cachedPictures) {
    if (keptBytes <= maxKept) break;
    cachedPictures.delete(oldKey);
    keptBytes -= bytes.length;
  }
}

async function contentOf(services: Services, file: StoredFile): Promise<Uint8Array> {
  await assertUnaltered(services, file);
  const content = await services.files.read(file.id);
  if (!content) throw notFound();
  return new Uint8Array(await new Response(content).arrayBuffer());
}

/**
 * Returns a stored picture in a public size, from the cache or newly created; undefined if it can't be created and the
 * original has to be sent.
 * @param pictureSize public size; each has a longest side in px
 */
export async function pictureInSize(
  services: Services,
  file: StoredFile,
  pictureSize: PictureSize,
): Promise<MadePicture | undefined> {
  const key = `${file.id}/${pictureSize}`;
  const cachedPicture = cachedPictures.get(key);
  if (cachedPicture) {
    cachedPictures.delete(key);
    cachedPictures.set(key, cachedPicture);
    return cachedPicture;
  }
  const bytes = await sizedBytes(await contentOf(services, file), pictureSize);
  if (!bytes) return undefined;
  const picture = { bytes, type: `image/${pictureSizes[pictureSize].format}` };
  cachePicture(key, picture);
  return picture;
}

/**
 * Returns width and height of a stored picture in a public size, from its header; undefined for an invalid header.
 * @param size public size; each has a longest side in px
 * @returns width and height, px
 */
export async function publicPictureDimensions(
  services: Services,
  file: StoredFile,
  size: PictureSize,
): Promise<{ readonly width: number; readonly height: number } | undefined> {
  if (!rememberedSizes.has(file.id)) {
    if (rememberedSizes.size > 5000) rememberedSizes.clear();
    rememberedSizes.set(file.id, (await pictureSize({ bytes: await contentOf(services, file) })) ?? null);
  }
  const original = rememberedSizes.get(file.id);
  return original ? sizedTo(original, size) : undefined;
}
