import { and, asc, eq, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { siteHazard } from '@contract/features/fieldwork/entities/siteHazard';
import { surveyFile } from '@contract/features/fieldwork/entities/surveyFile';
import { surveyTexts } from '@contract/features/fieldwork/plan/planTexts';
import type { CopyResult } from '@contract/features/fieldwork/survey/surveyWire';
import type { CopySurvey } from '@contract/features/fieldwork/survey/surveyWire';
import { whileSurveying } from '@contract/features/projects/openWhile';
import { permissionOf, mayAny } from '@contract/permissions';
import { actorOf, recordAudit } from '@server/audit/trail';
import { once } from '@server/crud/idempotent';
import { type Desk, find, removeRows, storeChange } from '@server/crud/operations';
import { wireColumns } from '@server/crud/present';
import type { Registry } from '@server/crud/resource';
import { changeEvents } from '@server/crud/stored';
import type { Orm } from '@server/db/orm';
import { siteHazardTable, siteSurveyTable, surveyFileTable } from '@server/db/schema';
import { publishedTemplate } from '@server/features/library/templates/publishedTemplates';
import { lockedHead } from '@server/features/projects/heads';
import { assertOpenWhile } from '@server/features/projects/projectPart';
import { projectOf, type StoredProject } from '@server/features/projects/stage';
import { conflict, forbidden, invalid } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import { addRows } from '../addRows';
import { ofSurvey } from './policy';

/** Fields of the head that are copied where they are still empty. */
const kept = [
  'product',
  'workers',
  'shiftSystem',
  'designTemperature',
  'process',
  'materials',
  'layout',
  'unit',
] as const;

interface Source {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly files: readonly Readonly<Record<string, unknown>>[];
  readonly head: Readonly<Record<string, unknown>>;
}

const ofProject = (table: typeof siteHazardTable | typeof surveyFileTable | typeof siteSurveyTable, project: number) =>
  and(eq(table.project, project), isNull(table.deleteTime));

async function earlierSurvey(
  tx: Orm,
  registry: Registry,
  call: Call<CopySurvey>,
  project: StoredProject,
  from: number,
): Promise<Source> {
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
    head: { ...Object.fromEntries(kept.map((name) => [name, head?.[name] ?? null])), copiedFrom: from },
  };
}

/** Fills empty fields of the head, and always stores their source. */
async function fillHead(desk: Desk, tx: Orm, headId: number, given: Readonly<Record<string, unknown>>): Promise<void> {
  const [before] = await find(desk, tx, [headId], true);
  if (!before) return;
  const changes = Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) =>
        value !== null &&
        (name === 'copiedFrom' || name === 'template' || before[name] === null || before[name] === ''),
    ),
  );
  if (!Object.keys(changes).length) return;
  await storeChange(desk, tx, before, { project: before.project, ...changes });
  const [after] = await find(desk, tx, [headId], false);
  if (after) await recordAudit(tx, actorOf(desk.call), changeEvents(desk.resource, 'copy', before, after, changes));
}

const pick = (fields: Readonly<Record<string, unknown>>, row: Readonly<Record<string, unknown>>, project: number) => ({
  ...Object.fromEntries(Object.keys(fields).flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]]))),
  project,
  rowSort: null,
});

/**
 * Starts a survey from an earlier one of the same unit or from a template. Existing rows are never overwritten: they
 * stay (`append`), are all removed (`replace`), or prevent the copy until a mode is given.
 * @throws Refusal 400 unless exactly one source is named; 403; 409 for an empty source, or `rowsExist`
 */
export function copySurvey(services: Services, registry: Registry, call: Call<CopySurvey>): Promise<CopyResult> {
  const { project: projectId, from, template, mode } = call.body;
  if ((from === undefined) === (template === undefined))
    throw invalid([{ field: 'from', message: surveyTexts.chooseOne }]);
  const may = (permission: string) => mayAny(call.viewer.permissions, [permission]);
  // The call itself requires `add` of the rows.
  // refusal: replaces
  if (mode === 'replace' && !may(permissionOf(siteHazard, 'del'))) throw forbidden();
  // refusal: addsFiles
  if (call.body.files && !may(permissionOf(surveyFile, 'add'))) throw forbidden();
  const desk = (name: string): Desk => ({ services, registry, resource: registry.named(name), call });
  return services.database.transaction((tx) =>
    once(tx, call, async () => {
      await projectOf(tx, registry, call, projectId);
      // Two people may copy at once, so the head serves as their common lock.
      const head = await lockedHead(services, registry, tx, call, 'siteSurvey', projectId);
      const project = await assertOpenWhile(tx, registry, call, projectId, whileSurveying);
      const source: Source =
        from !== undefined
          ? await earlierSurvey(tx, registry, call, project, from)
          : {
              rows: (
                await publishedTemplate(
                  { orm: tx, registry, viewer: call.viewer, zone: services.env.zone },
                  'siteSurveyModule',
                  Number(template),
                )
              ).rows,
              files: [],
              head: { template },
            };
      if (!source.rows.length) throw conflict(surveyTexts.nothingToCopy);
      const present = await tx
        .select({ id: siteHazardTable.id })
        .from(siteHazardTable)
        .where(ofProject(siteHazardTable, projectId));
      if (present.length && !mode) throw conflict(surveyTexts.rowsExist(present.length), 'rowsExist');
      const rowDesk = desk('siteHazard');
      const leaving: AnyRow[] =
        mode === 'replace' && present.length
          ? await find(
              rowDesk,
              tx,
              present.map(({ id }) => id),
              true,
            )
          : [];
      if (leaving.length) await removeRows(rowDesk, tx, leaving);
      const told = (row: Readonly<Record<string, unknown>>) =>
        surveyTexts.hazardGone([row.workshop, row.post].filter(Boolean).join(' '));
      const added = await addRows(
        rowDesk,
        tx,
        source.rows.map((row) => pick(siteHazard.fields, row, projectId)),
        project.organizationId,
        told,
      );
      const files = source.files.length
        ? await addRows(
            desk('surveyFile'),
            tx,
            source.files.map((row) => pick(surveyFile.fields, row, projectId)),
            project.organizationId,
            (row, message) => `${String(row.title)}：${message}`,
          )
        : { rows: [], problems: [] };
      await fillHead(desk('siteSurvey'), tx, head.id, source.head);
      return {
        added: added.rows.length,
        removed: leaving.length,
        files: files.rows.length,
        problems: [...added.problems, ...files.problems],
      };
    }),
  );
}
