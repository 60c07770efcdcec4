import { historyTexts } from '@contract/features/reports/historyPapers';

// Reads the PDF files out of a ZIP archive in the browser, so that each is uploaded and checked like any other file.

const signatures = { end: 0x06054b50, entry: 0x02014b50, local: 0x04034b50 } as const;
const isPaper = (name: string): boolean => /\.pdf$/i.test(name) && !/(^|\/)(?:__MACOSX\/|\._)/.test(name);

/** Names are UTF-8 where the archive says so or they are valid; Windows writes them in GBK. */
function nameOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

async function inflated(packed: Blob): Promise<Blob> {
  return new Response(packed.stream().pipeThrough(new DecompressionStream('deflate-raw'))).blob();
}

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly packed: number;
  readonly offset: number;
}

function entriesOf(view: DataView, bytes: Uint8Array): Entry[] {
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== signatures.end) end -= 1;
  if (end < 0) throw new Error(historyTexts.brokenZip);
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (view.getUint32(at, true) !== signatures.entry || view.getUint16(at + 8, true) & 1)
      throw new Error(historyTexts.brokenZip);
    const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true)) as [
      number,
      number,
      number,
    ];
    entries.push({
      name: nameOf(bytes.subarray(at + 46, at + 46 + name)),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      offset: view.getUint32(at + 42, true),
    });
    at += 46 + name + extra + comment;
  }
  return entries;
}

/**
 * Returns the PDF files of an archive, unpacked.
 * @throws Error with a sentence for an archive that can't be read, or a browser that can't
 */
export async function papersOfZip(archive: File): Promise<File[]> {
  if (typeof DecompressionStream === 'undefined') throw new Error(historyTexts.oldBrowser);
  const buffer = await archive.arrayBuffer();
  const [view, bytes] = [new DataView(buffer), new Uint8Array(buffer)];
  try {
    const papers: File[] = [];
    for (const { name, method, packed, offset } of entriesOf(view, bytes).filter((one) => isPaper(one.name))) {
      const from = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
      const part = archive.slice(from, from + packed);
      const content = method === 0 ? part : await inflated(part);
      papers.push(new File([content], name.split('/').at(-1) ?? name, { type: 'application/pdf' }));
    }
    return papers;
  } catch {
    throw new Error(historyTexts.brokenZip);
  }
}
