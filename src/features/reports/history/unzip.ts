import { unzipSync } from 'fflate';
import { historyTexts } from '@contract/features/reports/historyPapers';

// Reads the PDF files from a ZIP archive in the browser, so that each is uploaded and checked like any other file.

/** Highest number of bytes of an unpacked archive. */
const maxBytes = 1024 * 1024 * 1024;
const isPaper = (name: string): boolean => /\.pdf$/i.test(name) && !/(^|\/)(?:__MACOSX\/|\._)/.test(name);

/**
 * Returns a file's name. If the archive does not mark its names as UTF-8, fflate returns each byte as a character.
 * Such names are UTF-8 if they are valid, otherwise GBK, as Windows writes them.
 */
function nameOf(storedName: string): string {
  const codes = [...storedName].map((letter) => letter.codePointAt(0) ?? 0);
  if (codes.some((code) => code > 255)) return storedName;
  const bytes = Uint8Array.from(codes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/**
 * Returns the PDF files of an archive, unpacked.
 * @throws Error with a sentence for an archive that can't be read
 */
export async function papersOfZip(archive: File): Promise<File[]> {
  const bytes = new Uint8Array(await archive.arrayBuffer());
  let total = 0;
  const shouldUnpack = ({ name, originalSize }: { name: string; originalSize: number }): boolean => {
    if (!isPaper(name)) return false;
    total += originalSize;
    if (total > maxBytes) throw new Error(historyTexts.brokenZip);
    return true;
  };
  try {
    return Object.entries(unzipSync(bytes, { filter: shouldUnpack })).map(
      ([name, content]) =>
        new File([content as Uint8Array<ArrayBuffer>], nameOf(name).split('/').at(-1) ?? name, {
          type: 'application/pdf',
        }),
    );
  } catch {
    throw new Error(historyTexts.brokenZip);
  }
}
