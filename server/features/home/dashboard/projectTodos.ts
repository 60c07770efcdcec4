import { and, eq, inArray, isNull, ne, notInArray, sql } from 'drizzle-orm';
import { samplePlanMachine } from '@contract/features/fieldwork/plan/samplePlanMachine';
import type { Todo } from '@contract/features/home/dashboardWire';
import { projectMachine, type Stage } from '@contract/features/projects/projectMachine';
import { takeOverDue, takeOverTexts } from '@contract/features/projects/projectTakeOver';
import { approvalMachine } from '@contract/features/reports/approval/approvalMachine';
import { reportMachine } from '@contract/features/reports/reportMachine';
import { permissionOf } from '@contract/permissions';
import { type Machine, type Move, movesFrom, permissionOfMove } from '@contract/workflow/stateMachine';
import { returnedFacts } from '@server/crud/operations/returnedFacts';
import type { Orm } from '@server/db/orm';
import { labSheetTable, labTaskTable, reportTable, sampleTable } from '@server/db/schema';
import { openHandOvers } from '@server/features/projects/openHandOvers';
import type { Viewer } from '@server/http/viewer';
import { dutiesOfRows, type RowDuties } from '@server/workflow/rowDuties';
import { handOverTodos } from './handOverTodos';
import { laboratoryTodos } from './laboratoryTodos';
import type { SeenProject } from './openProjects';
import { signingTodos } from './signingTodos';

/** Returns the forward moves of a state; a move that ends or returns the work is left out. */
const forwardMoves = (machine: Machine, state: string) =>
  movesFrom(machine, state).filter(({ key, needsReason }) => !needsReason && key !== 'terminate');

/** Stages that advance by records, approvals and reports, not by a move of the project. */
const ofReport: ReadonlySet<Stage> = new Set<Stage>([
  'testing',
  'recordReview',
  'reporting',
  'reportReview',
  'issuing',
]);

/** Returns the projects in the laboratory whose records are all signed and only have to be handed in. */
async function recordedOf(orm: Orm, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (!ids.length) return new Set();
  const sheets = await orm
    .select({
      project: labSheetTable.project,
      open: sql<number>`(count(*) filter (where ${labSheetTable.state} not in ('approved', 'corrected')))::int`,
    })
    .from(labSheetTable)
    .where(and(inArray(labSheetTable.project, [...ids]), isNull(labSheetTable.deleteTime)))
    .groupBy(labSheetTable.project);
  const openTasks = await orm
    .selectDistinct({ project: labTaskTable.project })
    .from(labTaskTable)
    .innerJoin(sampleTable, eq(sampleTable.id, labTaskTable.sample))
    .where(
      and(
        inArray(labTaskTable.project, [...ids]),
        isNull(labTaskTable.deleteTime),
        notInArray(labTaskTable.state, ['completed', 'voided']),
        ne(sampleTable.state, 'voided'),
      ),
    );
  const openProjectIds = new Set(openTasks.map(({ project }) => project));
  return new Set(
    sheets.filter((sheet) => sheet.open === 0 && !openProjectIds.has(sheet.project)).map(({ project }) => project),
  );
}

/** Returns by project the state of the valid report. A project whose report was not begun has no entry. */
async function reportStates(
  orm: Orm,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { readonly id: number; readonly state: string }>> {
  const rows = ids.length
    ? await orm
        .select({ id: reportTable.id, project: reportTable.project, state: reportTable.state })
        .from(reportTable)
        .where(
          and(
            inArray(reportTable.project, [...ids]),
            isNull(reportTable.deleteTime),
            notInArray(reportTable.state, ['corrected', 'voided']),
          ),
        )
        .orderBy(reportTable.id)
    : [];
  return new Map(rows.map(({ id, project, state }) => [Number(project), { id, state: String(state) }]));
}

/**
 * Returns the to-dos from the laboratory to the archive: records to hand in, a report to begin or write, a project to
 * archive. Decisions are listed as approvals.
 */
async function reportTodos(orm: Orm, zone: string, viewer: Viewer, projects: readonly SeenProject[]): Promise<Todo[]> {
  const mayMove = (machine: Machine, key: string) => viewer.permissions.has(permissionOfMove(machine, { key }));
  const idsAt = (stage: Stage) => projects.filter((candidate) => candidate.stage === stage).map(({ id }) => id);
  const submits = mayMove(approvalMachine, 'submit');
  const recordedIds = submits ? await recordedOf(orm, idsAt('testing')) : new Set<number>();
  const recordsBack = await returnedFacts(
    orm,
    zone,
    projectMachine,
    [...recordedIds].map((id) => ({ id, state: 'testing' })),
  );
  const reports = await reportStates(orm, [...idsAt('reporting'), ...idsAt('issuing')]);
  const returnedById = await returnedFacts(orm, zone, reportMachine, [...reports.values()]);
  return projects.flatMap(({ id, stage, shown: project }): Todo[] => {
    const { id: reportId, state } = reports.get(id) ?? {};
    if (stage === 'testing')
      return recordedIds.has(id)
        ? [{ project, label: '提交记录审批', at: 'records', returned: recordsBack.get(id) }]
        : [];
    if (stage === 'reporting' && state === undefined)
      return viewer.permissions.has(permissionOf({ name: 'report' }, 'add')) ? [{ project, label: '新增报告' }] : [];
    if (stage === 'reporting')
      return viewer.permissions.has(permissionOf({ name: 'report' }, 'edit')) && submits
        ? [{ project, label: '编制报告', returned: returnedById.get(reportId ?? 0) }]
        : [];
    return stage === 'issuing' && state === 'issued' && mayMove(projectMachine, 'archive')
      ? [{ project, label: '归档', at: 'archive' }]
      : [];
  });
}

/** Stages whose to-dos depend on the plan and not on the project's own moves. */
const ofPlan = new Set(['planning', 'planReview']);

interface MovableRow {
  readonly machine: Machine;
  readonly rowId: number;
  readonly state: string;
}

const wantedOf = (project: SeenProject): MovableRow =>
  ofPlan.has(project.stage) && project.planId !== null
    ? { machine: samplePlanMachine, rowId: project.planId, state: project.planState ?? samplePlanMachine.initial }
    : { machine: projectMachine, rowId: project.id, state: project.stage };

async function factsByRow(
  orm: Orm,
  zone: string,
  openRows: { project: SeenProject; movableRow: MovableRow; moves: Move<string, string>[] }[],
) {
  return new Map(
    await Promise.all(
      [projectMachine, samplePlanMachine].map(
        async (machine) =>
          [
            machine.name,
            await returnedFacts(
              orm,
              zone,
              machine,
              openRows
                .filter(({ movableRow }) => movableRow.machine.name === machine.name)
                .map(({ movableRow }) => ({ id: movableRow.rowId, state: movableRow.state })),
            ),
          ] as const,
      ),
    ),
  );
}

/** Returns by machine who may make the next step of projects or their plans. */
async function dutiesByMachineOf(
  orm: Orm,
  openRows: readonly { readonly project: SeenProject; readonly movableRow: MovableRow }[],
  today: string,
): Promise<ReadonlyMap<string, RowDuties>> {
  const dutiesByMachine = new Map<string, RowDuties>();
  for (const machine of [projectMachine, samplePlanMachine]) {
    const rows = openRows
      .filter(({ movableRow }) => movableRow.machine.name === machine.name)
      .map(({ project, movableRow }) => ({ id: movableRow.rowId, organizationId: project.shown.organizationId }));
    dutiesByMachine.set(machine.name, await dutiesOfRows(orm, machine, rows, today));
  }
  return dutiesByMachine;
}

/**
 * Returns the moves that the viewer could make now for waiting projects: the viewer has the permission, no earlier
 * signature of the viewer excludes them, and the viewer's own leaves somebody for the next step.
 */
export async function todosOf(
  orm: Orm,
  zone: string,
  viewer: Viewer,
  projects: readonly SeenProject[],
  today: string,
): Promise<Todo[]> {
  const self = { id: viewer.user.id, name: viewer.user.nickName };
  const hasPermission = (permission: string) => viewer.permissions.has(permission);
  const handingOverByProject = await openHandOvers(
    orm,
    projects.filter(({ stage }) => stage === 'handOver').map(({ id }) => id),
  );
  const laterTodos = [
    ...(await handOverTodos(orm, zone, viewer, projects, handingOverByProject)),
    ...(await laboratoryTodos(orm, zone, viewer, projects)),
    ...(await signingTodos(orm, viewer, projects, today)),
    ...(await reportTodos(orm, zone, viewer, projects)),
  ];
  const openRows = projects
    .filter(({ id, stage }) => !ofReport.has(stage) && !handingOverByProject.has(id))
    .flatMap((project) => {
      const movableRow = wantedOf(project);
      const takeOver = takeOverDue(project.stage, project.takenOverAt);
      const dueMoves = takeOver
        ? projectMachine.moves.filter(({ key }) => key === takeOver)
        : forwardMoves(movableRow.machine, movableRow.state);
      const moves = dueMoves.filter((move) => hasPermission(permissionOfMove(movableRow.machine, move)));
      return moves.length ? [{ project, movableRow, moves }] : [];
    });
  const dutiesByMachine = await dutiesByMachineOf(orm, openRows, today);
  const factsByMachine = await factsByRow(orm, zone, openRows);
  const todos = openRows.flatMap(({ project, movableRow: { machine, rowId }, moves }): Todo[] => {
    const row = { id: rowId, organizationId: project.shown.organizationId };
    const move = moves.find((candidate) => dutiesByMachine.get(machine.name)?.mayMake(row, candidate, self));
    if (!move) return [];
    // Work is labelled by its stage, a decision by its move.
    const label =
      machine.name === projectMachine.name
        ? takeOverDue(project.stage, project.takenOverAt)
          ? takeOverTexts.title
          : projectMachine.states[project.stage].label
        : move.key === 'submit'
          ? projectMachine.states.planning.label
          : move.label;
    const signs = move.signs && move.key !== 'submit' ? { signs: permissionOfMove(machine, move) } : {};
    return [{ project: project.shown, label, ...signs, returned: factsByMachine.get(machine.name)?.get(rowId) }];
  });
  // Keeps the order of the projects, earliest due first.
  const positionById = new Map(projects.map(({ id }, index) => [id, index]));
  return [...todos, ...laterTodos].sort(
    (firstTodo, otherTodo) =>
      (positionById.get(firstTodo.project.id) ?? 0) - (positionById.get(otherTodo.project.id) ?? 0),
  );
}
