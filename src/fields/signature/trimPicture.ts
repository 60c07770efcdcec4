/** White margin around the ink in px. */
const marginPixels = 8;

/**
 * Returns the bounding box of the ink in px, or null for an empty drawing. The alpha channel is every fourth byte of
 * `data`.
 */
function inkBox(
  data: Uint8ClampedArray,
  width: number,
  height: number,
): { left: number; top: number; right: number; bottom: number } | null {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!data[(y * width + x) * 4 + 3]) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
    }
  }
  return right < 0 ? null : { left, top, right, bottom };
}

/**
 * Returns the drawing cropped to its ink as a PNG, so that it fits a line of a record whatever its original size.
 * @throws Error for an empty drawing, or where the browser makes no picture of it
 */
export async function trimPicture(canvas: HTMLCanvasElement, name = '签名.png'): Promise<File> {
  const context = canvas.getContext('2d');
  const box =
    context && inkBox(context.getImageData(0, 0, canvas.width, canvas.height).data, canvas.width, canvas.height);
  if (!box) throw new Error('the signature is empty');
  const [width, height] = [box.right - box.left + 1 + 2 * marginPixels, box.bottom - box.top + 1 + 2 * marginPixels];
  const croppedCanvas = document.createElement('canvas');
  croppedCanvas.width = width;
  croppedCanvas.height = height;
  croppedCanvas
    .getContext('2d')
    ?.drawImage(canvas, box.left - marginPixels, box.top - marginPixels, width, height, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => croppedCanvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('the browser made no picture of the signature');
  return new File([blob], name, { type: 'image/png' });
}
