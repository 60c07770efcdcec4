import { createHash, randomUUID } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import { ownLayoutTexts } from '@contract/features/library/layoutWire';
import { report as entity } from '@contract/features/reports/entities/report';
import type { ReportContent } from '@contract/features/reports/reportContent';
import type { ReportIssue } from '@contract/features/reports/reportCover';
import { reportTexts } from '@contract/features/reports/reportTexts';
import type { User } from '@contract/wire';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { Orm } from '@server/db/orm';
import { announcementTable, reportPaperTable, reportTable, storedFileTable } from '@server/db/schema';
import { storeForAdministrators, tellAdministrators } from '@server/features/notices/tellAdministrators';
import { fileHash } from '@server/files/fileHash';
import { removeQuietly } from '@server/files/receiveUpload';
import { conflict, notFound } from '@server/http/errors';
import { systemCall } from '@server/http/systemCall';
import { officePdf, officeProgram } from '@server/print/layouts/officeConverter';
import { requiredOrigin } from '@server/print/publicOrigin';
import type { Services } from '@server/services';
import { nameOnPaper, specimenOf } from '@server/signing/signRows';
import { brokenSignatures } from './brokenSignatures';
import { filledReport, layoutOfReport } from './certificates/reportLayout';
import { signedPaper } from './certificates/signedPaper';
import type { StoredReport } from './compiledReport';
import { frozenContent } from './movedReport';
import { drawPdf, issueToBe, pdfName, reportPdf } from './reportPaper';

// The paper of an issued report is one file. The move that issues the report draws it, the signatures cover its hash,
// and it is delivered only while its bytes have that hash.

/** Time in ms before administrators are warned of the same paper again. */
const warningPauseMs = 24 * 3_600_000;

type ReportName = Pick<StoredReport, 'id' | 'reportNo' | 'title' | 'organizationId'>;

/**
 * Returns the content of a report as it was submitted.
 * @throws Refusal 404
 */
async function signedContent(orm: Orm, { id }: ReportName): Promise<ReportContent> {
  const content = await frozenContent(orm, id);
  if (!content) throw notFound('报告内容不存在');
  return content;
}

/**
 * Stores bytes as a report's paper, in the transaction that records it.
 * @returns the file id
 */
async function keepPaper(
  services: Services,
  tx: Orm,
  report: ReportName,
  id: string,
  bytes: Uint8Array,
  isSigned: boolean,
): Promise<void> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const createTime = services.now();
  await tx.insert(storedFileTable).values({
    id,
    organizationId: report.organizationId,
    name: pdfName(report),
    mime: 'application/pdf',
    size: bytes.length,
    sha256,
    fileClass: 'document',
    createTime,
  });
  await tx.insert(reportPaperTable).values({ reportId: report.id, fileId: id, sha256, signed: isSigned, createTime });
}

interface OwnLayoutContext {
  readonly report: StoredReport;
  readonly content: ReportContent;
  readonly issue: ReportIssue;
  /** Signs a PDF by certificate. */
  readonly sign: (pdf: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Returns the signed PDF of a report in the organization's own layout; undefined without a layout or without
 * LibreOffice. If the layout can't be filled, converted or signed, administrators are told and the report gets the
 * product's own layout: another program must not keep a report from being issued.
 */
async function ownLayoutPdf(
  services: Services,
  tx: Orm,
  { report, content, issue, sign }: OwnLayoutContext,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!officeProgram()) return undefined;
  const layout = await layoutOfReport(services, tx, report, content);
  if (!layout) return undefined;
  try {
    const { bytes, format } = await filledReport(services, tx, layout, content, issue);
    return await sign(await officePdf(bytes, format));
  } catch (error) {
    services.log.error({ err: error, report: report.id }, 'the own layout of a report could not be made');
    await storeForAdministrators(services, tx, {
      programPart: ownLayoutTexts.converter,
      title: ownLayoutTexts.fellBackTitle,
      text: ownLayoutTexts.fellBack(report.reportNo ?? ''),
    });
    return undefined;
  }
}

interface IssueContext {
  readonly report: StoredReport;
  readonly person: Pick<User, 'id' | 'nickName' | 'userName' | 'organizationId'>;
  readonly principalName: string | null;
  readonly day: string;
}

/**
 * Draws and stores the paper of a report that is being issued, before the last signature, which the paper shows.
 * @returns the file id; the caller removes its content if issuing fails
 * @throws Refusal 404 if no content is frozen, 409 `publicUrlMissing`, `certificate` for a certificate that can't
 * sign any more
 */
export async function drawIssue(
  services: Services,
  tx: Orm,
  { report, person, principalName, day }: IssueContext,
): Promise<string> {
  const content = await signedContent(tx, report);
  const origin = await requiredOrigin(services, tx, report.organizationId);
  const last = {
    person: person.id,
    name: await nameOnPaper(tx, person),
    behalf: principalName,
    day,
    specimen: await specimenOf(tx, person.id),
  };
  const issue = await issueToBe(services, tx, report, last, origin);
  const sign = (pdf: Uint8Array<ArrayBuffer>) => signedPaper(services, tx, { report, person: person.id, bytes: pdf });
  const ownBytes = await ownLayoutPdf(services, tx, { report, content, issue, sign });
  const bytes = ownBytes ?? (await sign(await drawPdf(services, tx, content, issue)));
  const id = randomUUID();
  await services.files.put(id, bytes);
  try {
    await keepPaper(services, tx, report, id, bytes, true);
  } catch (error) {
    await removeQuietly(services, id);
    throw error;
  }
  return id;
}

/** Returns the texts of the message about a paper that was altered or is missing. */
const warningTexts = (no: string, isMissing: boolean): { readonly title: string; readonly text: string } =>
  isMissing
    ? { title: reportTexts.paperMissingTitle(no), text: reportTexts.paperMissing(no) }
    : { title: reportTexts.paperAlteredTitle(no), text: reportTexts.paperAltered(no) };

/** Notifies administrators, at most once a day. */
async function tellOfPaper(services: Services, { title, text }: ReturnType<typeof warningTexts>): Promise<void> {
  const warnedSince = new Date(services.now().getTime() - warningPauseMs);
  const [earlierWarning] = await services.database.orm
    .select({ id: announcementTable.id })
    .from(announcementTable)
    .where(and(eq(announcementTable.titile, title), gt(announcementTable.sendTime, warnedSince)))
    .limit(1);
  if (!earlierWarning) await tellAdministrators(services, { programPart: reportTexts.paperWatch, title, text });
}

/**
 * Returns the PDF of an issued report: always the same bytes, even if templates and layouts change. If the report was
 * issued before papers were stored, its paper is drawn once, here.
 * @returns the file id
 * @throws Refusal 404 if no content is frozen, 409 `paperAltered` if the file was altered or is missing,
 * `publicUrlMissing`
 */
export async function issuedPdf(services: Services, report: StoredReport): Promise<string> {
  const { orm } = services.database;
  const [paper] = await orm.select().from(reportPaperTable).where(eq(reportPaperTable.reportId, report.id));
  if (!paper) return drawLate(services, report);
  const storedHash = await fileHash(services, paper.fileId);
  if (storedHash !== paper.sha256) {
    const warning = warningTexts(report.reportNo ?? '', storedHash === null);
    await tellOfPaper(services, warning);
    throw conflict(warning.text, 'paperAltered');
  }
  return paper.fileId;
}

async function drawLate(services: Services, report: StoredReport): Promise<string> {
  const { orm } = services.database;
  const content = await signedContent(orm, report);
  const isUnbroken = !(await brokenSignatures(services, orm, report.id)).length;
  const bytes = await reportPdf(
    services,
    orm,
    report,
    content,
    await requiredOrigin(services, orm, report.organizationId),
  );
  const id = randomUUID();
  await services.files.put(id, bytes);
  const keptId = await services.database.transaction(async (tx) => {
    await tx.select({ id: reportTable.id }).from(reportTable).where(eq(reportTable.id, report.id)).for('update');
    const [existingPaper] = await tx
      .select({ id: reportPaperTable.fileId })
      .from(reportPaperTable)
      .where(eq(reportPaperTable.reportId, report.id));
    if (existingPaper) return existingPaper.id;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    // The paper of an altered report is delivered as it is, but never stored as the issued paper.
    if (!isUnbroken) {
      await tx.insert(storedFileTable).values({
        id,
        organizationId: report.organizationId,
        name: pdfName(report),
        mime: 'application/pdf',
        size: bytes.length,
        sha256,
        fileClass: 'document',
        createTime: services.now(),
      });
      return id;
    }
    await keepPaper(services, tx, report, id, bytes, false);
    await tx.update(reportTable).set({ pdf: id }).where(eq(reportTable.id, report.id));
    await recordAudit(tx, actorOf(systemCall(reportTexts.paperWatch)), [
      {
        action: 'add',
        entity: { name: entity.name, label: reportTexts.paperKept },
        entityId: report.id,
        title: pdfName(report),
        organizationId: report.organizationId,
        after: { paper: id, sha256 },
      },
    ]);
    return id;
  });
  // Another request stored its paper first. If the outcome is unknown, the row may exist and the content stays.
  if (keptId !== id) await removeQuietly(services, id);
  return keptId;
}
