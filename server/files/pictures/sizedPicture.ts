import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { PictureFrame } from '@contract/features/publicity/publicPictures';
import { imageSize } from './imageSize';
import { orientationCorrection, storedOrientation, type Turn } from './pictureOrientation';

// Runs in the child process: resizes a picture. The codecs are WebAssembly, so a hostile picture can only damage their
// own memory.

interface PixelRaster {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Highest number of pixels to unpack. Each needs 4 bytes, twice, besides the codec's own memory. */
const maxPixels = 40_000_000;
/** Quality, 0 to 100, without visible difference. */
const webpQuality = 75;

/** Node has WebAssembly, but only the browser's types declare it. */
const { WebAssembly } = globalThis as unknown as {
  readonly WebAssembly: { compile(bytes: Uint8Array): Promise<never> };
};
const require = createRequire(import.meta.url);
const compileModule = async (file: string): Promise<never> =>
  WebAssembly.compile(await readFile(require.resolve(file)));

/** Defines ImageData, which the codecs use as in browsers. */
function provideImageData(): void {
  const scope = globalThis as { ImageData?: unknown };
  scope.ImageData ??= class {
    constructor(
      readonly data: Uint8ClampedArray,
      readonly width: number,
      readonly height: number,
    ) {}
  };
}

type PictureCodec<F> = () => Promise<F>;
const loadOnce = <F>(makeCodec: PictureCodec<F>): PictureCodec<F> => {
  let codecPromise: Promise<F> | undefined;
  return () => (codecPromise ??= makeCodec());
};

const decoderOf: Readonly<Record<'jpeg' | 'png' | 'webp', PictureCodec<(bytes: ArrayBuffer) => Promise<PixelRaster>>>> =
  {
    jpeg: loadOnce(async () => {
      const { default: decode, init } = await import('@jsquash/jpeg/decode.js');
      await init(await compileModule('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'));
      return (bytes) => decode(bytes, { preserveOrientation: true });
    }),
    png: loadOnce(async () => {
      const { decode, init } = await import('@jsquash/png/decode.js');
      await init(await compileModule('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'));
      return (bytes) => decode(bytes);
    }),
    webp: loadOnce(async () => {
      const { default: decode, init } = await import('@jsquash/webp/decode.js');
      await init(await compileModule('@jsquash/webp/codec/dec/webp_dec.wasm'));
      return (bytes) => decode(bytes);
    }),
  };

const encoderOf: Readonly<Record<PictureFrame['format'], PictureCodec<(raster: PixelRaster) => Promise<ArrayBuffer>>>> =
  {
    webp: loadOnce(async () => {
      const { default: encode, init } = await import('@jsquash/webp/encode.js');
      await init(await compileModule('@jsquash/webp/codec/enc/webp_enc_simd.wasm'));
      return (raster) => encode(raster as never, { quality: webpQuality });
    }),
    jpeg: loadOnce(async () => {
      const { default: encode, init } = await import('@jsquash/jpeg/encode.js');
      await init(await compileModule('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'));
      return (raster) => encode(raster as never, { quality: webpQuality });
    }),
  };

/** Returns the kind of a picture by its first bytes; undefined for any other file. */
function pictureKind(bytes: Uint8Array): keyof typeof decoderOf | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return 'jpeg';
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return 'png';
  return Buffer.from(bytes.subarray(8, 12)).toString('latin1') === 'WEBP' ? 'webp' : undefined;
}

/** Mirrors and turns a picture. */
function turned(raster: PixelRaster, { degrees, mirrored }: Turn): PixelRaster {
  if (degrees === 0 && !mirrored) return raster;
  const { width: across, height: down } = raster;
  const [width, height] = degrees % 180 === 0 ? [across, down] : [down, across];
  const from = new Uint32Array(raster.data.slice().buffer);
  const pixels = new Uint32Array(from.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      // The place before the turn.
      const [column, row] =
        degrees === 0
          ? [x, y]
          : degrees === 90
            ? [y, width - 1 - x]
            : degrees === 180
              ? [width - 1 - x, height - 1 - y]
              : [height - 1 - y, x];
      pixels[y * width + x] = from[row * across + (mirrored ? across - 1 - column : column)] ?? 0;
    }
  return { data: new Uint8ClampedArray(pixels.buffer), width, height };
}

/** Returns the visible part of the original, and the size of the result. */
function computeCrop(
  { width, height }: PixelRaster,
  pictureFrame: PictureFrame,
): { x: number; y: number; w: number; h: number; width: number; height: number } {
  if (pictureFrame.fit === 'inside') {
    const scale = Math.min(1, pictureFrame.width / width, pictureFrame.height / height);
    return {
      x: 0,
      y: 0,
      w: width,
      h: height,
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
    };
  }
  const scale = Math.min(width / pictureFrame.width, height / pictureFrame.height);
  const [w, h] = [pictureFrame.width * scale, pictureFrame.height * scale];
  return { x: (width - w) / 2, y: (height - h) / 2, w, h, width: pictureFrame.width, height: pictureFrame.height };
}

/**
 * Resamples a picture: each pixel is the mean of its source pixels, with transparency on white. Enlarging uses the
 * nearest pixel.
 */
function resample(from: PixelRaster, pictureFrame: PictureFrame): PixelRaster {
  const at = computeCrop(from, pictureFrame);
  const data = new Uint8ClampedArray(at.width * at.height * 4);
  const edges = (start: number, length: number, count: number, limit: number): [number, number][] =>
    Array.from({ length: count }, (_, index) => {
      const first = Math.min(limit - 1, Math.max(0, Math.floor(start + (length * index) / count)));
      return [first, Math.min(limit, Math.max(first + 1, Math.floor(start + (length * (index + 1)) / count)))];
    });
  const [columns, rows] = [edges(at.x, at.w, at.width, from.width), edges(at.y, at.h, at.height, from.height)];
  let targetOffset = 0;
  for (const [fromY, bottom] of rows) {
    for (const [fromX, toX] of columns) {
      let [red, green, blue] = [0, 0, 0];
      for (let y = fromY; y < bottom; y += 1) {
        for (let pixel = (y * from.width + fromX) * 4; pixel < (y * from.width + toX) * 4; pixel += 4) {
          const alpha = (from.data[pixel + 3] ?? 255) / 255;
          red += (from.data[pixel] ?? 0) * alpha + 255 * (1 - alpha);
          green += (from.data[pixel + 1] ?? 0) * alpha + 255 * (1 - alpha);
          blue += (from.data[pixel + 2] ?? 0) * alpha + 255 * (1 - alpha);
        }
      }
      const count = (bottom - fromY) * (toX - fromX);
      data[targetOffset] = red / count;
      data[targetOffset + 1] = green / count;
      data[targetOffset + 2] = blue / count;
      data[targetOffset + 3] = 255;
      targetOffset += 4;
    }
  }
  return { data, width: at.width, height: at.height };
}

/**
 * Returns a picture in a public size, upright and without metadata.
 * @returns undefined for another kind, a broken picture, or too many pixels
 */
export async function sizedPicture(bytes: Uint8Array, pictureFrame: PictureFrame): Promise<Uint8Array | undefined> {
  const kind = pictureKind(bytes);
  const original = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = imageSize(original);
  if (!kind || !size || size.width * size.height > maxPixels) return undefined;
  provideImageData();
  const ownBuffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const decoded = await (await decoderOf[kind]())(ownBuffer).catch(() => undefined);
  if (!decoded) return undefined;
  // The decoder of JPEG turns the picture itself.
  const raster = kind === 'jpeg' ? decoded : turned(decoded, orientationCorrection(storedOrientation(original)));
  return new Uint8Array(await (await encoderOf[pictureFrame.format]())(resample(raster, pictureFrame)));
}
