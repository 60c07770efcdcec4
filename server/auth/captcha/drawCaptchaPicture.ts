import { randomInt } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

// Draws captchas as pixels: touching letters of random slope, size and slant, distorted by a wave, crossed by lines. A
// person can read it; software that splits it into letters or compares known shapes can't easily (SEC-17).

/** Size of the picture, px; it is displayed at half the size. */
const pictureSize = { width: 222, height: 72 } as const;
/** Ink colours with a contrast of at least 7:1 on the background. */
const inkColours = ['#1f3a5f', '#5b2333', '#1d4a38', '#4a2a6a', '#5a3a10', '#28323a'];
const backgroundColour = '#f5f7fa';

/**
 * Pen strokes of the letters on a field of ten by ten; a curve begins with `~`. No two letters look alike when turned
 * or bent.
 */
const letterStrokes: Readonly<Record<string, string>> = {
  A: '0,10 5,0 10,10; 2,6.4 8,6.4',
  C: '~9,2 7.2,.5 5,0 2,1.2 .3,5 2,8.8 5,10 7.2,9.5 9,8',
  D: '0,0 0,10; ~0,0 4,0 8,1.8 9.4,5 8,8.2 4,10 0,10',
  E: '9,0 0,0 0,10 9,10; 0,5 7,5',
  F: '9,0 0,0 0,10; 0,5 7,5',
  H: '0,0 0,10; 9,0 9,10; 0,5 9,5',
  J: '4.5,0 10,0; ~8,0 8,4 8,7 7,9.4 4.2,10 1.4,9 .5,7',
  M: '0,10 1,0 5,7 9,0 10,10',
  N: '0,10 0,0 9,10 9,0',
  P: '0,10 0,0; ~0,0 5,0 8.4,.8 9,2.8 8.4,4.8 5,5.6 0,5.6',
  R: '0,10 0,0; ~0,0 5,0 8.4,.8 9,2.8 8.4,4.8 5,5.6 0,5.6; 4,5.6 9,10',
  T: '0,0 10,0; 5,0 5,10',
  U: '~0,0 0,4 0,6.5 1.2,9 4.5,10 7.8,9 9,6.5 9,4 9,0',
  X: '0,0 9,10; 9,0 0,10',
  3: '~.5,1.4 3,0 6,0 8.6,1.4 8.4,3.6 5.8,4.8 4,4.9; ~4,4.9 7,5 9.2,6.6 9,8.6 6,10 3,10 .3,8.6',
  4: '7,10 7,0 0,7 10,7',
  7: '0,0 9,0 4,10',
};

/** Letters used in captchas. */
export const captchaLetters: readonly string[] = Object.keys(letterStrokes);

interface Point {
  readonly x: number;
  readonly y: number;
}
type PointPath = readonly Point[];
type PointMove = (point: Point) => Point;

/** Returns a random number from a cryptographic generator, so that no observer can predict it. */
const randomBetween = (min: number, max: number): number => min + (randomInt(1_000_000) / 1_000_000) * (max - min);
const interpolate = (a: number, b: number, fraction: number): number => a + (b - a) * fraction;
const curveSteps = [1, 2, 3, 4, 5, 6].map((step) => step / 6);

/** Interpolates between the middle two of four points (Catmull–Rom spline). */
function bentPiece(previousPoint: Point, from: Point, to: Point, after: Point, fraction: number): Point {
  const splineAt = (a: number, b: number, c: number, d: number): number =>
    b + 0.5 * fraction * (c - a + fraction * (2 * a - 5 * b + 4 * c - d + fraction * (3 * (b - c) + d - a)));
  return { x: splineAt(previousPoint.x, from.x, to.x, after.x), y: splineAt(previousPoint.y, from.y, to.y, after.y) };
}

/** Returns the strokes of a letter as short segments around its centre, at height 1. */
function strokePathsOf(letter: string): PointPath[] {
  return (letterStrokes[letter] ?? '').split(';').map((strokeText) => {
    const curved = strokeText.trim().startsWith('~');
    const points = [...strokeText.matchAll(/([\d.]+),([\d.]+)/g)].map(([, x, y]) => ({
      x: Number(x) / 10 - 0.47,
      y: Number(y) / 10 - 0.5,
    }));
    return points.flatMap((from, index) => {
      const to = points[index + 1];
      if (!to) return [from];
      return [
        from,
        ...curveSteps
          .slice(0, -1)
          .map((fraction) =>
            curved
              ? bentPiece(points[index - 1] ?? from, from, to, points[index + 2] ?? to, fraction)
              : { x: interpolate(from.x, to.x, fraction), y: interpolate(from.y, to.y, fraction) },
          ),
      ];
    });
  });
}

/** Returns a random wave-shaped distortion of the whole picture. */
function randomWave(): PointMove {
  const { width, height } = pictureSize;
  const [xPhase, yPhase] = [randomBetween(0, 2 * Math.PI), randomBetween(0, 2 * Math.PI)];
  const [xFrequency, yFrequency] = [randomBetween(0.8, 1.3), randomBetween(0.9, 1.7)];
  const [xShift, lift] = [randomBetween(2.5, 4.5), randomBetween(4, 7)];
  return ({ x, y }) => ({
    x: x + xShift * Math.sin(xPhase + (xFrequency * 2 * Math.PI * y) / height),
    y: y + lift * Math.sin(yPhase + (yFrequency * 2 * Math.PI * x) / width),
  });
}

/** Returns a random placement of a letter: rotated, slanted and scaled around its centre. */
function randomPlacement(centre: Point, availableWidth: number): PointMove {
  const [rotation, slant] = [randomBetween(-0.45, 0.45), randomBetween(-0.3, 0.3)];
  const [xScale, yScale] = [availableWidth * randomBetween(0.76, 0.86), randomBetween(34, 45)];
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  return (point) => {
    const [x, y] = [(point.x + slant * point.y) * xScale, point.y * yScale];
    return { x: centre.x + x * cos - y * sin, y: centre.y + x * sin + y * cos };
  };
}

/** Returns a thin line from edge to edge. */
function randomLine(): PointPath {
  const { width, height } = pictureSize;
  const [start, end, amplitude, phase] = [
    randomBetween(14, height - 14),
    randomBetween(14, height - 14),
    randomBetween(6, 16),
    randomBetween(0, 2 * Math.PI),
  ];
  return Array.from({ length: 38 }, (_, index) => ({
    x: (index * width) / 37,
    y: interpolate(start, end, index / 37) + amplitude * Math.sin(phase + index / 5),
  }));
}

const randomSpeck = (): PointPath => {
  const point = { x: randomBetween(0, pictureSize.width), y: randomBetween(0, pictureSize.height) };
  return [point, point];
};

const rgbOf = (colour: string): number[] =>
  [1, 3, 5].map((index) => Number.parseInt(colour.slice(index, index + 2), 16));

/** Returns the distance of a pixel's centre from a segment. */
function distanceToSegment(x: number, y: number, a: Point, b: Point): number {
  const [deltaX, deltaY] = [b.x - a.x, b.y - a.y];
  const length = deltaX * deltaX + deltaY * deltaY;
  const fraction = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - a.x) * deltaX + (y - a.y) * deltaY) / length));
  return Math.hypot(x - a.x - fraction * deltaX, y - a.y - fraction * deltaY);
}

/** Draws segments with a round pen. */
function paintSegments(dots: Uint8Array, paths: readonly PointPath[], radius: number, ink: string): void {
  const { width, height } = pictureSize;
  const cover = new Float32Array(width * height);
  for (const path of paths) {
    for (let index = 0; index + 1 < path.length; index += 1) {
      const [a, b] = [path[index] as Point, path[index + 1] as Point];
      const paddedRadius = radius + 1;
      for (
        let y = Math.max(0, Math.floor(Math.min(a.y, b.y) - paddedRadius));
        y < Math.min(height, Math.max(a.y, b.y) + paddedRadius);
        y += 1
      ) {
        for (
          let x = Math.max(0, Math.floor(Math.min(a.x, b.x) - paddedRadius));
          x < Math.min(width, Math.max(a.x, b.x) + paddedRadius);
          x += 1
        ) {
          const coverage = Math.max(0, Math.min(1, radius + 0.5 - distanceToSegment(x + 0.5, y + 0.5, a, b)));
          cover[y * width + x] = Math.max(cover[y * width + x] ?? 0, coverage);
        }
      }
    }
  }
  const colour = rgbOf(ink);
  cover.forEach((coverage, dot) => {
    if (coverage > 0)
      colour.forEach(
        (value, part) => (dots[dot * 3 + part] = Math.round(interpolate(dots[dot * 3 + part] ?? 0, value, coverage))),
      );
  });
}

/** Encodes pixels as a PNG with three bytes each. */
function pngOf(dots: Uint8Array): Buffer {
  const { width, height } = pictureSize;
  const chunk = (name: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const lines = Array.from({ length: height }, (_, row) =>
    Buffer.concat([Buffer.of(0), dots.subarray(row * width * 3, (row + 1) * width * 3)]),
  );
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(lines), { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * Draws letters as a PNG of `pictureSize`.
 * @param text four letters of `captchaLetters`
 */
export function drawCaptchaPicture(text: string): Buffer {
  const { width, height } = pictureSize;
  const dots = new Uint8Array(width * height * 3);
  const base = rgbOf(backgroundColour);
  for (let at = 0; at < dots.length; at += 1) dots[at] = base[at % 3] ?? 0;
  const applyWave = randomWave();
  // Letters and lines have one colour, so that colour does not separate them.
  const ink = inkColours[randomInt(inkColours.length)] as string;
  const widths = [...text].map(() => randomBetween(37, 51));
  const totalWidth = widths.reduce((sum, oneWidth) => sum + oneWidth, 0);
  let leftX = randomBetween(7, Math.max(8, width - totalWidth - 7));
  [...text].forEach((letter, index) => {
    const letterWidth = widths[index] ?? 0;
    const placePoint = randomPlacement(
      { x: leftX + letterWidth / 2, y: height / 2 + randomBetween(-8, 8) },
      letterWidth,
    );
    leftX += letterWidth;
    paintSegments(
      dots,
      strokePathsOf(letter).map((path) => path.map((point) => applyWave(placePoint(point)))),
      randomBetween(2, 2.9),
      ink,
    );
  });
  for (let count = 0; count < 3; count += 1) paintSegments(dots, [randomLine()], randomBetween(0.55, 0.95), ink);
  paintSegments(dots, Array.from({ length: 26 }, randomSpeck), 1, ink);
  return pngOf(dots);
}
