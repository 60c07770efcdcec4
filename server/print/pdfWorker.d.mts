import type { PdfDefinition } from './definition';

export function draw(
  definition: PdfDefinition,
  faces: { readonly regular: string; readonly bold: string },
): Promise<Uint8Array<ArrayBuffer>>;
