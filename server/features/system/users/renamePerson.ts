import { and, eq, gte, inArray, isNull, sql } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { handOver } from '@contract/features/fieldwork/entities/handOver';
import { samplePlan } from '@contract/features/fieldwork/entities/samplePlan';
import { handOverMachine } from '@contract/features/fieldwork/handOver/handOverMachine';
import { samplePlanMachine } from '@contract/features/fieldwork/plan/samplePlanMachine';
import { labCurveMachine } from '@contract/features/laboratory/curves/labCurveMachine';
import { labCurve } from '@contract/features/laboratory/entities/labCurve';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { approvalMachine } from '@contract/features/reports/approval/approvalMachine';
import { approval } from '@contract/features/reports/entities/approval';
import { report } from '@contract/features/reports/entities/report';
import { reportMachine } from '@contract/features/reports/reportMachine';
import { signingTexts } from '@contract/workflow/signatureTexts';
import { type Machine, mayEdit, movesFrom } from '@contract/workflow/stateMachine';
import { liveSession } from '@server/auth/session';
import type { SaveContext } from '@server/crud/policy';
import type { Orm } from '@server/db/orm';
import {
  approvalTable,
  handOverTable,
  labCurveTable,
  labSheetTable,
  reportTable,
  samplePlanTable,
  sessionTable,
  signatureTable,
} from '@server/db/schema';
import { conflict, invalid } from '@server/http/errors';

/** Returns the states in which a signed row waits for another signature. */
const waitingStates = (machine: Machine): string[] =>
  Object.keys(machine.states).filter(
    (state) => !mayEdit(machine, state) && movesFrom(machine, state).some(({ signs }) => signs),
  );

/** Kinds of rows that several people sign one after another, with label and title. */
const signedTables = [
  { machine: recordMachine, label: labSheet.label, table: labSheetTable, title: labSheetTable.sheetNo },
  { machine: labCurveMachine, label: labCurve.label, table: labCurveTable, title: labCurveTable.curveNo },
  { machine: samplePlanMachine, label: samplePlan.label, table: samplePlanTable, title: samplePlanTable.id },
  { machine: handOverMachine, label: handOver.label, table: handOverTable, title: handOverTable.sheetNo },
  { machine: approvalMachine, label: approval.label, table: approvalTable, title: approvalTable.title },
  { machine: reportMachine, label: report.label, table: reportTable, title: reportTable.reportNo },
] as const;

/** Returns the titles of rows that this person has signed and that still wait for another signature. */
async function unfinishedOf(tx: Orm, personId: number): Promise<string[]> {
  const waitingTitles: string[] = [];
  for (const { machine, label, table, title } of signedTables) {
    const ownRowIds = tx
      .select({ id: signatureTable.rowId })
      .from(signatureTable)
      .where(and(eq(signatureTable.machine, machine.name), eq(signatureTable.personId, personId)));
    const rows = await tx
      .select({ title: sql<string>`${title}::text` })
      .from(table)
      .where(and(inArray(table.id, ownRowIds), inArray(table.state, waitingStates(machine)), isNull(table.deleteTime)))
      .limit(3);
    waitingTitles.push(...rows.map((row) => `${label}${row.title}`));
  }
  return waitingTitles;
}

/**
 * Requires a reason for renaming a person whose name is on signatures. Refuses it while the person signs: during a
 * session with a signature, or while the person's signed work waits for other signatures.
 * @throws Refusal 400 without a reason, 409 `signing`
 */
export async function assertRename(
  draft: Readonly<Record<string, unknown>>,
  before: AnyRow,
  { tx, call, services }: SaveContext,
): Promise<void> {
  if (!('nickName' in draft) || draft.nickName === before.nickName) return;
  if (!call.reason?.trim()) throw invalid([{ field: 'nickName', message: signingTexts.renameReason }]);
  const name = String(before.nickName);
  const unfinished = await unfinishedOf(tx, before.id);
  if (unfinished.length) throw conflict(signingTexts.renameBusy(name, unfinished.slice(0, 3)), 'signing');
  const [session] = await tx
    .select({ id: sessionTable.id })
    .from(sessionTable)
    .innerJoin(
      signatureTable,
      and(eq(signatureTable.personId, before.id), gte(signatureTable.time, sessionTable.createTime)),
    )
    .where(and(eq(sessionTable.userId, before.id), liveSession(services.now())))
    .limit(1);
  if (session) throw conflict(signingTexts.renameSession(name), 'signing');
}
