import type { AnyRow } from '@contract/entity';
import { samplePlan } from '@contract/features/fieldwork/entities/samplePlan';
import { sampleSiteHazard } from '@contract/features/fieldwork/entities/sampleSiteHazard';
import { notTestedMap, notTestedOf } from '@contract/features/fieldwork/plan/notTested';
import { placeOfSurvey, type PlanRowFact, type SurveyFact } from '@contract/features/fieldwork/plan/planFacts';
import { planFromSurvey } from '@contract/features/fieldwork/plan/planFromSurvey';
import { planTexts, surveyRowText } from '@contract/features/fieldwork/plan/planTexts';
import type { GeneratePlan } from '@contract/features/fieldwork/plan/planWire';
import { untestedHazards } from '@contract/features/fieldwork/plan/untestedHazards';
import type { CopyResult } from '@contract/features/fieldwork/survey/surveyWire';
import { planningStages } from '@contract/features/projects/editableStages';
import { mayAny, permissionOf } from '@contract/permissions';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { formatDay } from '@server/base/zone';
import { type OperationContext, findVisibleRows, removeRows, updateFromDraft } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { once } from '@server/crud/runOnce';
import { changeEvents } from '@server/crud/storedValues';
import type { Orm } from '@server/db/orm';
import { publishedTemplate } from '@server/features/library/templates/publishedTemplates';
import { assertEditableStage } from '@server/features/projects/projectPart';
import { projectOf } from '@server/features/projects/projectStage';
import { lockedHead } from '@server/features/projects/surveyAndPlanHeads';
import { conflict, forbidden } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import { addProjectRows } from '../addProjectRows';
import { planSources } from './planFacts';

type RowDrafts = readonly Readonly<Record<string, unknown>>[];

/**
 * Returns drafts from a template. A row gets its people and hours from the surveyed post with the same hazard and
 * name.
 */
function fromTemplate(rows: readonly AnyRow[], survey: readonly SurveyFact[]): RowDrafts {
  return rows.map((row) => {
    const source = survey.find(
      (surveyRow) =>
        surveyRow.hazard === row.hazard &&
        [placeOfSurvey(surveyRow), surveyRow.post, surveyRow.place].includes(String(row.place)),
    );
    const fields = Object.fromEntries(
      Object.keys(sampleSiteHazard.fields).flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])),
    );
    return {
      ...fields,
      ...(source
        ? {
            siteHazardId: source.id,
            workshop: source.workshop,
            hoursPerDay: source.hoursPerDay,
            workers: source.workers,
          }
        : {}),
    };
  });
}

/**
 * Stores the number of sampling days and the template in the head of the plan, the project's only row of
 * `samplePlan`.
 */
async function changeHead(
  context: OperationContext,
  tx: Orm,
  id: number,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const [before] = await findVisibleRows(context, tx, [id], true);
  if (!before) return;
  await updateFromDraft(context, tx, before, { project: before.project, ...changes });
  const [after] = await findVisibleRows(context, tx, [id], false);
  if (after)
    await recordAudit(tx, actorOf(context.call), changeEvents(context.resource, 'edit', before, after, changes));
}

/**
 * Fills a plan from its survey and the libraries, or from a template. `append` keeps all existing rows, and adds from
 * a survey only hazards that are not covered yet; `replace` removes all rows first; without a mode, existing rows
 * cause 409 `rowsExist`.
 * @throws Refusal 403 for `replace` without the permission to delete rows; 409 `rowsExist`, or without a survey
 */
export function generatePlan(services: Services, registry: Registry, call: Call<GeneratePlan>): Promise<CopyResult> {
  const { project: projectId, template, mode, peaks = false } = call.body;
  // The route already requires `add`. `replace` also deletes rows.
  if (mode === 'replace' && !mayAny(call.viewer.permissions, [permissionOf(sampleSiteHazard, 'del')]))
    throw forbidden();
  const context: OperationContext = { services, registry, resource: registry.named(sampleSiteHazard.name), call };
  return services.database.transaction((tx) =>
    once(tx, call, async () => {
      await projectOf(tx, registry, call, projectId);
      // Two people may generate at once, so the head serves as their common lock.
      const head = await lockedHead(services, registry, tx, call, 'samplePlan', projectId);
      const project = await assertEditableStage(tx, registry, call, projectId, planningStages);
      const sources = await planSources(tx, project, formatDay(services.now(), services.env.zone));
      if (sources.rows.length && !mode) throw conflict(planTexts.rowsExist(sources.rows.length), 'rowsExist');
      const chosenTemplate =
        template === undefined
          ? undefined
          : await publishedTemplate(
              { orm: tx, registry, viewer: call.viewer, zone: services.env.zone },
              'cyfaModule',
              template,
            );
      if (!chosenTemplate && !sources.survey.length) throw conflict(planTexts.noSurvey);
      const removedRows =
        mode === 'replace' && sources.rows.length
          ? await findVisibleRows(
              context,
              tx,
              sources.rows.map(({ id }) => id),
              true,
            )
          : [];
      if (removedRows.length) await removeRows(context, tx, removedRows);
      const existingRows = removedRows.length ? [] : sources.rows;
      const { rows: drafts, problems } = chosenTemplate
        ? { rows: fromTemplate(chosenTemplate.rows, sources.survey), problems: [] }
        : planFromSurvey({ ...sources, existing: existingRows, peaks });
      const nameOf = (id: unknown) =>
        sources.hazards.get(Number(id))?.name ??
        String(chosenTemplate?.rows.find(({ hazard }) => hazard === id)?.hazardName ?? '');
      const addResult = await addProjectRows(
        context,
        tx,
        drafts.map((draft) => ({ ...draft, project: projectId, rowSort: null })),
        project.organizationId,
        (draft, message) =>
          `${surveyRowText((draft.workshop as string | undefined) ?? null, String(draft.place), nameOf(draft.hazard))}：${message}`,
      );
      const days = Math.max(Number(head.days), ...addResult.rows.map((row) => Number(row.days)));
      const untestedMap = notTestedMap(
        notTestedOf({ ...sources, rows: [...existingRows, ...(drafts as PlanRowFact[])] }),
      );
      const reasons =
        head.notTested || chosenTemplate || !untestedHazards(untestedMap).length ? {} : { untested: untestedMap };
      if (days !== head.days || chosenTemplate || reasons.untested)
        await changeHead({ ...context, resource: registry.named(samplePlan.name) }, tx, head.id, {
          days,
          ...reasons,
          ...(chosenTemplate ? { template: chosenTemplate.template.id } : {}),
        });
      return {
        added: addResult.rows.length,
        removed: removedRows.length,
        problems: [...problems, ...addResult.problems],
      };
    }),
  );
}
