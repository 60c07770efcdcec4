import { and, eq, isNull, ne } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { formOf } from '@contract/features/conformity/forms/allServiceForms';
import { type FormTables, withRowNumbers, withTableRows } from '@contract/features/conformity/forms/formTable';
import type { ServiceForm } from '@contract/features/conformity/forms/serviceForm';
import type { SheetStep } from '@contract/features/projects/projectProcedure';
import { formMoves } from '@server/app/effectsBetweenSubjects';
import { registry } from '@server/app/resources';
import { serviceFormTable } from '@server/db/schema';
import { movedForm } from '@server/features/conformity/forms/moves';
import type { DemoSheet } from './evaluationSheets';
import type { PlayedProject } from './playedProject';

// Plays the sheets of an evaluation: filled by the project head, signed by two or three people.

const movesOf = { 2: ['handIn', 'confirm'], 3: ['handIn', 'second', 'third'] } as const;

/** Returns who makes which move of a sheet: the project head where the sheet names that person. */
function signingsOf({ signers }: ServiceForm): readonly (readonly [userName: string, move: string])[] {
  const otherParts = [signers.some(({ part }) => part === 'leader') ? 'reporter' : 'field', 'reviewer', 'quality'];
  return movesOf[signers.length].map((move, index) => [
    signers[index]?.part === 'leader' ? 'field' : (otherParts[index] ?? 'quality'),
    move,
  ]);
}

const tablesOf = ({ tables = {} }: DemoSheet): FormTables =>
  Object.entries(tables).reduce<FormTables>(
    (filledTables, [key, rows]) => withTableRows(filledTables, { key }, withRowNumbers(rows)),
    {},
  );

/**
 * Signs the sheets that a step needs, on the evening of its day. A sheet that is signed already stays.
 * @param day `YYYY-MM-DD`; also the date that a sheet leaves open
 */
export async function playSheets(
  { actors, script, project }: PlayedProject,
  sheetStep: SheetStep,
  day: string,
): Promise<void> {
  const movedEntity = movedForm(registry);
  for (const sheet of script.sheets?.[sheetStep] ?? []) {
    const form = formOf(sheet.kind);
    if (!form) throw new Error(`no sheet ${sheet.kind}`);
    const [begunForm] = await actors.services.database.orm
      .select({ id: serviceFormTable.id })
      .from(serviceFormTable)
      .where(
        and(
          eq(serviceFormTable.project, project),
          eq(serviceFormTable.formKind, sheet.kind),
          ne(serviceFormTable.state, 'drafting'),
          isNull(serviceFormTable.deleteTime),
        ),
      );
    if (begunForm) continue;
    actors.at(`${day} 08:10:00`);
    const values = Object.fromEntries(Object.entries(sheet.values).map(([key, value]) => [key, value || day]));
    const { id } = await actors.ask<AnyRow>('field', 'POST', 'api/serviceForm/add', {
      formKind: sheet.kind,
      project,
      values,
      tables: tablesOf(sheet),
    });
    for (const [userName, move] of signingsOf(form)) await actors.sign(userName, movedEntity, formMoves, id, move);
  }
}
