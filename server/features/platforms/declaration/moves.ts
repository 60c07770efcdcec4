import { and, count, eq, isNull } from 'drizzle-orm';
import { declarationFaults } from '@contract/features/platforms/declaration/declarationFaults';
import { declarationMachine } from '@contract/features/platforms/declaration/declarationMachine';
import type { DeclarationVersion } from '@contract/features/platforms/declaration/declarationWire';
import { declarationTexts } from '@contract/features/platforms/declarationTexts';
import { formatDay } from '@server/base/zone';
import type { Registry } from '@server/crud/resource';
import { declarationRowTable, declarationTable } from '@server/db/schema';
import { conflict, invalid, Refusal } from '@server/http/errors';
import type { MoveRule } from '@server/workflow/moveRoutes';
import { lockRows, type MovedEntity, moveRows } from '@server/workflow/moveRows';

/** Returns how a declaration moves: its machine, table and state field. */
export const movedDeclaration = (registry: Registry): MovedEntity => ({
  machine: declarationMachine,
  resource: registry.named('declaration'),
  stateField: 'state',
});

export const declarationMoves: Readonly<Record<string, MoveRule>> = {
  declare: {
    async before({ services, tx, row }) {
      const [rows] = await tx
        .select({ count: count() })
        .from(declarationRowTable)
        .where(and(eq(declarationRowTable.declaration, row.id), isNull(declarationRowTable.deleteTime)));
      const faults = declarationFaults(row as unknown as DeclarationVersion, rows?.count ?? 0);
      if (faults.length)
        throw new Refusal(
          400,
          'incomplete',
          declarationTexts.incomplete(faults.map(({ message }) => message)),
          invalid([...faults]).details,
        );
      return { declaredOn: formatDay(services.now(), services.env.zone) };
    },
    async after({ services, registry, tx, call, row }) {
      if (typeof row['previous'] !== 'number') return;
      const movedResource = movedDeclaration(registry);
      const [previous] = await lockRows(movedResource, tx, call, [row['previous']]);
      if (previous && previous['state'] === 'declared')
        await moveRows(services, tx, call, movedResource, [previous], 'replace', {
          reason: String(row['changeReason'] ?? ''),
        });
    },
  },
  reopen: {
    async before({ tx, row }) {
      const [laterVersion] = await tx
        .select({ no: declarationTable.versionNo })
        .from(declarationTable)
        .where(and(eq(declarationTable.previous, row.id), isNull(declarationTable.deleteTime)));
      if (laterVersion) throw conflict(declarationTexts.openDraft(laterVersion.no ?? 1), 'drafting');
      return { declaredOn: null };
    },
  },
};
