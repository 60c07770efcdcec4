import { and, eq, isNull, like, min, sql } from 'drizzle-orm';
import { fixedDictionaries } from '@contract/dictionaries';
import { noPicturesConfirmed } from '@contract/features/conformity/forms/contractForms';
import { bulkSampleItems } from '@contract/features/conformity/forms/fieldForms';
import type { FormTables } from '@contract/features/conformity/forms/formTable';
import { unknownMaterials } from '@contract/features/conformity/forms/surveyForms';
import { type MissingSheet, type SheetStep, sheetsOfService } from '@contract/features/projects/projectProcedure';
import { projectTexts } from '@contract/features/projects/projectTexts';
import { isEvaluation, type ServiceKind } from '@contract/features/projects/serviceKind';
import type { Orm } from '@server/db/orm';
import { archiveReasonTable, labSheetTable, projectTable, serviceFormTable } from '@server/db/schema';
import { conflict } from '@server/http/errors';
import { isCompletedSheet, type SheetKind } from './completedSheets';

/** Returns a missing sheet, with what it must be about. */
const missingSheet = (kind: SheetKind, about?: string): MissingSheet => {
  const label = fixedDictionaries.serviceFormKind.find(({ value }) => value === kind)?.label ?? kind;
  return { kind, label: about ? `${label}：${about}` : label };
};

/** Sheets that a step asks for once the organization signs such sheets, by the key of the step. */
const sheetsBefore: Readonly<Partial<Record<SheetStep, readonly SheetKind[]>>> = {
  passContract: ['contractReviewSheet'],
  endSurvey: ['surveyConfirmation'],
  approvePlan: ['planReviewSheet', 'clientConfirmation'],
  endSampling: ['fieldCheck'],
  signReport: ['reportReviewSheet', 'issueSheet'],
  archive: ['handOutSheet', 'regularArchive'],
};

/** Sheets of a regular check that an evaluation replaces by its own (N.2 by N.3, N.5 by N.6, I.1 by its own list). */
const ofChecks: ReadonlySet<SheetKind> = new Set(['planReviewSheet', 'reportReviewSheet', 'regularArchive']);

type ProjectFacts = Pick<typeof projectTable.$inferSelect, 'id' | 'organizationId' | 'createTime' | 'service'>;

async function isSigned(orm: Orm, kind: SheetKind, projectId: number): Promise<boolean> {
  const [ownForm] = await orm
    .select({ id: serviceFormTable.id })
    .from(serviceFormTable)
    .where(isCompletedSheet({ kind, project: projectId }))
    .limit(1);
  return ownForm !== undefined;
}

/** Day from which GBZ 331-2024 is in force. */
const normInForce = new Date('2025-05-01T00:00:00+08:00');

/**
 * Returns sheet F.3 where a material of unknown composition in the signed table C.2 has no qualitative
 * analysis yet (GBZ 331-2024 5.2.4.2 a).
 */
async function analysisMissing(orm: Orm, projectId: number): Promise<MissingSheet[]> {
  const { tables, values } = serviceFormTable;
  const surveys = await orm
    .select({ tables })
    .from(serviceFormTable)
    .where(isCompletedSheet({ kind: 'surveyMaterials', project: projectId }));
  const materials = surveys.flatMap((survey) => unknownMaterials((survey.tables ?? {}) as FormTables));
  if (!materials.length) return [];
  const analyses = await orm
    .select({ item: sql<string | null>`${values} ->> 'item'` })
    .from(serviceFormTable)
    .where(isCompletedSheet({ kind: 'bulkSample', project: projectId }));
  return analyses.some(({ item }) => item === bulkSampleItems.organics)
    ? []
    : [missingSheet('bulkSample', [...new Set(materials)].join('、'))];
}

/** Reasons for missing pictures that name a secret, or a unit that allows no pictures. */
const secrecyPattern = '密|(不|未|禁).{0,3}(拍|摄)';

/**
 * Returns sheet D.1 where pictures are missing for secrecy and the inspected unit has not confirmed it in writing (GBZ
 * 331-2024 5.2.3.1 c, 5.2.6.2.1).
 */
async function secrecyUnconfirmed(orm: Orm, projectId: number): Promise<MissingSheet[]> {
  const { key, reason, projectId: reasonProject } = archiveReasonTable;
  const [secretReason] = await orm
    .select({ key })
    .from(archiveReasonTable)
    .where(and(eq(reasonProject, projectId), like(key, 'pictures-%'), sql`${reason} ~ ${secrecyPattern}`))
    .limit(1);
  if (!secretReason) return [];
  const [confirmed] = await orm
    .select({ id: serviceFormTable.id })
    .from(serviceFormTable)
    .where(
      and(
        isCompletedSheet({ kind: 'clientConfirmation', project: projectId }),
        sql`${serviceFormTable.values} ->> 'what' = ${noPicturesConfirmed}`,
      ),
    )
    .limit(1);
  return confirmed ? [] : [missingSheet('clientConfirmation', noPicturesConfirmed)];
}

/**
 * Returns the missing sheets that a step asks for because of the project's work: results of a
 * subcontractor need the approval of the subcontract, with the client's consent, before the report is signed (GBZ
 * 331-2024 4.3); a material of unknown composition needs its qualitative analysis before the plan is approved; pictures
 * that secrecy forbids need the unit's confirmation before the archive is closed.
 */
async function missingForWork(
  orm: Orm,
  { id, createTime }: Pick<ProjectFacts, 'id' | 'createTime'>,
  sheetStep: SheetStep,
): Promise<readonly MissingSheet[]> {
  if (createTime < normInForce) return [];
  if (sheetStep === 'approvePlan') return analysisMissing(orm, id);
  if (sheetStep === 'archive') return secrecyUnconfirmed(orm, id);
  if (sheetStep !== 'signReport' || (await isSigned(orm, 'subcontract', id))) return [];
  const [outsourced] = await orm
    .select({ id: labSheetTable.id })
    .from(labSheetTable)
    .where(
      and(eq(labSheetTable.project, id), eq(labSheetTable.methodKind, 'outsourced'), isNull(labSheetTable.deleteTime)),
    )
    .limit(1);
  return outsourced ? [missingSheet('subcontract')] : [];
}

/**
 * Returns the signed sheets that a project lacks for a step (GBZ 331-2024 appendix N, figures B.2 and
 * B.3). An evaluation always needs the sheets of its procedure. An organization's first sheet of any other kind makes
 * this kind required for every project created later; earlier projects do not need it.
 */
export async function missingSheets(
  orm: Orm,
  { id, organizationId, createTime, service }: ProjectFacts,
  sheetStep: SheetStep,
): Promise<MissingSheet[]> {
  if (organizationId === null) return [];
  const sheets: MissingSheet[] = [];
  for (const kind of sheetsOfService(service as ServiceKind | null, sheetStep))
    if (!(await isSigned(orm, kind, id))) sheets.push(missingSheet(kind));
  sheets.push(...(await missingForWork(orm, { id, createTime }, sheetStep)));
  for (const kind of sheetsBefore[sheetStep] ?? []) {
    if (isEvaluation(service) && ofChecks.has(kind)) continue;
    const [first] = await orm
      .select({ at: min(serviceFormTable.createTime) })
      .from(serviceFormTable)
      .where(and(isCompletedSheet({ kind }), eq(serviceFormTable.organizationId, organizationId)));
    if (!first?.at || createTime < first.at) continue;
    if (!(await isSigned(orm, kind, id))) sheets.push(missingSheet(kind));
  }
  return sheets;
}

/** Returns the signed sheets that the project of an id lacks for a step. */
export async function sheetsMissingFor(orm: Orm, projectId: number, step: SheetStep): Promise<MissingSheet[]> {
  const [project] = await orm.select().from(projectTable).where(eq(projectTable.id, projectId));
  return project ? missingSheets(orm, project, step) : [];
}

/**
 * Requires the signed sheets of a project before a step.
 * @param action name of the step in words, e.g. 通过合同评审
 * @throws Refusal 409
 */
export async function assertSheets(tx: Orm, projectId: number, step: SheetStep, action: string): Promise<void> {
  const labels = (await sheetsMissingFor(tx, projectId, step)).map(({ label }) => label);
  if (labels.length) throw conflict(projectTexts.sheetMissing(labels.join('”“'), action), 'sheetMissing');
}

/**
 * Refuses to publish or submit content that a signed contract review declares secret (GBZ 331-2024 4.2.3).
 * @param action the refused action, e.g. 公示
 * @throws Refusal 409 with the basis of the secret
 */
export async function assertNotSecret(orm: Orm, projectId: number, action: string): Promise<void> {
  const [secret] = await orm
    .select({ no: serviceFormTable.formNo, reason: sql<string>`${serviceFormTable.values} ->> 'secrecyReason'` })
    .from(serviceFormTable)
    .where(
      and(
        isCompletedSheet({ kind: 'contractReviewSheet', project: projectId }),
        sql`${serviceFormTable.values} ->> 'secrecy' like '是%'`,
      ),
    )
    .limit(1);
  if (secret) throw conflict(projectTexts.secret(secret.no ?? '', secret.reason, action), 'secret');
}
