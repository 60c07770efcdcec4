import type { DocxDefinition } from './docxDefinition';

export function write(definition: DocxDefinition): Promise<Uint8Array<ArrayBuffer>>;
