import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { archiveTexts } from '@contract/features/archive/archiveTexts';
import type { ArchiveManifest, CheckedDocument, ManifestFile } from '@contract/features/archive/archiveWire';
import { webStreamOf } from '@server/files/webStream';
import { zipPieces, type ZipPart } from '@server/files/zipStream';
import { absentOf, lineOf, placesOf, readableList, sumsOf } from './archiveManifest';

type ZipContent = ZipPart['content'];

export interface ArchiveSource {
  /** Head of the manifest, above the list of files. */
  readonly head: Omit<ArchiveManifest, 'format' | 'files' | 'absent'>;
  readonly documents: readonly CheckedDocument[];
  /** Date of the entries: that of the archive, not of the download, so that the same content gives the same file. */
  readonly createdAt: Date;
  /** Name of the folder that contains everything. */
  readonly folder: string;
  /** Opens the content of a document at the time of writing. */
  readonly openDocument: (document: CheckedDocument) => Promise<ZipContent>;
}

/** Yields the content unchanged, and reports its length and hash at its end. */
async function* hashContent(
  content: ZipContent,
  onHashed: (bytes: number, sha256: string) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of content) {
    hash.update(piece);
    bytes += piece.length;
    yield piece;
  }
  onHashed(bytes, hash.digest('hex'));
}

/**
 * Yields the files of an archive, with at most one in memory. Each file is hashed while it is read, so the caller has
 * to read it before the next one. The lists with the hashes come last.
 */
export async function* archiveParts({ head, documents, folder, openDocument }: ArchiveSource): AsyncGenerator<ZipPart> {
  const pathByKey = placesOf(documents);
  const files: ManifestFile[] = [];
  const part = (path: string, content: ZipContent, onHashed: (bytes: number, sha256: string) => void): ZipPart => ({
    path: `${folder}/${path}`,
    content: hashContent(content, onHashed),
  });
  for (const document of documents) {
    const path = pathByKey.get(document.key);
    if (path !== undefined)
      yield part(path, await openDocument(document), (bytes, sha256) =>
        files.push(lineOf(document, path, bytes, sha256)),
      );
  }
  const manifest: ArchiveManifest = { format: 'project-archive/1', ...head, files, absent: absentOf(documents) };
  const sums: { path: string; sha256: string }[] = [...files];
  const encoder = new TextEncoder();
  for (const [path, text] of [
    [archiveTexts.manifestName, `${JSON.stringify(manifest, null, 2)}\n`],
    [archiveTexts.listName, readableList(manifest)],
  ] as const)
    yield part(path, [encoder.encode(text)], (_, sha256) => sums.push({ path, sha256 }));
  yield part(archiveTexts.sumsName, [encoder.encode(sumsOf(sums))], () => undefined);
}

/** Returns the archive as one ZIP, written while it is read. */
export const archiveZip = (source: ArchiveSource): ReadableStream<Uint8Array> =>
  webStreamOf(
    Readable.from(zipPieces(archiveParts(source), source.createdAt), { objectMode: false, highWaterMark: 256 * 1024 }),
  );
