import { eq } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { formOf } from '@contract/features/conformity/forms/allServiceForms';
import { formDocument } from '@contract/features/conformity/forms/formDocument';
import { formMachine } from '@contract/features/conformity/forms/formMachine';
import { serviceOfType } from '@contract/features/conformity/forms/formTable';
import type { ServiceForm } from '@contract/features/conformity/forms/serviceForm';
import { getRow } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { idParam } from '@server/crud/routes';
import { inspectUnitTable, projectTable } from '@server/db/schema';
import type { Call } from '@server/http/route';
import { agencyOf, type Paper } from '@server/print/pdfRoute';
import type { Services } from '@server/services';
import { timelineOf } from '@server/workflow/stepHistory';
import { labelsOf } from './formPrefill';
import type { SheetRules } from './moves';

/**
 * Returns the paper of a form in its current state; a draft has the program's current answers.
 * @param rules rules of sheets, which know those answers
 * @throws Refusal 404 for an unknown form
 */
export async function formPaper(
  services: Services,
  registry: Registry,
  call: Call<unknown>,
  rules: SheetRules,
): Promise<Paper> {
  const { orm } = services.database;
  const row: AnyRow = await getRow(
    { services, registry, resource: registry.named('serviceForm'), call },
    idParam(call),
  );
  const form = formOf(row.formKind) as ServiceForm;
  const [project] = await orm
    .select({ name: projectTable.projectName, unit: inspectUnitTable.unitName, type: projectTable.type })
    .from(projectTable)
    .leftJoin(inspectUnitTable, eq(inspectUnitTable.id, projectTable.belongInspect))
    .where(eq(projectTable.id, Number(row.project)));
  const { steps } = await timelineOf(
    services,
    orm,
    formMachine,
    { id: row.id, state: String(row.state), organizationId: row.organizationId },
    call.viewer,
    [],
  );
  const draftedAnswers = form.answered && row.state === 'drafting' ? rules[form.key]?.answersOfDraft : undefined;
  const document = formDocument({
    agency: await agencyOf(orm, row),
    form,
    row: draftedAnswers ? { ...row, answers: await draftedAnswers(services, orm, Number(row.project)) } : row,
    unitName: project?.unit ?? '',
    projectName: project?.name ?? '',
    service: serviceOfType((await labelsOf(orm, ['projectType']))('projectType', project?.type ?? null)),
    steps,
  });
  return { row, number: String(row.formNo), document };
}
