import { randomBytes } from 'node:crypto';
import { and, count, desc, eq, isNull, or } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { writtenSections } from '@contract/features/reports/reportContent';
import {
  isEvaluationReport,
  reportKindOf,
  type ReportKind,
  titleOfReport,
} from '@contract/features/reports/reportKinds';
import { reportTexts } from '@contract/features/reports/reportTexts';
import { formatDay } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import { insertRow } from '@server/crud/operations';
import { nextNumber } from '@server/crud/runningNumbers';
import type { Orm } from '@server/db/orm';
import { inspectUnitTable, reportModuleTable, reportTable } from '@server/db/schema';
import { projectOf, type StoredProject } from '@server/features/projects/projectStage';
import { conflict } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { currentReport } from './compiledReport';
import { lockReport, visibleReport } from './movedReport';
import { isIssued } from './reportPaper';

/**
 * Returns the template in force. A template of the kind has priority over one of any kind, the organization's own
 * over the common one, the newest over older ones.
 */
async function templateFor(tx: Orm, kind: ReportKind, organizationId: number | null): Promise<number | null> {
  const { id, kind: moduleKind, organizationId: owner } = reportModuleTable;
  const isCommon = isNull(owner);
  const modules = await tx
    .select({ id, of: moduleKind, owner })
    .from(reportModuleTable)
    .where(
      and(
        eq(reportModuleTable.state, 'published'),
        isNull(reportModuleTable.deleteTime),
        or(isNull(moduleKind), eq(moduleKind, kind)),
        organizationId === null ? isCommon : or(isCommon, eq(owner, organizationId)),
      ),
    )
    .orderBy(desc(id));
  const fitScore = (candidate: (typeof modules)[number]): number =>
    (candidate.of === null ? 0 : 2) + (candidate.owner === null ? 0 : 1);
  return (
    modules.reduce<(typeof modules)[number] | null>(
      (bestModule, candidate) =>
        bestModule === null || fitScore(candidate) > fitScore(bestModule) ? candidate : bestModule,
      null,
    )?.id ?? null
  );
}

const newVerifyCode = (): string => randomBytes(18).toString('base64url');

async function unitOfProject(tx: Orm, project: StoredProject): Promise<{ unitName: string }> {
  const [unit] = await tx
    .select({ unitName: inspectUnitTable.unitName })
    .from(inspectUnitTable)
    .where(eq(inspectUnitTable.id, project.belongInspect));
  return { unitName: unit?.unitName ?? '' };
}

/**
 * Begins a project's report with the next number.
 * @throws Refusal 404; 409 before its stage, or if the project has a report
 */
export async function beginReport(
  { services, registry }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  projectId: number,
): Promise<AnyRow> {
  const project = await projectOf(tx, registry, call, projectId, 'update');
  const existingReport = await currentReport(tx, project.id);
  if (existingReport) throw conflict(reportTexts.exists(String(existingReport.reportNo)), 'exists');
  if (project.stage !== 'reporting') throw conflict(reportTexts.notReporting, 'wrongStage');
  const { organizationId } = project;
  if (organizationId === null) throw conflict(reportTexts.ownerless);
  const { unitName } = await unitOfProject(tx, project);
  const kind = reportKindOf(project);
  const day = formatDay(services.now(), services.env.zone);
  const draft = {
    reportNo: await nextNumber(tx, organizationId, 'report', { day, type: project.type }),
    title: titleOfReport(kind, unitName, day.slice(0, 4)),
    project: project.id,
    unitName,
    kind,
    assess: kind === 'periodic' || isEvaluationReport(kind),
    template: await templateFor(tx, kind, organizationId),
    verifyCode: newVerifyCode(),
  };
  return insertRow(
    { services, registry, resource: registry.named('report'), call },
    tx,
    draft,
    { action: 'add' },
    organizationId,
  );
}

/**
 * Performs 更正报告: begins the report that will replace an issued one. The issued report stays valid until then.
 * @throws Refusal 404; 409 unless the report is in force, or if a correction is open
 */
export async function beginCorrection(
  { services, registry }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  id: number,
  reason: string,
): Promise<AnyRow> {
  const storedReport = await visibleReport(tx, registry, call, id);
  const project = await projectOf(tx, registry, call, Number(storedReport.project), 'update');
  await lockReport(tx, registry, call, id);
  // The report is read again after locking, because it may have been voided or replaced meanwhile.
  const issuedReport = await visibleReport(tx, registry, call, id);
  if (!isIssued(issuedReport) || issuedReport.state === 'corrected' || issuedReport.state === 'voided')
    throw conflict(reportTexts.notIssued, 'wrongState');
  const [openCorrection] = await tx
    .select({ no: reportTable.reportNo })
    .from(reportTable)
    .where(and(eq(reportTable.previous, issuedReport.id), isNull(reportTable.deleteTime)));
  if (openCorrection) throw conflict(reportTexts.correctionOpen(String(openCorrection.no)), 'exists');
  const revision = (issuedReport.revision ?? 0) + 1;
  const baseNumber = String(issuedReport.reportNo).replace(/-G\d+$/, '');
  const [countRow] = await tx
    .select({ found: count() })
    .from(reportTable)
    .where(eq(reportTable.reportNo, `${baseNumber}-G${revision}`));
  // The correction uses the current name of the unit.
  const { unitName } = await unitOfProject(tx, project);
  const draft = {
    reportNo: `${baseNumber}-G${revision + (countRow?.found ?? 0)}`,
    title: issuedReport.unitName ? issuedReport.title.replace(issuedReport.unitName, unitName) : issuedReport.title,
    project: issuedReport.project,
    unitName,
    kind: issuedReport.kind,
    assess: issuedReport.assess,
    template: issuedReport.template,
    authorPart: issuedReport.authorPart,
    verifyCode: newVerifyCode(),
    revision,
    previous: issuedReport.id,
    correctionReason: reason,
    ...Object.fromEntries(writtenSections.map((section) => [section, issuedReport[section]])),
  };
  return insertRow(
    { services, registry, resource: registry.named('report'), call },
    tx,
    draft,
    { action: 'add' },
    issuedReport.organizationId,
  );
}
