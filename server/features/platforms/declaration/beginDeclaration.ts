import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { phoneOf } from '@contract/features/customers/entities/inspectUnit';
import {
  countsOf,
  pointCountsOf,
  rowsOf,
  type SurveyedHazard,
} from '@contract/features/platforms/declaration/fillDeclaration';
import { declarationTexts } from '@contract/features/platforms/declarationTexts';
import { declaration } from '@contract/features/platforms/entities/declaration';
import type { CrudContext } from '@server/crud/crudContext';
import { type OperationContext, insertRow } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { scopeOf } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import {
  declarationRowTable,
  declarationTable,
  hazardTable,
  inspectUnitTable,
  organizationTable,
  projectTable,
  reportTable,
  siteHazardTable,
  siteSurveyTable,
} from '@server/db/schema';
import { frozenContent } from '@server/features/reports/movedReport';
import { conflict, invalid, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';

type StoredUnit = typeof inspectUnitTable.$inferSelect;
type StoredDeclaration = typeof declarationTable.$inferSelect;

/**
 * Returns a unit that the viewer may see.
 * @throws Refusal 404 for a unit of another organization
 */
export async function unitOf(
  orm: Orm,
  registry: Registry,
  call: Call<unknown>,
  id: number,
  lock = false,
): Promise<StoredUnit> {
  const query = orm
    .select()
    .from(inspectUnitTable)
    .where(
      and(
        eq(inspectUnitTable.id, id),
        isNull(inspectUnitTable.deleteTime),
        scopeOf(registry.named('inspectUnit'), call.viewer),
      ),
    );
  const [unitRow] = await (lock ? query.for('update') : query);
  if (!unitRow) throw notFound(declarationTexts.unitGone);
  return unitRow;
}

interface NewestSurvey {
  readonly project: number;
  readonly code: string | null;
  readonly product: string | null;
  readonly materials: string | null;
}

/** Returns the unit's newest survey with rows. */
export async function newestSurvey(orm: Orm, unitId: number): Promise<NewestSurvey | null> {
  const [p, s, h] = [projectTable, siteSurveyTable, siteHazardTable];
  const [surveyRow] = await orm
    .select({ project: p.id, code: p.code, product: s.product, materials: s.materials })
    .from(p)
    .leftJoin(s, and(eq(s.project, p.id), isNull(s.deleteTime)))
    .where(
      and(
        eq(p.belongInspect, unitId),
        isNull(p.deleteTime),
        sql`exists (select 1 from ${h} where ${h.project} = ${p.id} and ${h.deleteTime} is null)`,
      ),
    )
    .orderBy(sql`${s.surveyedOn} desc nulls last`, desc(p.id))
    .limit(1);
  return surveyRow ?? null;
}

async function surveyedRows(orm: Orm, projectId: number): Promise<SurveyedHazard[]> {
  const h = siteHazardTable;
  return orm
    .select({
      workshop: h.workshop,
      post: h.post,
      workers: h.workers,
      hazardName: hazardTable.name,
      category: hazardTable.category,
    })
    .from(h)
    .innerJoin(hazardTable, eq(hazardTable.id, h.hazard))
    .where(and(eq(h.project, projectId), isNull(h.deleteTime)))
    .orderBy(asc(h.rowSort), asc(h.id));
}

/** Returns the unit's newest issued report. */
async function newestReport(orm: Orm, unitId: number) {
  const [reportRow] = await orm
    .select({
      id: reportTable.id,
      no: reportTable.reportNo,
      on: reportTable.issuedOn,
      agency: organizationTable.name,
    })
    .from(reportTable)
    .innerJoin(projectTable, eq(projectTable.id, reportTable.project))
    .innerJoin(organizationTable, eq(organizationTable.id, reportTable.organizationId))
    .where(
      and(
        eq(projectTable.belongInspect, unitId),
        isNull(reportTable.deleteTime),
        sql`${reportTable.state} in ('issued', 'published')`,
      ),
    )
    .orderBy(desc(reportTable.issuedOn), desc(reportTable.id))
    .limit(1);
  return reportRow;
}

/**
 * Returns the fields that come from the newest issued report. Its points are counted only if it was issued in the
 * declared year.
 */
async function lastTestValues(orm: Orm, unitId: number, year: number) {
  const report = await newestReport(orm, unitId);
  const lastTested = report ? `${report.agency}，${report.no ?? ''}，${report.on ?? ''}` : null;
  const reportOfYear = report?.on?.startsWith(`${year}-`) ? report : undefined;
  const content = reportOfYear && (await frozenContent(orm, reportOfYear.id));
  return {
    lastTested,
    testedThisYear: reportOfYear !== undefined,
    testAgency: reportOfYear?.agency ?? null,
    testReportNo: reportOfYear?.no ?? null,
    ...pointCountsOf(content?.results ?? []),
  };
}

const operationContextOf = (
  { services, registry }: CrudContext,
  call: Call<unknown>,
  name: string,
): OperationContext => ({
  services,
  registry,
  resource: registry.named(name),
  call,
});

/** Returns the values and the rows of a declaration, filled from the unit and the survey. */
async function declarationFromSurvey(orm: Orm, unit: StoredUnit, survey: NewestSurvey | null, year: number) {
  const rows = survey ? await surveyedRows(orm, survey.project) : [];
  const counts = countsOf(rows);
  return {
    rows: rowsOf(rows),
    values: {
      unitName: unit.unitName,
      creditCode: unit.iuiCode,
      registeredAddress: unit.registeredAddress,
      workAddress: unit.workAddress,
      scale: unit.scale,
      industry: unit.industry,
      economicType: unit.economicType,
      phone: phoneOf(unit),
      workerCount: unit.workerCount,
      ...counts,
      exposedCount: counts.exposedCount ?? unit.exposedCount,
      product: survey?.product ?? null,
      materials: survey?.materials ?? null,
      ...(await lastTestValues(orm, unit.id, year)),
      sourceProject: survey?.project ?? null,
    },
  };
}

async function insertVersion(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  unit: StoredUnit,
  values: Readonly<Record<string, unknown>>,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<AnyRow> {
  const newDeclaration = await insertRow(
    operationContextOf(context, call, declaration.name),
    tx,
    { state: 'drafting', stageSince: context.services.now(), ...values, unit: unit.id },
    { action: 'add' },
    unit.organizationId,
  );
  for (const row of rows)
    await insertRow(
      operationContextOf(context, call, 'declarationRow'),
      tx,
      { ...row, declaration: newDeclaration.id },
      { action: 'add' },
      unit.organizationId,
    );
  return newDeclaration;
}

const versionsOf = (tx: Orm, unitId: number) =>
  tx
    .select()
    .from(declarationTable)
    .where(and(eq(declarationTable.unit, unitId), isNull(declarationTable.deleteTime)))
    .orderBy(desc(declarationTable.versionNo), desc(declarationTable.id));

const assertNoDraft = (versions: readonly StoredDeclaration[]): void => {
  const openDraft = versions.find(({ state }) => state === 'drafting');
  if (openDraft) throw conflict(declarationTexts.openDraft(openDraft.versionNo ?? 1), 'drafting');
};

/**
 * Begins a unit's first declaration, filled from its newest survey.
 * @throws Refusal 404 for a unit of another organization, 409 if the unit has a declaration
 */
export async function beginDeclaration(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  request: { unit: number; year: number },
): Promise<{ id: number; source: string | null }> {
  const unit = await unitOf(tx, context.registry, call, request.unit, true);
  const versions = await versionsOf(tx, unit.id);
  assertNoDraft(versions);
  if (versions.length) throw conflict(declarationTexts.alreadyDeclared, 'declared');
  const survey = await newestSurvey(tx, unit.id);
  const { values, rows } = await declarationFromSurvey(tx, unit, survey, request.year);
  const newVersion = await insertVersion(
    context,
    tx,
    call,
    unit,
    { ...values, declareYear: request.year, versionNo: 1, declareKind: 'first', hasOffice: false },
    rows,
  );
  return { id: newVersion.id, source: survey?.code ?? null };
}

const keptFields = ['legalPerson', 'hasOffice', 'fullTimeStaff', 'partTimeStaff', 'diseaseCount', 'phone'] as const;

/**
 * Begins another version of a declaration: unchanged, or filled again from the newest survey. Fields that a survey
 * does not contain stay.
 * @throws Refusal 400 without a reason; 409 for a declaration that was not declared
 */
export async function beginChange(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  previousVersion: StoredDeclaration,
  request: { reason: string; year: number; refill: boolean },
): Promise<{ id: number }> {
  const unit = await unitOf(tx, context.registry, call, Number(previousVersion.unit), true);
  const versions = await versionsOf(tx, unit.id);
  assertNoDraft(versions);
  if (previousVersion.state !== 'declared') throw conflict(declarationTexts.declared, 'notDeclared');
  const reason = request.reason.trim();
  if (!reason) throw invalid([{ field: 'changeReason', message: declarationTexts.reasonMissing }]);
  const keptValues = Object.fromEntries(
    Object.keys(declaration.fields).map((name) => [
      name,
      (previousVersion as unknown as Record<string, unknown>)[name],
    ]),
  );
  const oldRows = await tx
    .select()
    .from(declarationRowTable)
    .where(and(eq(declarationRowTable.declaration, previousVersion.id), isNull(declarationRowTable.deleteTime)))
    .orderBy(asc(declarationRowTable.rowSort), asc(declarationRowTable.id));
  const refilledValues = request.refill
    ? await declarationFromSurvey(tx, unit, await newestSurvey(tx, unit.id), request.year)
    : null;
  const values = {
    ...keptValues,
    ...refilledValues?.values,
    ...Object.fromEntries(keptFields.map((name) => [name, previousVersion[name]])),
  };
  const rows =
    refilledValues?.rows ??
    oldRows.map(({ rowSort, workplace, hazardName, category, exposed, exposedOnce }) => ({
      rowSort,
      workplace,
      hazardName,
      category,
      exposed,
      exposedOnce,
    }));
  const versionNo = Math.max(...versions.map((version) => version.versionNo ?? 1)) + 1;
  const newVersion = await insertVersion(
    context,
    tx,
    call,
    unit,
    {
      ...values,
      declareYear: request.year,
      versionNo,
      declareKind: 'change',
      changeReason: reason,
      previous: previousVersion.id,
      declaredOn: null,
      receiptNo: null,
      remark: null,
      state: 'drafting',
      stageSince: context.services.now(),
    },
    rows,
  );
  return { id: newVersion.id };
}
