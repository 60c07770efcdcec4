// Sizes in which the server delivers published pictures. A page knows the layout size before the picture is loaded.

export interface PictureFrame {
  /** Width of the file, px: twice the layout size, for high-resolution screens. */
  readonly width: number;
  readonly height: number;
  /**
   * `cover`: cropped to exactly this size. `inside`: not cropped; no side is longer, and the picture is never
   * enlarged.
   */
  readonly fit: 'cover' | 'inside';
  readonly format: 'webp' | 'jpeg';
}

export const pictureSizes = {
  card: { width: 480, height: 360, fit: 'cover', format: 'webp' },
  cover: { width: 352, height: 234, fit: 'cover', format: 'webp' },
  text: { width: 1200, height: 1200, fit: 'inside', format: 'webp' },
  full: { width: 2000, height: 2000, fit: 'inside', format: 'webp' },
  /** Size for the preview card of a messenger, which does not support webp. */
  share: { width: 1200, height: 630, fit: 'cover', format: 'jpeg' },
} as const satisfies Readonly<Record<string, PictureFrame>>;

export type PictureSize = keyof typeof pictureSizes;

/** Returns whether a value names a picture size. */
export const isPictureSize = (value: string): value is PictureSize => Object.keys(pictureSizes).includes(value);

/** Returns width and height of a picture in a given size, from the dimensions of the original. */
export function sizedTo(
  original: { readonly width: number; readonly height: number },
  pictureSize: PictureSize,
): { readonly width: number; readonly height: number } {
  const { width, height, fit } = pictureSizes[pictureSize];
  if (fit === 'cover') return { width, height };
  const scale = Math.min(1, width / original.width, height / original.height);
  return {
    width: Math.max(1, Math.round(original.width * scale)),
    height: Math.max(1, Math.round(original.height * scale)),
  };
}
