// The sizes in which the server gives pictures of what is published, so that a page knows how much room they take
// before they are there.

export interface PictureFrame {
  /** px, in the file: twice what is laid out, for screens with two pixels to one. */
  readonly width: number;
  readonly height: number;
  /** `cover`: cut to exactly this; `inside`: as it is, no side longer, never enlarged. */
  readonly fit: 'cover' | 'inside';
  readonly format: 'webp' | 'jpeg';
}

export const pictureSizes = {
  card: { width: 480, height: 360, fit: 'cover', format: 'webp' },
  cover: { width: 352, height: 234, fit: 'cover', format: 'webp' },
  text: { width: 1200, height: 1200, fit: 'inside', format: 'webp' },
  full: { width: 2000, height: 2000, fit: 'inside', format: 'webp' },
  /** For the card that a messenger makes of a link, which reads no webp. */
  share: { width: 1200, height: 630, fit: 'cover', format: 'jpeg' },
} as const satisfies Readonly<Record<string, PictureFrame>>;

export type PictureSize = keyof typeof pictureSizes;

export const isPictureSize = (value: string): value is PictureSize => Object.keys(pictureSizes).includes(value);

/** Width and height that a picture has in a size, by those of its original. */
export function sizedTo(
  original: { readonly width: number; readonly height: number },
  size: PictureSize,
): { readonly width: number; readonly height: number } {
  const { width, height, fit } = pictureSizes[size];
  if (fit === 'cover') return { width, height };
  const scale = Math.min(1, width / original.width, height / original.height);
  return {
    width: Math.max(1, Math.round(original.width * scale)),
    height: Math.max(1, Math.round(original.height * scale)),
  };
}
