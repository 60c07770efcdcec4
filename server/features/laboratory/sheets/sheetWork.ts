import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import type { AnyRow } from '@contract/entity';
import { type LabWork, type LabWorkRow, resultsOf } from '@contract/features/laboratory/sheets/labWork';
import type { CrudContext } from '@server/crud/crudContext';
import { presentRows, wireColumns } from '@server/crud/presentRows';
import { withIds } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { otherNamesOf } from '@server/features/library/hazards/otherNames';
import { methodItemOf } from '@server/features/library/methods/methodItems';
import type { Call } from '@server/http/route';
import { frozenRecord } from './frozenRecord';
import { groupOf } from './group/groupMembers';
import { determinationOf } from './limitOrigin';
import { sheetLockReason, visibleSheet } from './openSheet';
import { efficienciesOf } from './sheetEfficiencies';
import { factRows, otherBlanksOf, tubesOf } from './sheetRows';

/**
 * Returns the rows that a record refers to, regardless of the reader's permissions: a reviewer sees the lot of the
 * standard without the permission for stock.
 */
async function rowsOf(
  { services, registry }: CrudContext,
  orm: Orm,
  name: string,
  ids: readonly number[],
): Promise<AnyRow[]> {
  const resource = registry.named(name);
  if (!ids.length) return [];
  return presentRows(
    orm,
    registry,
    resource,
    await orm.select(wireColumns(resource)).from(resource.table).where(withIds(resource, ids)),
    services.env.zone,
  );
}

/** Returns the stored rows of a record. */
export async function workRows(orm: Orm, sheetId: number): Promise<LabWorkRow[]> {
  return (await factRows(orm, sheetId)).map(({ stored, ...facts }) => {
    const {
      id,
      version,
      task,
      sampleNo,
      rowSort,
      remark,
      overrideText,
      overrideReason,
      concentration,
      reportText,
      resultNum,
      censored,
      unit,
      minimum,
      computed,
      notes,
      problem,
    } = stored;
    return {
      ...facts,
      id,
      version,
      task,
      sampleNo,
      rowSort,
      remark,
      overrideText,
      overrideReason,
      concentration,
      reportText,
      resultNum,
      censored,
      unit,
      minimum,
      computed: computed ?? {},
      notes,
      problem,
    };
  });
}

/**
 * Returns the working of each result, derived from the input of its calculation. It is stored only when the record is
 * submitted: for ten thousand rows it was three quarters of the stored data.
 */
function workingsOf(
  work: Parameters<typeof resultsOf>[0],
  rows: readonly LabWorkRow[],
): (row: LabWorkRow) => string | null {
  const calculation = outcomeOfCalculation(() => resultsOf(work, rows));
  const workingById = new Map(
    calculation.ok
      ? calculation.value.rows.flatMap((row): [string | number, string][] => {
          const rowWorking = row.state === 'done' ? row.working() : null;
          return rowWorking ? [[row.id, JSON.stringify(rowWorking)]] : [];
        })
      : [],
  );
  return ({ id }) => workingById.get(id) ?? null;
}

/** Returns a row that a record refers to; deleted rows stay in their table as long as the record refers to them. */
async function rowOf(context: CrudContext, orm: Orm, name: string, id: number): Promise<AnyRow> {
  const [row] = await rowsOf(context, orm, name, [id]);
  return row as AnyRow;
}

// State and versions change after a record was submitted; its content does not.
const currentPartOf = ({ state, version, updateBy, updateTime }: LabWork['sheet']) => ({
  state,
  version,
  updateBy,
  updateTime,
});

/**
 * Returns everything that a page about one record shows; for a submitted record as it was then.
 * @throws Refusal 404
 */
export async function sheetWorkOf(context: CrudContext, orm: Orm, call: Call<unknown>, id: number): Promise<LabWork> {
  const storedSheet = await visibleSheet(orm, context.registry, call, id);
  const sheet = await rowOf(context, orm, 'labSheet', id);
  const project = await rowOf(context, orm, 'project', storedSheet.project);
  const lockReason = await sheetLockReason(orm, storedSheet, call.viewer.user.id);
  const sharedGroup = await groupOf(orm, storedSheet, (member) => workRows(orm, member));
  const group = sharedGroup ? { group: sharedGroup } : {};
  const frozenCopy = await frozenRecord(orm, id);
  if (frozenCopy) {
    return {
      ...frozenCopy.work,
      sheet: { ...frozenCopy.work.sheet, ...currentPartOf(sheet as unknown as LabWork['sheet']) },
      project: { ...frozenCopy.work.project, stage: String(project.stage) },
      ...group,
      locked: lockReason,
    };
  }
  const method = await rowOf(context, orm, 'labMethod', storedSheet.method);
  const methodItem = await methodItemOf(orm, storedSheet);
  const referencedRow = async (name: string, ref: number | null | undefined): Promise<AnyRow | null> =>
    (await rowsOf(context, orm, name, typeof ref === 'number' ? [ref] : []))[0] ?? null;
  const { code, projectName, belongInspectName, customerName, typeName, stage } = project;
  const rows = await workRows(orm, id);
  const labWork = {
    sheet,
    project: {
      id: project.id,
      code: String(code ?? ''),
      projectName: String(projectName),
      unitName: String(belongInspectName ?? ''),
      customerName: (customerName as string | null) ?? null,
      typeName: (typeName as string | null) ?? null,
      stage: String(stage),
    },
    method,
    componentNames: await otherNamesOf(orm, storedSheet.hazard),
    item: await referencedRow('labMethodItem', methodItem?.id),
    determination: await determinationOf(orm, storedSheet),
    efficiencies: await efficienciesOf(orm, storedSheet),
    instrument: await referencedRow('equipment', storedSheet.instrument),
    standard: await referencedRow('standard', storedSheet.standard),
    reagents: await rowsOf(context, orm, 'reagent', (sheet.reagents as number[] | undefined) ?? []),
    curve: await referencedRow('labCurve', storedSheet.curve),
    tubes: await tubesOf(orm, storedSheet),
    rows,
    otherBlanks: await otherBlanksOf(orm, id),
    ...group,
    locked: lockReason,
  } as unknown as LabWork;
  const workingOf = workingsOf(labWork, rows);
  return { ...labWork, rows: rows.map((row) => ({ ...row, working: workingOf(row) })) };
}
