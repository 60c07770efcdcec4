import { type FileHandle, open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { backupTexts } from '@contract/features/system/backupTexts';
import {
  entryNames,
  fileEntry,
  formatVersion,
  headSchema,
  type Manifest,
  manifestSchema,
  tableEntry,
} from './backupManifest';
import { BackupProblem } from './backupProblem';
import { contentOf, entriesOf, type TarEntry, TarFault } from './tarArchive';

/** A backup of which every byte was read and verified. */
export interface Archive {
  readonly path: string;
  readonly manifest: Manifest;
  /** Yields the rows of a table, one per line. */
  lines(table: string): AsyncIterable<string>;
  file(id: string): Readable;
  close(): Promise<void>;
}

/** Returns the text of an entry. */
export async function textOf(handle: FileHandle, tarEntry: TarEntry): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of contentOf(handle, tarEntry)) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

/** Parses JSON; undefined for any other text. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Splits text at line feeds only, because texts may contain other line separators. */
export async function* linesIn(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let lineParts: Buffer[] = [];
  for await (const part of bytes) {
    let from = 0;
    for (let to = part.indexOf(10); to >= 0; to = part.indexOf(10, from)) {
      yield Buffer.concat([...lineParts, part.subarray(from, to)]).toString('utf8');
      lineParts = [];
      from = to + 1;
    }
    lineParts.push(part.subarray(from));
  }
}

/**
 * Checks the first entry before anything else is read.
 * @throws BackupProblem for another file or a later format
 */
async function checkHead(handle: FileHandle, firstTarEntry: TarEntry | undefined, path: string): Promise<void> {
  const head =
    firstTarEntry?.name === entryNames.first
      ? headSchema.safeParse(parsedJson(await textOf(handle, firstTarEntry)))
      : undefined;
  if (!head) throw new BackupProblem(backupTexts.notABackup(path));
  if (!head.success) throw new BackupProblem(backupTexts.damaged(path, entryNames.first));
  if (head.data.formatVersion > formatVersion) throw new BackupProblem(backupTexts.newer(path, head.data.version));
}

async function manifestOf(handle: FileHandle, entries: ReadonlyMap<string, TarEntry>, path: string): Promise<Manifest> {
  const [manifest, sum] = [entries.get(entryNames.manifest), entries.get(entryNames.sum)];
  if (!manifest || !sum) throw new BackupProblem(backupTexts.truncated(path));
  const parsedManifest = manifestSchema.safeParse(parsedJson(await textOf(handle, manifest)));
  if (!parsedManifest.success || !(await textOf(handle, sum)).startsWith(`${manifest.sha256} `))
    throw new BackupProblem(backupTexts.damaged(path, entryNames.manifest));
  return parsedManifest.data;
}

/** Checks that each entry of the manifest exists with its hash, and that there are no further entries. */
function checkEntries({ tables, files }: Manifest, entries: ReadonlyMap<string, TarEntry>, path: string): void {
  const expectedEntries = [
    ...tables.map(({ name, sha256 }) => ({ name: tableEntry(name), sha256 })),
    ...files.map(({ id, sha256 }) => ({ name: fileEntry(id), sha256 })),
  ];
  for (const { name, sha256 } of expectedEntries)
    if (entries.get(name)?.sha256 !== sha256) throw new BackupProblem(backupTexts.damaged(path, name));
  if (entries.size !== expectedEntries.length + Object.keys(entryNames).length)
    throw new BackupProblem(backupTexts.damaged(path, 'entries'));
}

async function readArchive(
  handle: FileHandle,
  path: string,
): Promise<{ manifest: Manifest; entries: ReadonlyMap<string, TarEntry> }> {
  const entries = new Map<string, TarEntry>();
  try {
    for await (const tarEntry of entriesOf(handle)) {
      if (entries.size === 0) await checkHead(handle, tarEntry, path);
      if (entries.has(tarEntry.name)) throw new BackupProblem(backupTexts.damaged(path, tarEntry.name));
      entries.set(tarEntry.name, tarEntry);
    }
  } catch (error) {
    if (!(error instanceof TarFault)) throw error;
    // A file without our first entry is another file, not a damaged backup.
    if (entries.size === 0) throw new BackupProblem(backupTexts.notABackup(path), { cause: error });
    throw new BackupProblem(
      error.kind === 'truncated' ? backupTexts.truncated(path) : backupTexts.damaged(path, error.place),
      { cause: error },
    );
  }
  if (entries.size === 0) throw new BackupProblem(backupTexts.notABackup(path));
  const manifest = await manifestOf(handle, entries, path);
  checkEntries(manifest, entries, path);
  return { manifest, entries };
}

/**
 * Verifies a backup from first to last byte before it is used.
 * @throws BackupProblem with one sentence: missing, not a backup, damaged, truncated, or of a later format
 */
export async function openArchive(path: string): Promise<Archive> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'r');
  } catch (error) {
    throw new BackupProblem(backupTexts.notReadable(path, (error as NodeJS.ErrnoException).code ?? ''), {
      cause: error,
    });
  }
  try {
    if (!(await handle.stat()).isFile()) throw new BackupProblem(backupTexts.notABackup(path));
    const { manifest, entries } = await readArchive(handle, path);
    const entryOf = (name: string): TarEntry => {
      const tarEntry = entries.get(name);
      if (!tarEntry) throw new BackupProblem(backupTexts.damaged(path, name));
      return tarEntry;
    };
    return {
      path,
      manifest,
      lines: (table) =>
        linesIn(
          pipeline(
            Readable.from(contentOf(handle, entryOf(tableEntry(table))), { objectMode: false }),
            createGunzip(),
            () => undefined,
          ),
        ),
      file: (id) => Readable.from(contentOf(handle, entryOf(fileEntry(id))), { objectMode: false }),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}
