import { outsideTexts } from '@contract/features/reviewers/reviewerTexts';
import type { CrudContext } from '@server/crud/crudContext';
import type { Orm } from '@server/db/orm';
import { paperOf } from '@server/features/records/recordPapers';
import { issuedPdf } from '@server/features/reports/issuedPaper';
import { pdfName } from '@server/features/reports/reportPaper';
import { assertUnaltered } from '@server/files/fileHash';
import { storedFile } from '@server/files/sendFile';
import { type ZipEntry, zipStream } from '@server/files/zipStream';
import { notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { makePdf } from '@server/print/makePdf';
import type { StoredTask } from '../reviewerRows';
import { filesOfTask } from './taskFiles';
import { insideCall, papersOf, reportOfTask, taskProject } from './taskPapers';

/** Returns a function that creates valid file names, each used once. */
function distinctNames(): (folder: string, name: string) => string {
  const countByName = new Map<string, number>();
  return (folder, name) => {
    const clean = name.replaceAll(/[\\/:*?"<>|]/g, '_').trim() || '未命名';
    const count = (countByName.get(`${folder}/${clean}`) ?? 0) + 1;
    countByName.set(`${folder}/${clean}`, count);
    const dot = clean.lastIndexOf('.');
    const uniqueName =
      count === 1 ? clean : dot > 0 ? `${clean.slice(0, dot)}（${count}）${clean.slice(dot)}` : `${clean}（${count}）`;
    return `${folder}/${uniqueName}`;
  };
}

/**
 * Returns everything that a reviewer may read in a task's project as one ZIP: reports, records, photographs,
 * certificates.
 * @throws Refusal 404, 409 as `taskProject`
 */
export async function taskZip(
  context: CrudContext,
  orm: Orm,
  call: Call<unknown>,
  task: StoredTask,
): Promise<ReadableStream<Uint8Array>> {
  const { services } = context;
  const project = await taskProject(context, orm, call, task);
  const internalCall = insideCall(call, task);
  const { papers, reports } = await papersOf(context, orm, call, task);
  const { folders } = outsideTexts;
  const uniquePath = distinctNames();
  const content = async (id: string): Promise<AsyncIterable<Uint8Array>> => {
    const stream = await services.files.read((await storedFile(services, id)).id);
    if (!stream) throw notFound(outsideTexts.noPaper);
    return stream as unknown as AsyncIterable<Uint8Array>;
  };
  const zipEntries: ZipEntry[] = [];
  for (const { id } of reports) {
    const report = await reportOfTask(context, orm, call, task, id);
    zipEntries.push({
      path: uniquePath(folders.report, pdfName(report)),
      openContent: async () => content(await issuedPdf(services, report)),
    });
  }
  for (const { key, title, no, about } of papers) {
    // Prepared before the first byte is sent, so that a failure refuses the whole ZIP.
    const { document } = await paperOf({ context, orm, call: internalCall, project }, key, false);
    const path = uniquePath(folders.paper, `${[title, no, about].filter(Boolean).join(' ')}.pdf`);
    zipEntries.push({ path, openContent: async () => [await makePdf(document, document.agency)] });
  }
  for (const { key, about, name, file } of await filesOfTask(orm, task, services.env.zone)) {
    await assertUnaltered(services, await storedFile(services, file));
    zipEntries.push({
      path: uniquePath(key.startsWith('media') ? folders.media : folders.certificate, `${about} ${name}`),
      openContent: () => content(file),
    });
  }
  return zipStream(zipEntries, services.now());
}
