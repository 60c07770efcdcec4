import { eq } from 'drizzle-orm';
import { nonconformity } from '@contract/features/nonconformities/entities/nonconformity';
import { nonconformityMachine } from '@contract/features/nonconformities/nonconformityMachine';
import { nonconformityTexts } from '@contract/features/nonconformities/nonconformityTexts';
import type { Registry } from '@server/crud/resource';
import { nonconformityTable } from '@server/db/schema';
import { conflict } from '@server/http/errors';
import type { MoveContext, MoveRule } from '@server/workflow/moveRoutes';
import type { MovedEntity } from '@server/workflow/moveRows';

/** Returns how a nonconformity moves: its machine, table and state field. */
export const movedNonconformity = (registry: Registry): MovedEntity => ({
  machine: nonconformityMachine,
  resource: registry.named('nonconformity'),
  stateField: 'state',
});

const analysisFields = ['responsible', 'dueOn', 'cause'] as const;

async function readStoredRow({ tx, row }: MoveContext) {
  const [foundRow] = await tx.select().from(nonconformityTable).where(eq(nonconformityTable.id, row.id));
  return foundRow;
}

/** Returns who closed the nonconformity, when, and on what basis. */
const closingColumns = ({ call, services }: MoveContext, verification: string) => ({
  verification,
  closedBy: call.viewer.user.id,
  closedAt: services.now(),
});

/** Returns the finding of the person who verifies; the request of the move contains it (`routes.ts`). */
const verificationIn = ({ call }: MoveContext): string => {
  const { verification } = (call.body ?? {}) as { readonly verification?: unknown };
  return typeof verification === 'string' ? verification.trim() : '';
};

/** Moves of 不符合项: cause, measures, and verification by a second person. */
export const nonconformityMoves: Readonly<Record<string, MoveRule>> = {
  analyse: {
    async before(context) {
      const row = await readStoredRow(context);
      const missingLabels = analysisFields
        .filter((name) => !row?.[name])
        .map((name) => nonconformity.fields[name].label);
      if (missingLabels.length) throw conflict(nonconformityTexts.analysisNeeded(missingLabels), 'incomplete');
    },
  },
  correct: {
    async before(context) {
      if (!(await readStoredRow(context))?.action?.trim())
        throw conflict(nonconformityTexts.actionNeeded, 'incomplete');
    },
  },
  return: {},
  verify: {
    async before(context) {
      const verification = verificationIn(context);
      if (!verification) throw conflict(nonconformityTexts.verificationNeeded, 'incomplete');
      return closingColumns(context, verification);
    },
  },
  dismiss: { before: async (context) => closingColumns(context, context.reason ?? '') },
};
