import { and, eq } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { outsideTexts } from '@contract/features/reviewers/reviewerTexts';
import type { CrudContext } from '@server/crud/crudContext';
import type { Orm } from '@server/db/orm';
import { pointBalanceTable } from '@server/db/schema';
import { invalid } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { nextNo, writeRow } from '../reviewerRows';

interface NewPoints {
  readonly organizationId: number | null;
  readonly person: number;
  readonly pointKind: string;
  readonly points: number;
  readonly entryOn: string;
  readonly explanation: string;
  readonly task?: number | null;
  readonly rule?: number | null;
}

/** Locks and returns the balance until the transaction ends, so that two withdrawals run one after the other. */
async function heldBalance(tx: Orm, organizationId: number | null, personId: number): Promise<number> {
  const table = pointBalanceTable;
  const [row] = await tx
    .select({ points: table.points })
    .from(table)
    .where(and(eq(table.organizationId, organizationId ?? 0), eq(table.person, personId)))
    .for('update');
  return row?.points ?? 0;
}

/**
 * Appends a line to the ledger; the trigger adds it to the balance and stores the result. Rules may make the balance
 * negative, people may not.
 * @throws Refusal 400 if a person would make the balance negative
 */
export async function appendPoints(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  entry: NewPoints,
): Promise<AnyRow> {
  const { organizationId, explanation, ...values } = entry;
  // The number series is locked first, so that writers wait here and not while they lock a balance.
  const entryNo = await nextNo(context.services, tx, organizationId, 'JF');
  if (entry.points < 0 && entry.pointKind !== 'task') {
    const balance = await heldBalance(tx, organizationId, entry.person);
    if (balance + entry.points < 0) throw invalid([{ field: 'points', message: outsideTexts.pointsShort(balance) }]);
  }
  return writeRow(
    context,
    tx,
    call,
    'pointEntry',
    { ...values, explanation: explanation.slice(0, 200), entryNo },
    organizationId,
  );
}
