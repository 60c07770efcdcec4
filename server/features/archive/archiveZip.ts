import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Zip, ZipPassThrough } from 'fflate';
import { archiveTexts } from '@contract/features/archive/archiveTexts';
import type { ArchiveManifest, CheckedDocument, ManifestFile } from '@contract/features/archive/archiveWire';
import { webStreamOf } from '@server/files/webStream';
import { absentOf, lineOf, placesOf, readableList, sumsOf } from './archiveManifest';

type Content = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

interface ArchiveSource {
  /** Data above the list of files. */
  readonly head: Omit<ArchiveManifest, 'format' | 'files' | 'absent'>;
  readonly documents: readonly CheckedDocument[];
  /** Date of its entries: of the archive, not of the download, so that the same content gives the same file. */
  readonly made: Date;
  /** Folder that contains everything. */
  readonly folder: string;
  /** Opens the content of a document when it is written. */
  readonly open: (document: CheckedDocument) => Promise<Content>;
}

/**
 * Writes the archive as one ZIP while it is read, with at most one document in memory. Each file is hashed as it
 * passes; the lists with the hashes come last. Entries are stored without compression, since PDFs and pictures are
 * compressed already.
 */
export function archiveZip({ head, documents, made, folder, open }: ArchiveSource): ReadableStream<Uint8Array> {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    let ready: Uint8Array[] = [];
    const zip = new Zip((error, piece) => {
      if (error) throw error;
      ready.push(piece);
    });
    const taken = (): Uint8Array[] => {
      const now = ready;
      ready = [];
      return now.filter(({ length }) => length > 0);
    };
    async function* add(
      path: string,
      content: Content,
      tell: (bytes: number, sha256: string) => void,
    ): AsyncGenerator<Uint8Array> {
      const entry = new ZipPassThrough(`${folder}/${path}`);
      entry.mtime = made;
      zip.add(entry);
      const hash = createHash('sha256');
      let bytes = 0;
      for await (const piece of content) {
        hash.update(piece);
        bytes += piece.length;
        entry.push(piece);
        yield* taken();
      }
      entry.push(new Uint8Array(), true);
      yield* taken();
      tell(bytes, hash.digest('hex'));
    }
    const places = placesOf(documents);
    const files: ManifestFile[] = [];
    for (const document of documents) {
      const path = places.get(document.key);
      if (path !== undefined)
        yield* add(path, await open(document), (bytes, sha256) => files.push(lineOf(document, path, bytes, sha256)));
    }
    const manifest: ArchiveManifest = { format: 'project-archive/1', ...head, files, absent: absentOf(documents) };
    const sums: { path: string; sha256: string }[] = [...files];
    const words = new TextEncoder();
    for (const [path, text] of [
      [archiveTexts.manifestName, `${JSON.stringify(manifest, null, 2)}\n`],
      [archiveTexts.listName, readableList(manifest)],
    ] as const)
      yield* add(path, [words.encode(text)], (_, sha256) => sums.push({ path, sha256 }));
    yield* add(archiveTexts.sumsName, [words.encode(sumsOf(sums))], () => undefined);
    zip.end();
    yield* taken();
  }
  return webStreamOf(Readable.from(pieces(), { objectMode: false, highWaterMark: 256 * 1024 }));
}
