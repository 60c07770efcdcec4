import type { AnyRow } from '@contract/entity';
import { formOf } from '@contract/features/conformity/forms/allServiceForms';
import { formMachine } from '@contract/features/conformity/forms/formMachine';
import { samplePlanMachine } from '@contract/features/fieldwork/plan/samplePlanMachine';
import type { WaitingWork } from '@contract/features/home/dashboardWire';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { approvalMachine } from '@contract/features/reports/approval/approvalMachine';
import { permissionOf } from '@contract/permissions';
import { eligibleSignerTexts } from '@contract/workflow/roundSteps';
import { type Machine, movesFrom } from '@contract/workflow/stateMachine';
import { formatDay } from '@server/base/zone';
import type { Registry } from '@server/crud/resource';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';
import { dutiesOfRows } from '@server/workflow/rowDuties';
import { rowsInStates } from './rowsInStates';

/** Number of rows of each kind that are read, oldest first. */
const maxRows = 200;
/** Page on which people get the roles that may sign. */
const path = '/system/user';

/** A kind of row that waits for signatures of different people. */
interface SignedKind {
  readonly entity: string;
  readonly machine: Machine;
  readonly title: (row: AnyRow) => string;
  /** Checks whether a row of this kind has the move; by default it has all of its state. */
  readonly hasMove?: (row: AnyRow, move: string) => boolean;
}

const signedKinds: readonly SignedKind[] = [
  { entity: 'approval', machine: approvalMachine, title: ({ title }) => String(title ?? '') },
  {
    entity: 'serviceForm',
    machine: formMachine,
    title: ({ formKind, formNo }) => `${formOf(formKind)?.title ?? ''}${String(formNo)}`,
    // A form has two or three signatures.
    hasMove: ({ formKind }, move) => move !== (formOf(formKind)?.signers.length === 3 ? 'confirm' : 'second'),
  },
  {
    entity: 'samplePlan',
    machine: samplePlanMachine,
    title: ({ projectName }) => `${samplePlanMachine.label}${String(projectName ?? '')}`,
  },
  {
    entity: 'labSheet',
    machine: recordMachine,
    title: ({ sheetNo }) => `${recordMachine.label}${String(sheetNo ?? '')}`,
  },
];

/**
 * Returns the rows that wait for a signature which nobody may give, for people who may authorise others. Without this
 * to-do such a row would wait, and nobody would know.
 */
export async function stuckSignatures(services: Services, registry: Registry, viewer: Viewer): Promise<WaitingWork[]> {
  const { orm } = services.database;
  if (!viewer.user.isAdmin && !viewer.permissions.has(permissionOf({ name: 'user' }, 'edit'))) return [];
  const today = formatDay(services.now(), services.env.zone);
  const waitingWorks: WaitingWork[] = [];
  for (const { entity, machine, title, hasMove = () => true } of signedKinds) {
    const signaturesOf = (row: AnyRow) =>
      movesFrom(machine, String(row.state)).filter(
        ({ key, signs, needsReason }) => signs && !needsReason && hasMove(row, key),
      );
    const states = Object.keys(machine.states).filter(
      (state) => state !== machine.initial && movesFrom(machine, state).some(({ signs }) => signs),
    );
    const resource = registry.named(entity);
    const rows = await rowsInStates(orm, resource, viewer, states, maxRows);
    const duties = await dutiesOfRows(orm, machine, rows, today);
    for (const row of rows) {
      const moves = signaturesOf(row);
      const [firstMove] = moves;
      if (firstMove && moves.every((move) => !duties.signersOfMove(row, move).length))
        waitingWorks.push({
          entity,
          id: row.id,
          title: title(row),
          label: eligibleSignerTexts.authorise(firstMove.label),
          path,
          dueOn: null,
        });
    }
  }
  return waitingWorks;
}
