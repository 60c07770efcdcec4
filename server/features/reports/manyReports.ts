import { reportTexts } from '@contract/features/reports/reportTexts';
import type { CrudContext } from '@server/crud/crudContext';
import { assertUnaltered } from '@server/files/fileHash';
import { shownName } from '@server/files/fileName';
import { storedFile } from '@server/files/sendFile';
import { writeZip, type ZipPart } from '@server/files/zipStream';
import { conflict, Refusal } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { issuedPdf } from './issuedPaper';
import { visibleReport } from './movedReport';
import { isIssued, pdfName } from './reportPaper';

interface ManyReports {
  readonly path: string;
  readonly ids: readonly number[];
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * Writes the issued papers of many reports into one ZIP, each with the hash of its issue. Names the reports that are
 * not issued and leaves them out.
 * @returns a sentence about the content of the ZIP
 * @throws Refusal 409 if none of them is issued
 */
export async function zipReports(
  { services, registry }: CrudContext,
  call: Call<unknown>,
  { path, ids, onProgress }: ManyReports,
): Promise<string> {
  const { orm } = services.database;
  const omissions: string[] = [];
  let files = 0;
  async function* parts(): AsyncGenerator<ZipPart> {
    for (const [index, id] of ids.entries()) {
      let no = String(id);
      try {
        const report = await visibleReport(orm, registry, call, id);
        no = report.reportNo ?? no;
        if (isIssued(report)) {
          const file = await storedFile(services, await issuedPdf(services, report));
          await assertUnaltered(services, file);
          const content = await services.files.read(file.id);
          if (content) {
            files += 1;
            yield { path: shownName(pdfName(report)), content: content as unknown as AsyncIterable<Uint8Array> };
          }
        } else omissions.push(reportTexts.packedUnissued(no));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        omissions.push(reportTexts.packedWithout(no, error.message));
      }
      onProgress(index + 1, ids.length);
    }
  }
  await writeZip(path, parts(), services.now());
  if (!files)
    throw conflict(omissions.length ? reportTexts.packed(0, omissions) : reportTexts.nothingPacked, 'nothing');
  return reportTexts.packed(files, omissions);
}
