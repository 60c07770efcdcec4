import { and, asc, inArray, isNull } from 'drizzle-orm';
import type { Todo } from '@contract/features/home/dashboardWire';
import { curvePlanOf } from '@contract/features/laboratory/curves/curvePlan';
import { labCurveMachine } from '@contract/features/laboratory/curves/labCurveMachine';
import { methodRoutes } from '@contract/features/laboratory/methods/methodCatalogue';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { testingStages } from '@contract/features/laboratory/testingStages';
import { type Machine, movesFrom, permissionOfMove } from '@contract/workflow/stateMachine';
import type { Orm } from '@server/db/orm';
import { labCurveTable, labSheetTable } from '@server/db/schema';
import type { Viewer } from '@server/http/viewer';
import { dutiesOfRows, type RowDuties } from '@server/workflow/rowDuties';
import type { SeenProject } from './openProjects';

/** Returns the signing moves with the state that waits for each, without the author's signature. */
const stepsOf = (machine: Machine) =>
  Object.keys(machine.states)
    .filter((state) => state !== machine.initial)
    .flatMap((state) =>
      movesFrom(machine, state)
        .filter(({ signs, needsReason }) => signs && !needsReason)
        .map((move) => ({ state, move })),
    );
const recordSteps = stepsOf(recordMachine);
const curveSteps = stepsOf(labCurveMachine);

type RecordStep = (typeof recordSteps)[number];

/** Returns the step of a record or curve that the viewer may sign now. */
const stepFor = (
  recordSteps: readonly RecordStep[],
  viewer: Viewer,
  machine: Machine,
  { mayMake }: RowDuties,
  row: { readonly id: number; readonly organizationId: number | null; readonly state: string | null },
): RecordStep | undefined =>
  recordSteps.find(
    ({ state, move }) =>
      state === row.state &&
      viewer.permissions.has(permissionOfMove(machine, move)) &&
      mayMake(row, move, { id: viewer.user.id, name: viewer.user.nickName }),
  );

/** Returns the curves that wait for a signature, of the methods of these draft records. */
async function curvesToSign(orm: Orm, drafts: readonly { readonly method: number }[]) {
  return drafts.length
    ? await orm
        .select({
          id: labCurveTable.id,
          organizationId: labCurveTable.organizationId,
          state: labCurveTable.state,
          method: labCurveTable.method,
          hazard: labCurveTable.hazard,
          part: labCurveTable.part,
        })
        .from(labCurveTable)
        .where(
          and(
            inArray(
              labCurveTable.method,
              drafts.map(({ method }) => method),
            ),
            inArray(
              labCurveTable.state,
              curveSteps.map(({ state }) => state),
            ),
            isNull(labCurveTable.deleteTime),
          ),
        )
    : [];
}

/** Returns the laboratory records of the projects. */
async function sheetsIn(orm: Orm, ids: number[]) {
  return orm
    .select({
      id: labSheetTable.id,
      organizationId: labSheetTable.organizationId,
      project: labSheetTable.project,
      state: labSheetTable.state,
      method: labSheetTable.method,
      hazard: labSheetTable.hazard,
      hazardName: labSheetTable.hazardName,
      methodKind: labSheetTable.methodKind,
      variant: labSheetTable.variant,
    })
    .from(labSheetTable)
    .where(and(inArray(labSheetTable.project, ids), isNull(labSheetTable.deleteTime)))
    .orderBy(asc(labSheetTable.id));
}

/**
 * Returns the to-dos of records, and of the curves that they wait for, that the viewer may sign next. Projects count
 * while they are in the laboratory, even if some samples have not arrived.
 */
export async function signingTodos(
  orm: Orm,
  viewer: Viewer,
  projects: readonly SeenProject[],
  today: string,
): Promise<Todo[]> {
  const ids = projects.filter(({ stage }) => testingStages.stages.includes(stage)).map(({ id }) => id);
  const mayMove = (machine: Machine, steps: readonly RecordStep[]) =>
    steps.some(({ move }) => viewer.permissions.has(permissionOfMove(machine, move)));
  if (!ids.length || (!mayMove(recordMachine, recordSteps) && !mayMove(labCurveMachine, curveSteps))) return [];
  const sheets = await sheetsIn(orm, ids);
  const drafts = sheets.filter(({ state }) => state === recordMachine.initial);
  const curves = await curvesToSign(orm, drafts);
  const signedSheets = sheets.filter(({ state }) => state !== recordMachine.initial);
  const [records, ofCurves] = await Promise.all([
    dutiesOfRows(orm, recordMachine, signedSheets, today),
    dutiesOfRows(orm, labCurveMachine, curves, today),
  ]);
  return projects.flatMap(({ id, shown: project }): Todo[] => {
    const ownSheets = sheets.filter((sheet) => sheet.project === id);
    const counts = new Map<RecordStep['move'], number>();
    for (const sheet of ownSheets) {
      const step = stepFor(recordSteps, viewer, recordMachine, records, sheet);
      if (step) counts.set(step.move, (counts.get(step.move) ?? 0) + 1);
    }
    const todos = [...counts].map(([move, count]): Todo => ({
      project,
      label: `${move.label}检测记录（${count}）`,
      at: 'records',
      signs: permissionOfMove(recordMachine, move),
    }));
    const curveTodos = curves.flatMap((curve): Todo[] => {
      const sheet = ownSheets.find(
        (candidate) =>
          candidate.state === recordMachine.initial &&
          candidate.method === curve.method &&
          candidate.hazard === curve.hazard,
      );
      const route =
        sheet &&
        methodRoutes.find(
          ({ kind, method, variant, part }) =>
            kind === 'curve' && method === sheet.methodKind && variant === sheet.variant && part === curve.part,
        );
      const step = stepFor(curveSteps, viewer, labCurveMachine, ofCurves, curve);
      if (!route || !step) return [];
      return [
        {
          project,
          label: `审核${curvePlanOf(route.method, route.part)?.title ?? labCurveMachine.label}（${String(sheet.hazardName)}）`,
          path: `${route.path}?belongProject=${id}&phyId=${sheet.id}&curve=${curve.id}`,
          signs: permissionOfMove(labCurveMachine, step.move),
        },
      ];
    });
    return [...curveTodos, ...todos];
  });
}
