import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { backupTexts } from '@contract/features/system/backupTexts';
import { organizationArchiveTexts as texts } from '@contract/features/system/organizationArchive';
import { linesIn, parsedJson, textOf } from '../backupArchive';
import { BackupProblem } from '../backupProblem';
import { contentOf, entriesOf, type TarEntry, TarFault } from '../tarArchive';
import {
  dataEntry,
  organizationEntries as entryNames,
  organizationFormat,
  organizationHeadSchema,
  type OrganizationManifest,
  organizationManifestSchema,
  type PublicRow,
  type TextRow,
} from './organizationFormat';

/** An archive of an organization of which every byte was read and verified. */
export interface OrganizationArchive {
  readonly manifest: OrganizationManifest;
  /** Rows of a table. */
  rows(table: string): AsyncIterable<TextRow>;
  /** Public rows that the organization refers to. */
  publicRows(): AsyncIterable<PublicRow>;
  /** Content of a file entry. */
  file(entry: string): Readable;
  close(): Promise<void>;
}

async function entriesIn(handle: FileHandle, path: string): Promise<Map<string, TarEntry>> {
  const entries = new Map<string, TarEntry>();
  try {
    for await (const tarEntry of entriesOf(handle)) {
      if (entries.size === 0 && tarEntry.name !== entryNames.first) throw new BackupProblem(texts.notAnArchive(path));
      if (entries.has(tarEntry.name)) throw new BackupProblem(texts.damaged(path, tarEntry.name));
      entries.set(tarEntry.name, tarEntry);
    }
  } catch (error) {
    if (!(error instanceof TarFault)) throw error;
    if (entries.size === 0) throw new BackupProblem(texts.notAnArchive(path), { cause: error });
    const message = error.kind === 'truncated' ? texts.truncated(path) : texts.damaged(path, error.place);
    throw new BackupProblem(message, { cause: error });
  }
  return entries;
}

/** Reads the manifest and compares every entry with it. */
async function manifestIn(
  handle: FileHandle,
  entries: ReadonlyMap<string, TarEntry>,
  path: string,
): Promise<OrganizationManifest> {
  const [headEntry, manifestEntry, checksumEntry] = [entryNames.first, entryNames.manifest, entryNames.sum].map(
    (name) => entries.get(name),
  );
  if (!headEntry || !manifestEntry || !checksumEntry) throw new BackupProblem(texts.truncated(path));
  const head = organizationHeadSchema.safeParse(parsedJson(await textOf(handle, headEntry)));
  if (!head.success) throw new BackupProblem(texts.damaged(path, entryNames.first));
  if (head.data.formatVersion > organizationFormat) throw new BackupProblem(texts.newer(path, head.data.version));
  const parsedManifest = organizationManifestSchema.safeParse(parsedJson(await textOf(handle, manifestEntry)));
  if (!parsedManifest.success || !(await textOf(handle, checksumEntry)).startsWith(`${manifestEntry.sha256} `))
    throw new BackupProblem(texts.damaged(path, entryNames.manifest));
  const expectedEntries = parsedManifest.data.entries;
  const wrongEntry = expectedEntries.find(({ name, sha256 }) => entries.get(name)?.sha256 !== sha256);
  if (wrongEntry) throw new BackupProblem(texts.damaged(path, wrongEntry.name));
  // The manifest does not list itself and its hash, so two entries are added.
  if (entries.size !== expectedEntries.length + 2) throw new BackupProblem(texts.damaged(path, 'entries'));
  return parsedManifest.data;
}

/**
 * Verifies an archive of an organization from first to last byte before it is used.
 * @throws BackupProblem with one sentence: missing, another file, damaged, truncated, or of a later format
 */
export async function openOrganizationArchive(path: string): Promise<OrganizationArchive> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'r');
  } catch (error) {
    throw new BackupProblem(backupTexts.notReadable(path, (error as NodeJS.ErrnoException).code ?? ''), {
      cause: error,
    });
  }
  try {
    if (!(await handle.stat()).isFile()) throw new BackupProblem(texts.notAnArchive(path));
    const entries = await entriesIn(handle, path);
    const manifest = await manifestIn(handle, entries, path);
    const entryOf = (name: string): TarEntry => {
      const tarEntry = entries.get(name);
      if (!tarEntry) throw new BackupProblem(texts.damaged(path, name));
      return tarEntry;
    };
    async function* jsonLines<R>(name: string): AsyncGenerator<R> {
      for await (const line of linesIn(contentOf(handle, entryOf(name)))) yield JSON.parse(line) as R;
    }
    return {
      manifest,
      rows: (table) => jsonLines<TextRow>(dataEntry(table)),
      publicRows: () => jsonLines<PublicRow>(entryNames.public),
      file: (entry) => Readable.from(contentOf(handle, entryOf(entry)), { objectMode: false }),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}
