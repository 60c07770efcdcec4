import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { formOf } from '@contract/features/conformity/forms/allServiceForms';
import { openLoans } from '@contract/features/conformity/forms/archiveForms';
import { formMachine } from '@contract/features/conformity/forms/formMachine';
import type { FormTables } from '@contract/features/conformity/forms/formTable';
import { planRecordAddress, planRecordTexts } from '@contract/features/conformity/planRecord';
import type { WaitingWork } from '@contract/features/home/dashboardWire';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import { nonconformityMachine } from '@contract/features/nonconformities/nonconformityMachine';
import { permissionOf } from '@contract/permissions';
import { type Machine, type Move, movesFrom, permissionOfMove } from '@contract/workflow/stateMachine';
import { formatDay } from '@server/base/zone';
import type { Registry } from '@server/crud/resource';
import { scopeOf, undeletedRows } from '@server/crud/rowScope';
import { labRunFileTable, labRunTable, yearPlanTable } from '@server/db/schema';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';
import { dutiesOfRows } from '@server/workflow/rowDuties';
import { rowsInStates } from './rowsInStates';
import { stuckSignatures } from './stuckSignatures';
import { vacantDuties } from './vacantDuties';

const dayMs = 86_400_000;
/** Number of rows of each kind that are read. */
const maxRows = 100;
/** Days before its planned day from which an item of a year's plan waits. */
const planDays = 30;

/** A kind of work with a state machine outside the stages of projects. */
interface MovedKind {
  readonly entity: string;
  readonly machine: Machine;
  readonly address: (row: AnyRow) => string;
  /** Name of the row; by default its title. */
  readonly title?: (row: AnyRow) => string;
  /** Checks whether the row's present step is this person's and not another's. */
  readonly isFor: (row: AnyRow, viewer: Viewer) => boolean;
  /** Checks whether a row of this kind has the move. */
  readonly hasMove: (row: AnyRow, move: string) => boolean;
  readonly dueOn: (row: AnyRow) => string | null;
}

const movedKinds: readonly MovedKind[] = [
  {
    entity: 'serviceForm',
    machine: formMachine,
    address: ({ id }) => `/projectForms/detail?id=${id}`,
    title: ({ formKind, formNo }) => `${formOf(formKind)?.title ?? ''}${String(formNo)}`,
    isFor: ({ state, createBy }, { user }) => state !== formMachine.initial || createBy === user.id,
    // A form has two or three signatures.
    hasMove: ({ formKind }, move) => move !== (formOf(formKind)?.signers.length === 3 ? 'confirm' : 'second'),
    dueOn: ({ tables, state }) =>
      state === formMachine.initial ? (openLoans((tables ?? {}) as FormTables)[0]?.dueOn ?? null) : null,
  },
  {
    entity: 'nonconformity',
    machine: nonconformityMachine,
    address: ({ id }) => `/lab/nonconformity/detail?id=${id}`,
    // The person in charge analyses and corrects; others verify.
    isFor: ({ state, responsible }, { user }) => state === 'verifying' || responsible === user.id,
    hasMove: () => true,
    dueOn: ({ dueOn }) => (dueOn as string | null) ?? null,
  },
];

const forwardMoves = (machine: Machine, state: string): Move[] =>
  movesFrom(machine, state).filter(({ needsReason }) => !needsReason);

/** Returns the rows of a kind whose next step the viewer may make now. */
async function movedWork(
  { database: { orm }, env, now }: Services,
  registry: Registry,
  viewer: Viewer,
  kind: MovedKind,
) {
  const { machine, entity: name, address, isFor, hasMove, dueOn } = kind;
  const mayMove = (move: Move) => viewer.permissions.has(permissionOfMove(machine, move));
  const states = Object.keys(machine.states).filter((state) => forwardMoves(machine, state).some(mayMove));
  if (!states.length) return [];
  const resource = registry.named(name);
  const { entity } = resource;
  const rows = await rowsInStates(orm, resource, viewer, states, maxRows);
  const ownRows = rows.filter((row) => isFor(row, viewer));
  if (!ownRows.length) return [];
  const duties = await dutiesOfRows(orm, machine, ownRows, formatDay(now(), env.zone));
  const self = { id: viewer.user.id, name: viewer.user.nickName };
  return ownRows.flatMap((row): WaitingWork[] => {
    const move = forwardMoves(machine, String(row.state)).find(
      (candidate) => mayMove(candidate) && hasMove(row, candidate.key) && duties.mayMake(row, candidate, self),
    );
    if (!move) return [];
    const title = kind.title?.(row) ?? `${entity.label}${String(row[entity.titleField] ?? '')}`;
    return [{ entity: name, id: row.id, title, label: move.label, path: address(row), dueOn: dueOn(row) }];
  });
}

/** Returns the open items of the yearly plans that the viewer is in charge of and that are due within thirty days. */
async function plannedWork({ database: { orm }, env, now }: Services, registry: Registry, viewer: Viewer) {
  if (!viewer.permissions.has(permissionOf({ name: 'yearPlan' }, 'list'))) return [];
  const t = yearPlanTable;
  const resource = registry.named('yearPlan');
  const lastDay = formatDay(new Date(now().getTime() + planDays * dayMs), env.zone);
  const rows = await orm
    .select({ id: t.id, title: t.planTitle, plannedOn: t.plannedOn })
    .from(t)
    .where(
      and(
        undeletedRows(resource),
        scopeOf(resource, viewer),
        eq(t.person, viewer.user.id),
        isNull(t.doneOn),
        lte(t.plannedOn, lastDay),
      ),
    )
    .orderBy(asc(t.plannedOn), asc(t.id))
    .limit(maxRows);
  return rows.map(({ id, title, plannedOn }): WaitingWork => ({
    entity: 'yearPlan',
    id,
    title: `${resource.entity.label}：${title}`,
    label: planRecordTexts.action,
    path: planRecordAddress(id),
    dueOn: plannedOn,
  }));
}

const hasFurtherFiles = sql<boolean>`exists (select 1 from ${labRunFileTable}
  where ${labRunFileTable.run} = ${labRunTable.id} and ${labRunFileTable.deleteTime} is null)`;

/** Returns the viewer's runs whose readings are not in the records yet. */
async function openRuns({ database: { orm } }: Services, registry: Registry, viewer: Viewer) {
  if (!viewer.permissions.has(permissionOf({ name: 'labRun' }, 'edit'))) return [];
  const t = labRunTable;
  const resource = registry.named('labRun');
  const rows = await orm
    .select({ id: t.id, runNo: t.runNo, file: t.file, furtherFiles: hasFurtherFiles })
    .from(t)
    .where(and(undeletedRows(resource), scopeOf(resource, viewer), eq(t.analyst, viewer.user.id), eq(t.state, 'open')))
    .orderBy(asc(t.id))
    .limit(maxRows);
  return rows.map(({ id, runNo, file, furtherFiles }): WaitingWork => ({
    entity: 'labRun',
    id,
    title: `${resource.entity.label}${runNo ?? ''}`,
    label: file || furtherFiles ? runTexts.write : runTexts.addFiles,
    path: `/lab/run?run=${id}`,
    dueOn: null,
  }));
}

/**
 * Returns the work outside the stages of projects that waits for the viewer, earliest due first: forms to fill in or
 * sign (also of objections and supervision), nonconformities, items of the yearly plans, and runs of instruments.
 */
export async function waitingWork(services: Services, registry: Registry, viewer: Viewer): Promise<WaitingWork[]> {
  const parts = await Promise.all([
    ...movedKinds.map((kind) => movedWork(services, registry, viewer, kind)),
    plannedWork(services, registry, viewer),
    openRuns(services, registry, viewer),
    stuckSignatures(services, registry, viewer),
    vacantDuties(services, registry, viewer),
  ]);
  const last = '9999-12-31';
  return parts
    .flat()
    .sort((firstWaitingWork, otherWaitingWork) =>
      (firstWaitingWork.dueOn ?? last).localeCompare(otherWaitingWork.dueOn ?? last),
    );
}
