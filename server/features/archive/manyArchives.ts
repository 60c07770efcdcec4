import { archiveTexts } from '@contract/features/archive/archiveTexts';
import type { CrudContext } from '@server/crud/crudContext';
import { writeZip, type ZipPart } from '@server/files/zipStream';
import { conflict, Refusal } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { archiveSourceOf } from './archiveSource';
import { archiveParts } from './archiveZip';
import { shownProject } from './shownProject';

interface ManyArchives {
  readonly ids: readonly number[];
  readonly onProgress: (done: number, total: number) => void;
  /** Sentences about projects whose archives were omitted, with the reason. */
  readonly omissions: string[];
}

/**
 * Yields the archives of many projects, each in its folder. A project whose archive can't be read is omitted and
 * reported.
 */
export async function* manyArchives(
  context: CrudContext,
  call: Call<unknown>,
  { ids, onProgress, omissions }: ManyArchives,
): AsyncGenerator<ZipPart> {
  for (const [index, id] of ids.entries()) {
    let name = String(id);
    try {
      const project = await shownProject(context, call, id);
      name = String(project['code'] ?? id);
      const source = await archiveSourceOf(context, call, project);
      if (source.documents.some(({ status }) => status === 'present')) yield* archiveParts(source);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      omissions.push(archiveTexts.leftOut(name, error.message));
    }
    onProgress(index + 1, ids.length);
  }
}

/**
 * Writes the archives of many projects into one ZIP.
 * @returns a sentence about the content
 * @throws Refusal 409 where none of the projects has a file
 */
export async function zipArchives(
  context: CrudContext,
  call: Call<unknown>,
  { path, ...work }: Omit<ManyArchives, 'omissions'> & { readonly path: string },
): Promise<string> {
  const leftOutTexts: string[] = [];
  let files = 0;
  const parts = async function* () {
    for await (const part of manyArchives(context, call, { ...work, omissions: leftOutTexts })) {
      files += 1;
      yield part;
    }
  };
  await writeZip(path, parts(), context.services.now());
  if (!files)
    throw conflict(leftOutTexts.length ? archiveTexts.packed(0, leftOutTexts) : archiveTexts.nothingPacked, 'nothing');
  return archiveTexts.packed(files, leftOutTexts);
}
