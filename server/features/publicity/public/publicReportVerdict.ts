import { eq, sql } from 'drizzle-orm';
import { publicityStatus, publicityTexts, type VerifiedReport } from '@contract/features/publicity/publicityWire';
import {
  inspectUnitTable,
  organizationTable,
  projectTable,
  reportContentTable,
  reportFormulaTable,
  reportPaperTable,
  reportTable,
} from '@server/db/schema';
import { brokenSignatures } from '@server/features/reports/brokenSignatures';
import { notFound } from '@server/http/errors';
import type { Services } from '@server/services';
import { maskPersonal } from '../maskPersonalData';
import { publicContact } from '../publicContact';
import { replacementOf } from './reportReplacement';

const codePattern = /^[\w-]{20,40}$/;

/** Reads names from the signed content, as printed on the paper. Rows may have been renamed since. */
const signedName = (part: 'agency' | 'unit') =>
  sql<string | null>`${reportContentTable.content} -> ${part}::text ->> 'name'`;

/**
 * Returns the status of the report whose QR code was scanned: whether it is valid and unaltered, without its results. A
 * report that was never issued is unknown. The page that shows it: `verifiedPage` in
 * `contract/features/publicity/pages/verifiedPage.ts`, served by `../pages/publicPage.ts`.
 * @throws Refusal 404
 */
export async function publicReportVerdict(services: Services, code: string | undefined): Promise<VerifiedReport> {
  const { orm } = services.database;
  const report = reportTable;
  const columns = {
    id: report.id,
    reportNo: report.reportNo,
    unitName: report.unitName,
    title: report.title,
    state: report.state,
    issuedOn: report.issuedOn,
    notice: report.notice,
    organizationId: report.organizationId,
    region: inspectUnitTable.region,
    organizationName: organizationTable.name,
    saidUnit: signedName('unit'),
    saidAgency: signedName('agency'),
    sha256: reportPaperTable.sha256,
  };
  const [reportRow] =
    code && codePattern.test(code)
      ? await orm
          .select(columns)
          .from(report)
          .innerJoin(organizationTable, eq(organizationTable.id, report.organizationId))
          .leftJoin(reportContentTable, eq(reportContentTable.reportId, report.id))
          .leftJoin(reportPaperTable, eq(reportPaperTable.reportId, report.id))
          .leftJoin(projectTable, eq(projectTable.id, report.project))
          .leftJoin(inspectUnitTable, eq(inspectUnitTable.id, projectTable.belongInspect))
          .where(eq(report.verifyCode, code))
      : [];
  if (!reportRow?.issuedOn) throw notFound(publicityTexts.unverified);
  const nextReplacedNotice = reportRow.state === 'corrected' ? await replacementOf(orm, reportRow.id) : null;
  const [notice] =
    reportRow.notice === null
      ? []
      : await orm
          .select({ id: reportFormulaTable.id, status: reportFormulaTable.status })
          .from(reportFormulaTable)
          .where(eq(reportFormulaTable.id, reportRow.notice));
  const isAltered =
    reportRow.state !== 'corrected' &&
    reportRow.state !== 'voided' &&
    (await brokenSignatures(services, orm, reportRow.id)).length > 0;
  return {
    ...(await publicContact(orm, reportRow.organizationId, reportRow.region)),
    verdict:
      reportRow.state === 'corrected'
        ? 'replaced'
        : reportRow.state === 'voided'
          ? 'withdrawn'
          : isAltered
            ? 'altered'
            : 'valid',
    reportNo: reportRow.reportNo ?? '',
    title: maskPersonal(reportRow.title),
    unitName: maskPersonal(reportRow.saidUnit ?? reportRow.unitName ?? ''),
    organizationName: reportRow.saidAgency ?? reportRow.organizationName,
    issuedOn: reportRow.issuedOn,
    replacedBy: nextReplacedNotice?.reportNo ?? null,
    replacingNotice: nextReplacedNotice?.notice ?? null,
    notice: notice?.status === publicityStatus.published ? notice.id : null,
    sha256: reportRow.sha256,
  };
}
