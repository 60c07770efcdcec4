/** Makes a QR code as PNG, one byte per pixel. */
export function qrPicture(text: string): Buffer;
