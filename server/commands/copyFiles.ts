import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { copyFilesTexts } from '@contract/features/system/copyFilesTexts';
import { operatorTexts } from '@contract/features/system/operatorTexts';
import { recordAudit } from '@server/audit/auditTrail';
import { type Env, parseEnv } from '@server/base/env';
import { incompleteExitCode } from '@server/base/exitCodes';
import { StartRefusal } from '@server/base/startRefusal';
import type { FileStore } from '@server/services';
import { createFileStore } from '../files/fileStore';
import { nodeStreamOf } from '../files/webStream';
import { Refusal } from '../http/errors';
import type { Command, CommandOutput } from './command';
import { commandSucceeded, type OperatorCommand, operatorActor, operatorCommand } from './operator/operatorCommand';

/** Number of files after which the command prints its progress. */
const progressEvery = 500;

interface KnownFile {
  readonly id: string;
  /** Hash at the upload, hex. */
  readonly sha256: string;
}

/**
 * Lists the files of the database for `copy-files`, one line each, and records the copying. A separate process can't
 * read the embedded database while a server uses it.
 */
export const listFiles: OperatorCommand = async ({ database }, [target = ''], account) => {
  const files = await database.query<KnownFile>(
    `select id, sha256 from stored_file where purge_time is null
      union all select file_id, '' from export_run where file_id is not null order by 1`,
  );
  await database.transaction((tx) =>
    recordAudit(tx, operatorActor(account), [
      {
        action: 'copy',
        entity: { name: 'installation', label: operatorTexts.maintenanceEntity },
        title: copyFilesTexts.recorded(target, files.length),
      },
    ]),
  );
  return commandSucceeded(...files.map(({ id, sha256 }) => `${id} ${sha256}`));
};

async function knownFiles(env: Env, target: string): Promise<KnownFile[]> {
  const lines: string[] = [];
  await operatorCommand('list-files', listFiles)(env, [target], {
    line: (text) => lines.push(text),
    warning: (text) => lines.push(text),
  });
  return lines.map((line) => {
    const [id = '', sha256 = ''] = line.split(' ');
    return { id, sha256 };
  });
}

interface FileContent {
  readonly size: number;
  readonly sha256: string;
}

/** Reads a stored file to its end; undefined where the store lacks it. */
async function contentIn(store: FileStore, id: string): Promise<FileContent | undefined> {
  const content = await store.read(id);
  if (!content) return undefined;
  const hash = createHash('sha256');
  let size = 0;
  for await (const part of nodeStreamOf(content) as AsyncIterable<Uint8Array>) {
    hash.update(part);
    size += part.byteLength;
  }
  return { size, sha256: hash.digest('hex') };
}

async function* partsOf(store: FileStore, id: string): AsyncGenerator<Uint8Array> {
  const content = await store.read(id);
  if (content) yield* nodeStreamOf(content) as AsyncIterable<Uint8Array>;
}

type CopyOutcome = 'copied' | 'present' | 'missing' | 'altered' | 'different';

/** Copies one file and compares what the target then holds. */
async function copyFile(
  sourceFileStore: FileStore,
  targetFileStore: FileStore,
  { id, sha256 }: KnownFile,
): Promise<CopyOutcome> {
  const [source, existingFileContent] = [await contentIn(sourceFileStore, id), await contentIn(targetFileStore, id)];
  // A file of an expired export may be gone. Files that people stored may not.
  if (!source) return sha256 ? 'missing' : 'present';
  const outcome = sha256 && source.sha256 !== sha256 ? 'altered' : undefined;
  if (existingFileContent) return existingFileContent.sha256 === source.sha256 ? (outcome ?? 'present') : 'different';
  await targetFileStore.put(id, {
    ...source,
    open: () => Readable.from(partsOf(sourceFileStore, id), { objectMode: false }),
  });
  if ((await contentIn(targetFileStore, id))?.sha256 !== source.sha256) {
    await targetFileStore.remove(id);
    throw new StartRefusal(copyFilesTexts.notKept(id));
  }
  return outcome ?? 'copied';
}

/** Opens the target, with the keys of the settings. */
function targetOf(env: Env, target: string): Promise<FileStore> {
  // Refuses what the setting FILE_STORE would refuse, in the same words.
  parseEnv({ FILE_STORE: target });
  if (target === env.fileStore) throw new StartRefusal(copyFilesTexts.same(target));
  return createFileStore({ ...env, fileStore: target });
}

async function copyAll(
  stores: readonly [FileStore, FileStore],
  files: readonly KnownFile[],
  output: CommandOutput,
): Promise<Record<CopyOutcome, number>> {
  const counts: Record<CopyOutcome, number> = { copied: 0, present: 0, missing: 0, altered: 0, different: 0 };
  for (const [index, file] of files.entries()) {
    try {
      const outcome = await copyFile(...stores, file);
      counts[outcome] += 1;
      if (outcome === 'missing' || outcome === 'altered' || outcome === 'different')
        output.warning(copyFilesTexts[outcome](file.id));
    } catch (error) {
      if (
        !(error instanceof Refusal || error instanceof StartRefusal || (error instanceof Error && 'syscall' in error))
      )
        throw error;
      const { code = '', message } = error as NodeJS.ErrnoException;
      throw new StartRefusal(copyFilesTexts.stopped(index, files.length, code || message.replace(/。$/, '')), {
        cause: error,
      });
    }
    if ((index + 1) % progressEvery === 0) output.line(copyFilesTexts.progress(index + 1, files.length));
  }
  return counts;
}

/**
 * Runs `copy-files TARGET`: copies every file of the installation to another file store, compares hashes, and leaves
 * the source as it is. Interrupted, it goes on where it stopped. Returns 3 where files are missing or altered, and 1
 * where the target holds other content under the name of a file.
 */
export const copyFiles: Command = async (env, [target, ...more], output) => {
  if (!target || more.length) throw new StartRefusal(copyFilesTexts.usage);
  const [sourceFileStore, targetFileStore] = [await createFileStore(env), await targetOf(env, target)];
  const counts = await copyAll([sourceFileStore, targetFileStore], await knownFiles(env, target), output);
  output.line(copyFilesTexts.done(counts));
  if (counts.different) return 1;
  output.line(copyFilesTexts.next(target));
  return counts.missing || counts.altered ? incompleteExitCode : 0;
};
