import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import { project } from '@contract/features/projects/entities/project';
import { projectNameOf } from '@contract/features/projects/newProject';
import type { AnalysedRow } from '@contract/workbook/readTableRows';
import type { Orm } from '@server/db/orm';
import { dictDetailTable, dictTable, inspectUnitTable } from '@server/db/schema';

const header = project.fields.projectName.label;

/** Returns the labels of project types by value; an organization's own goes before the common one. */
async function typeLabels(orm: Orm, organizationId: number | null): Promise<ReadonlyMap<string, string>> {
  const rows = await orm
    .select({ value: dictDetailTable.value, label: dictDetailTable.label, owner: dictDetailTable.organizationId })
    .from(dictDetailTable)
    .innerJoin(dictTable, eq(dictTable.id, dictDetailTable.dict))
    .where(
      and(
        eq(dictTable.name, 'projectType'),
        isNull(dictDetailTable.deleteTime),
        or(
          isNull(dictDetailTable.organizationId),
          organizationId === null ? undefined : eq(dictDetailTable.organizationId, organizationId),
        ),
      ),
    );
  return new Map(
    rows.sort((a, b) => Number(a.owner !== null) - Number(b.owner !== null)).map(({ value, label }) => [value, label]),
  );
}

const yearOf = ({ createYear, contractOn, plannedOn, dueOn }: Readonly<Record<string, unknown>>): string | null => {
  const firstDay = [createYear, contractOn, plannedOn, dueOn].find(
    (value) => value !== null && value !== undefined && value !== '',
  );
  return firstDay === undefined ? null : String(firstDay).slice(0, 4);
};

/**
 * Fills in missing project names in the rows of an import: unit, year and type. A row without a day keeps its error,
 * because its year is unknown.
 */
export async function completeProjectNames(
  orm: Orm,
  rows: readonly AnalysedRow[],
  organizationId: number | null,
): Promise<AnalysedRow[]> {
  const rowsWithoutName = rows.filter(({ draft }) => !draft.projectName && typeof draft.belongInspect === 'number');
  if (!rowsWithoutName.length) return [...rows];
  const units = await orm
    .select({ id: inspectUnitTable.id, name: inspectUnitTable.unitName })
    .from(inspectUnitTable)
    .where(inArray(inspectUnitTable.id, [...new Set(rowsWithoutName.map(({ draft }) => Number(draft.belongInspect)))]));
  const names = new Map(units.map(({ id, name }) => [id, name]));
  const types = await typeLabels(orm, organizationId);
  return rows.map((row) => {
    const { draft } = row;
    const [unit, type, year] = [names.get(Number(draft.belongInspect)), types.get(String(draft.type)), yearOf(draft)];
    if (draft.projectName || !unit || !type || !year) return row;
    const projectName = projectNameOf(unit, year, type);
    return {
      ...row,
      draft: { ...draft, projectName },
      cells: { ...row.cells, [header]: projectName },
      errors: row.errors.filter((error) => error.header !== header),
    };
  });
}
