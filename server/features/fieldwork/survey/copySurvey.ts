import { and, asc, eq, isNull } from 'drizzle-orm';
import { siteHazard } from '@contract/features/fieldwork/entities/siteHazard';
import { surveyFile } from '@contract/features/fieldwork/entities/surveyFile';
import { surveyTexts } from '@contract/features/fieldwork/plan/planTexts';
import type { CopyResult } from '@contract/features/fieldwork/survey/surveyWire';
import type { CopySurvey } from '@contract/features/fieldwork/survey/surveyWire';
import { surveyStages } from '@contract/features/projects/editableStages';
import { permissionOf, mayAny } from '@contract/permissions';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { type OperationContext, findVisibleRows, removeRows, updateFromDraft } from '@server/crud/operations';
import { wireColumns } from '@server/crud/presentRows';
import type { Registry } from '@server/crud/resource';
import { once } from '@server/crud/runOnce';
import { changeEvents } from '@server/crud/storedValues';
import type { Orm } from '@server/db/orm';
import { siteHazardTable, siteSurveyTable, surveyFileTable } from '@server/db/schema';
import { publishedTemplate } from '@server/features/library/templates/publishedTemplates';
import { assertEditableStage } from '@server/features/projects/projectPart';
import { projectOf, type StoredProject } from '@server/features/projects/projectStage';
import { lockedHead } from '@server/features/projects/surveyAndPlanHeads';
import { conflict, forbidden, invalid } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import { addProjectRows } from '../addProjectRows';
import { ofSurvey } from './policy';

/** Fields of the head that are copied where they are still empty. */
const copiedFields = [
  'product',
  'workers',
  'shiftSystem',
  'designTemperature',
  'process',
  'materials',
  'layout',
  'unit',
] as const;

interface CopySource {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly files: readonly Readonly<Record<string, unknown>>[];
  readonly head: Readonly<Record<string, unknown>>;
}

const ofProject = (
  table: typeof siteHazardTable | typeof surveyFileTable | typeof siteSurveyTable,
  projectId: number,
) => and(eq(table.project, projectId), isNull(table.deleteTime));

async function earlierSurvey(
  tx: Orm,
  registry: Registry,
  call: Call<CopySurvey>,
  project: StoredProject,
  from: number,
): Promise<CopySource> {
  if (from === project.id) throw conflict(surveyTexts.sameProject);
  const source = await projectOf(tx, registry, call, from);
  if (source.belongInspect !== project.belongInspect) throw conflict(surveyTexts.otherUnit);
  const [rows, files, [head]] = [
    await tx
      .select(wireColumns(registry.named('siteHazard')))
      .from(siteHazardTable)
      .where(ofProject(siteHazardTable, from))
      .orderBy(asc(siteHazardTable.rowSort), asc(siteHazardTable.id)),
    call.body.files
      ? await tx
          .select(wireColumns(registry.named('surveyFile')))
          .from(surveyFileTable)
          .where(and(ofProject(surveyFileTable, from), ofSurvey))
          .orderBy(asc(surveyFileTable.rowSort), asc(surveyFileTable.id))
      : [],
    await tx.select().from(siteSurveyTable).where(ofProject(siteSurveyTable, from)),
  ] as const;
  return {
    rows,
    files,
    head: { ...Object.fromEntries(copiedFields.map((name) => [name, head?.[name] ?? null])), copiedFrom: from },
  };
}

/** Fills empty fields of the head, and always stores their source. */
async function fillHead(
  context: OperationContext,
  tx: Orm,
  headId: number,
  givenFields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const [before] = await findVisibleRows(context, tx, [headId], true);
  if (!before) return;
  const changes = Object.fromEntries(
    Object.entries(givenFields).filter(
      ([name, value]) =>
        value !== null &&
        (name === 'copiedFrom' || name === 'template' || before[name] === null || before[name] === ''),
    ),
  );
  if (!Object.keys(changes).length) return;
  await updateFromDraft(context, tx, before, { project: before.project, ...changes });
  const [after] = await findVisibleRows(context, tx, [headId], false);
  if (after)
    await recordAudit(tx, actorOf(context.call), changeEvents(context.resource, 'copy', before, after, changes));
}

const pickFields = (
  fields: Readonly<Record<string, unknown>>,
  row: Readonly<Record<string, unknown>>,
  projectId: number,
) => ({
  ...Object.fromEntries(Object.keys(fields).flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]]))),
  project: projectId,
  rowSort: null,
});

/** Returns what the request asks to copy: the survey of another project, or a template. */
async function sourceOf(
  services: Services,
  registry: Registry,
  tx: Orm,
  call: Call<CopySurvey>,
  project: StoredProject,
): Promise<CopySource> {
  const { from, template } = call.body;
  if (from !== undefined) return earlierSurvey(tx, registry, call, project, from);
  const templateContext = { orm: tx, registry, viewer: call.viewer, zone: services.env.zone };
  const { rows } = await publishedTemplate(templateContext, 'siteSurveyModule', Number(template));
  return { rows, files: [], head: { template } };
}

/**
 * Removes the rows of the survey if they are to be replaced.
 * @returns number of removed rows
 * @throws Refusal 409 `rowsExist` if there are rows and the request does not say what becomes of them
 */
async function clearedRows(
  rowDesk: OperationContext,
  tx: Orm,
  projectId: number,
  mode: CopySurvey['mode'],
): Promise<number> {
  const presentRows = await tx
    .select({ id: siteHazardTable.id })
    .from(siteHazardTable)
    .where(ofProject(siteHazardTable, projectId));
  if (presentRows.length && !mode) throw conflict(surveyTexts.rowsExist(presentRows.length), 'rowsExist');
  if (mode !== 'replace' || !presentRows.length) return 0;
  const ids = presentRows.map(({ id }) => id);
  const removedRows = await findVisibleRows(rowDesk, tx, ids, true);
  await removeRows(rowDesk, tx, removedRows);
  return removedRows.length;
}

/**
 * Starts a survey from an earlier one of the same unit or from a template. Existing rows are never overwritten: they
 * stay (`append`), are all removed (`replace`), or prevent the copy until a mode is given.
 * @throws Refusal 400 unless exactly one source is named; 403; 409 for an empty source, or `rowsExist`
 */
export function copySurvey(services: Services, registry: Registry, call: Call<CopySurvey>): Promise<CopyResult> {
  const { project: projectId, mode } = call.body;
  if ((call.body.from === undefined) === (call.body.template === undefined))
    throw invalid([{ field: 'from', message: surveyTexts.chooseOne }]);
  const hasPermission = (permission: string) => mayAny(call.viewer.permissions, [permission]);
  // The call itself requires `add` of the rows.
  // refusal: replaces
  if (mode === 'replace' && !hasPermission(permissionOf(siteHazard, 'del'))) throw forbidden();
  // refusal: addsFiles
  if (call.body.files && !hasPermission(permissionOf(surveyFile, 'add'))) throw forbidden();
  const contextOf = (name: string): OperationContext => ({ services, registry, resource: registry.named(name), call });
  return services.database.transaction((tx) =>
    once(tx, call, async () => {
      await projectOf(tx, registry, call, projectId);
      // Two people may copy at once, so the head serves as their common lock.
      const head = await lockedHead(services, registry, tx, call, 'siteSurvey', projectId);
      const project = await assertEditableStage(tx, registry, call, projectId, surveyStages);
      const source = await sourceOf(services, registry, tx, call, project);
      if (!source.rows.length) throw conflict(surveyTexts.nothingToCopy);
      const rowDesk = contextOf('siteHazard');
      const removedCount = await clearedRows(rowDesk, tx, projectId, mode);
      const wordProblem = (row: Readonly<Record<string, unknown>>) =>
        surveyTexts.hazardGone([row.workshop, row.post].filter(Boolean).join(' '));
      const addResult = await addProjectRows(
        rowDesk,
        tx,
        source.rows.map((row) => pickFields(siteHazard.fields, row, projectId)),
        project.organizationId,
        wordProblem,
      );
      const files = source.files.length
        ? await addProjectRows(
            contextOf('surveyFile'),
            tx,
            source.files.map((row) => pickFields(surveyFile.fields, row, projectId)),
            project.organizationId,
            (row, message) => `${String(row.title)}：${message}`,
          )
        : { rows: [], problems: [] };
      await fillHead(contextOf('siteSurvey'), tx, head.id, source.head);
      return {
        added: addResult.rows.length,
        removed: removedCount,
        files: files.rows.length,
        problems: [...addResult.problems, ...files.problems],
      };
    }),
  );
}
