import { readFile } from 'node:fs/promises';
import { pictureSizes, type PictureSize } from '@contract/features/publicity/publicPictures';
import { isDrawableHere } from './drawablePng';
import { type ImageSize, imageSize } from './imageSize';
import { sizedPicture } from './sizedPicture';
import { withoutMetadata } from './withoutMetadata';

// Runs in the child process of `processPictures.ts`.

/** Bytes of a picture, or the path of its file. */
export type PictureSource = { readonly bytes: Uint8Array } | { readonly path: string };

export interface PictureInput {
  readonly source: PictureSource;
  /**
   * `size`: width and height; `drawable`: whether it can be printed; `bare`: the picture without metadata; `sized`:
   * without metadata and in the size `in`.
   */
  readonly wish: 'size' | 'drawable' | 'bare' | 'sized';
  readonly in?: PictureSize;
}
export interface PictureAnswer {
  readonly size?: ImageSize;
  readonly drawable?: boolean;
  readonly bare?: Uint8Array;
  readonly sized?: Uint8Array | undefined;
}

declare module '@server/child/childProtocol' {
  interface ChildJobs {
    readonly picture: { readonly input: PictureInput; readonly part: never; readonly result: PictureAnswer };
  }
}

/** Answers one question about an uploaded picture. */
export async function workOnPicture({ source, wish, in: size = 'full' }: PictureInput): Promise<PictureAnswer> {
  const bytes =
    'path' in source
      ? await readFile(source.path)
      : Buffer.from(source.bytes.buffer, source.bytes.byteOffset, source.bytes.byteLength);
  switch (wish) {
    case 'size':
      return { size: imageSize(bytes) };
    case 'drawable':
      return { size: imageSize(bytes), drawable: await isDrawableHere(bytes) };
    case 'bare':
      return { bare: withoutMetadata(bytes) };
    case 'sized':
      return { sized: await sizedPicture(bytes, pictureSizes[size]) };
  }
}
