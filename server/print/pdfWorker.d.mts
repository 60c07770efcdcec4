import type { FontPaths } from './fontFiles';
import type { PdfDefinition } from './pdfDefinition';

export function draw(definition: PdfDefinition, faces: FontPaths): Promise<Uint8Array<ArrayBuffer>>;
