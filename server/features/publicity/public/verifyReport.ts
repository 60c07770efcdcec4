import { eq, sql } from 'drizzle-orm';
import { publicityStatus, publicityTexts, type VerifiedReport } from '@contract/features/publicity/publicity';
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
import { publicContact } from '../contact';
import { maskPersonal } from '../masking';
import { replacementOf } from './replacement';

const pattern = /^[\w-]{20,40}$/;

/** Reads names from the signed content, as printed on the paper. Rows may have been renamed since. */
const said = (part: 'agency' | 'unit') => sql<string | null>`${reportContentTable.content} -> ${part}::text ->> 'name'`;

/**
 * Returns the status of the report whose QR code was scanned: whether it is valid and unaltered, without its results. A
 * report that was never issued is unknown. The page that shows it: `verifiedPage` in
 * `contract/features/publicity/pages/verifiedPage.ts`, served by `../pages/pages.ts`.
 * @throws Refusal 404
 */
export async function verifyReport(services: Services, code: string | undefined): Promise<VerifiedReport> {
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
    saidUnit: said('unit'),
    saidAgency: said('agency'),
    sha256: reportPaperTable.sha256,
  };
  const [found] =
    code && pattern.test(code)
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
  if (!found?.issuedOn) throw notFound(publicityTexts.unverified);
  const next = found.state === 'corrected' ? await replacementOf(orm, found.id) : null;
  const [notice] =
    found.notice === null
      ? []
      : await orm
          .select({ id: reportFormulaTable.id, status: reportFormulaTable.status })
          .from(reportFormulaTable)
          .where(eq(reportFormulaTable.id, found.notice));
  const altered =
    found.state !== 'corrected' &&
    found.state !== 'voided' &&
    (await brokenSignatures(services, orm, found.id)).length > 0;
  return {
    ...(await publicContact(orm, found.organizationId, found.region)),
    verdict:
      found.state === 'corrected' ? 'replaced' : found.state === 'voided' ? 'withdrawn' : altered ? 'altered' : 'valid',
    reportNo: found.reportNo ?? '',
    title: maskPersonal(found.title),
    unitName: maskPersonal(found.saidUnit ?? found.unitName ?? ''),
    organizationName: found.saidAgency ?? found.organizationName,
    issuedOn: found.issuedOn,
    replacedBy: next?.reportNo ?? null,
    replacingNotice: next?.notice ?? null,
    notice: notice?.status === publicityStatus.published ? notice.id : null,
    sha256: found.sha256,
  };
}
