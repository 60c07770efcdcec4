import type { Marks } from '@contract/features/fieldwork/plan/sketchMarks';

// Draws the marks on their plan as a picture, which the sampling plan prints.

/** Width of the picture, px. */
const pictureWidth = 1600;
/** Width divided by height of an empty grid. */
export const gridRatio = 1.6;
/** Number of squares across an empty grid. */
export const gridSquares = 32;
/** Radius of a mark as a share of the width. */
export const markRadius = 0.014;

function drawGrid(context: CanvasRenderingContext2D, width: number, height: number): void {
  const side = width / gridSquares;
  context.strokeStyle = '#d0d5dd';
  context.lineWidth = 1;
  for (let x = 0; x <= width; x += side) context.strokeRect(x, 0, 0, height);
  for (let y = 0; y <= height; y += side) context.strokeRect(0, y, width, 0);
  context.strokeStyle = '#475467';
  context.lineWidth = 3;
  context.strokeRect(1, 1, width - 2, height - 2);
}

function drawMark(context: CanvasRenderingContext2D, no: string, x: number, y: number, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = '#1d4ed8';
  context.fill();
  context.lineWidth = 3;
  context.strokeStyle = '#fff';
  context.stroke();
  context.fillStyle = '#fff';
  context.font = `bold ${Math.round(radius * 1.05)}px sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(no, x, y);
}

/**
 * Returns the drawing as a PNG.
 * @param background decoded picture below the marks; null for an empty grid
 * @throws Error where the browser makes no picture
 */
export async function sketchPicture(background: HTMLImageElement | null, marks: Marks, title: string): Promise<File> {
  const ratio = background ? background.naturalWidth / background.naturalHeight : gridRatio;
  const [width, height] = [pictureWidth, Math.round(pictureWidth / ratio)];
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  if (background) context.drawImage(background, 0, 0, width, height);
  else drawGrid(context, width, height);
  for (const [no, { x, y }] of marks) drawMark(context, no, x * width, y * height, markRadius * width);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('the browser made no picture');
  return new File([blob], `${title}.png`, { type: 'image/png' });
}
