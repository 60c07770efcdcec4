import type { LayoutData } from '@contract/print/layoutFields';
import { docxTags, fillDocx } from './docxLayout';
import { type LayoutFormat, layoutParts } from './layoutParts';
import { type LayoutTag, refuseLoops } from './layoutTags';
import { uprightPictures } from './uprightPictures';
import { fillXlsx, xlsxTags } from './xlsxLayout';

// Runs in the child process of `readLayout` and `fillLayout`: an uploaded layout is not trusted.

interface ReadInput {
  readonly bytes: Uint8Array;
  readonly format: LayoutFormat;
  /** Names of the lists that the papers of its kind have. */
  readonly lists: readonly string[];
}

interface FillInput {
  readonly bytes: Uint8Array;
  readonly format: LayoutFormat;
  readonly data: LayoutData;
  /** `data:` URLs (PNG or JPEG) of the uploads, by id. */
  readonly pictures: ReadonlyMap<string, string>;
}

declare module '@server/child/childProtocol' {
  interface ChildJobs {
    readonly readLayout: { readonly input: ReadInput; readonly part: never; readonly result: readonly LayoutTag[] };
    readonly fillLayout: { readonly input: FillInput; readonly part: never; readonly result: Uint8Array<ArrayBuffer> };
  }
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * Returns the placeholders of a layout.
 * @throws LayoutRefusal
 */
export async function readLayoutTags({ bytes, format, lists }: ReadInput): Promise<readonly LayoutTag[]> {
  const parts = await layoutParts(bufferOf(bytes), format);
  const tags = format === 'docx' ? await docxTags(parts) : xlsxTags(parts);
  const listNames = new Set(lists);
  refuseLoops(tags, (name) => listNames.has(name));
  return tags;
}

/**
 * Fills a layout with the values of a paper.
 * @throws LayoutRefusal
 */
export async function fillLayoutFile({ bytes, format, data, pictures }: FillInput): Promise<Uint8Array<ArrayBuffer>> {
  const parts = await layoutParts(bufferOf(bytes), format);
  const upright = await uprightPictures(data, pictures);
  return format === 'docx' ? fillDocx(parts, data, upright) : fillXlsx(parts, data, upright);
}
