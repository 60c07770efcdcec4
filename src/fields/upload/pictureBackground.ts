/** Pixels in the form of a canvas: four bytes each, red, green, blue, alpha. */
export interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Fraction of `ink` from which a pixel begins to count as ink; below it the pixel is paper. */
const paperFraction = 0.6;
/** Largest share of a picture that a signature covers. More means that it is not a signature on light paper. */
const maxInk = 0.35;
/** Share of a block's pixels that are darker than the brightness taken as its paper. */
const paperShare = 0.8;
/** Space left around the ink, as a share of its size. */
const marginShare = 0.04;

const luminanceAt = (data: Uint8ClampedArray, index: number): number => {
  const alpha = (data[index + 3] ?? 0) / 255;
  const light = 0.299 * (data[index] ?? 0) + 0.587 * (data[index + 1] ?? 0) + 0.114 * (data[index + 2] ?? 0);
  // A transparent pixel counts as paper.
  return light * alpha + 255 * (1 - alpha);
};

/**
 * Brightness (0 to 255) from which a pixel prints as white. `whiteEdge` is the share of a picture's edge that has to
 * be white.
 */
const whiteLevel = 250;
const whiteEdge = 0.98;

/**
 * Checks whether a picture prints without a box around it: its edge is transparent or white. The edge of a
 * photographed sheet is grey.
 */
export function printsWithoutBox({ data, width, height }: Pixels): boolean {
  let brightCount = 0;
  let edgePixelCount = 0;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (x > 0 && y > 0 && x < width - 1 && y < height - 1) continue;
      edgePixelCount += 1;
      if (luminanceAt(data, (y * width + x) * 4) >= whiteLevel) brightCount += 1;
    }
  return brightCount >= edgePixelCount * whiteEdge;
}

interface PaperBrightness {
  readonly columns: number;
  readonly rows: number;
  readonly side: number;
  readonly light: Float32Array;
}

/** Measures the brightness of the paper in each block, because a photographed sheet is never lit evenly. */
function paperOf(light: Float32Array, width: number, height: number): PaperBrightness {
  const side = Math.max(16, Math.ceil(Math.max(width, height) / 24));
  const [columns, rows] = [Math.ceil(width / side), Math.ceil(height / side)];
  const blocks = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const blockLights: number[] = [];
      for (let y = row * side; y < Math.min(height, (row + 1) * side); y += 2)
        for (let x = column * side; x < Math.min(width, (column + 1) * side); x += 2)
          blockLights.push(light[y * width + x] ?? 255);
      blockLights.sort((a, b) => a - b);
      blocks[row * columns + column] = Math.max(
        1,
        blockLights[Math.floor((blockLights.length - 1) * paperShare)] ?? 255,
      );
    }
  return { columns, rows, side, light: blocks };
}

/** Returns the paper's brightness at a pixel, interpolated between the centres of the surrounding blocks. */
function paperAt({ columns, rows, side, light }: PaperBrightness, x: number, y: number): number {
  const place = (value: number, count: number): [number, number, number] => {
    const index = Math.min(Math.max(value / side - 0.5, 0), count - 1);
    const low = Math.floor(index);
    return [low, Math.min(low + 1, count - 1), index - low];
  };
  const [left, right, xShare] = place(x, columns);
  const [top, bottom, yShare] = place(y, rows);
  const lightAt = (row: number, column: number): number => light[row * columns + column] ?? 255;
  const upperLight = lightAt(top, left) * (1 - xShare) + lightAt(top, right) * xShare;
  const lowerLight = lightAt(bottom, left) * (1 - xShare) + lightAt(bottom, right) * xShare;
  return upperLight * (1 - yShare) + lowerLight * yShare;
}

/** Returns first and last index of the lines with at least two marked pixels; null without any. */
function boundsOf(counts: Uint32Array): [number, number] | null {
  const countIndex = counts.findIndex((count) => count > 1);
  return countIndex < 0 ? null : [countIndex, counts.findLastIndex((count) => count > 1)];
}

/**
 * Removes the paper from the picture of a signature: paper and shadows become transparent, ink keeps its colour, and
 * the empty edges are cut off.
 * @param ink share of the paper's brightness that full ink lacks, 0.1 (includes faint strokes) … 0.9
 * @returns null if the picture shows no ink, or so much that it is not a signature on light paper
 */
export function withoutBackground({ data, width, height }: Pixels, ink = 0.4): Pixels | null {
  const light = new Float32Array(width * height);
  for (let index = 0; index < light.length; index += 1) light[index] = luminanceAt(data, index * 4);
  const paper = paperOf(light, width, height);
  const cutPixels = new Uint8ClampedArray(data.length);
  const [columnCounts, rowCounts] = [new Uint32Array(width), new Uint32Array(height)];
  let markedCount = 0;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const index = y * width + x;
      const darkness = 1 - (light[index] ?? 255) / paperAt(paper, x, y);
      const alpha = Math.min(1, Math.max(0, (darkness - ink * paperFraction) / (ink * (1 - paperFraction))));
      if (alpha === 0) continue;
      for (let channel = 0; channel < 3; channel += 1) cutPixels[index * 4 + channel] = data[index * 4 + channel] ?? 0;
      cutPixels[index * 4 + 3] = Math.round(alpha * 255);
      if (alpha < 0.5) continue;
      markedCount += 1;
      columnCounts[x] = (columnCounts[x] ?? 0) + 1;
      rowCounts[y] = (rowCounts[y] ?? 0) + 1;
    }
  const [columns, rows] = [boundsOf(columnCounts), boundsOf(rowCounts)];
  if (!columns || !rows || markedCount > light.length * maxInk) return null;
  return cropPixels({ data: cutPixels, width, height }, columns, rows);
}

function cropPixels({ data, width, height }: Pixels, columns: [number, number], rows: [number, number]): Pixels {
  const space = Math.ceil(Math.max(columns[1] - columns[0], rows[1] - rows[0]) * marginShare);
  const [left, top] = [Math.max(0, columns[0] - space), Math.max(0, rows[0] - space)];
  const [right, bottom] = [Math.min(width - 1, columns[1] + space), Math.min(height - 1, rows[1] + space)];
  const size = { width: right - left + 1, height: bottom - top + 1 };
  const croppedPixels = new Uint8ClampedArray(size.width * size.height * 4);
  for (let row = 0; row < size.height; row += 1) {
    const from = ((top + row) * width + left) * 4;
    croppedPixels.set(data.subarray(from, from + size.width * 4), row * size.width * 4);
  }
  return { data: croppedPixels, ...size };
}
