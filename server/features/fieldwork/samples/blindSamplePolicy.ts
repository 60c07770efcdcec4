import { inArray } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { blindTexts } from '@contract/features/fieldwork/samples/blindSampleTexts';
import type { EditableStages } from '@contract/features/projects/editableStages';
import type { Policy } from '@server/crud/policy';
import { sampleTable } from '@server/db/schema';
import { projectPart } from '@server/features/projects/projectPart';
import { conflict, invalid } from '@server/http/errors';
import { addBlindSample } from './addBlindSample';

/** A blind sample joins its batch after the end of sampling, until the tests end. */
const whileAdding: EditableStages = {
  stages: ['handOver', 'testing'],
  early: blindTexts.tooEarly,
  late: blindTexts.tooLate,
};

function assertContent(draft: Readonly<Record<string, unknown>>): void {
  if (draft.blindKind !== 'control') return;
  const faults = [
    ...(Number(draft.content ?? 0) > 0 ? [] : [{ field: 'content', message: blindTexts.contentNeeded }]),
    ...(String(draft.material ?? '').trim() ? [] : [{ field: 'material', message: blindTexts.materialNeeded }]),
  ];
  if (faults.length) throw invalid(faults);
}

function assertKept(draft: Readonly<Record<string, unknown>>, before: AnyRow): void {
  if (before.outcome !== 'waiting') throw conflict(blindTexts.judged, 'judged');
  if (draft.model !== before.model || draft.blindKind !== before.blindKind) throw conflict(blindTexts.keep, 'kept');
}

/** Save rules of blind samples: the row makes its sample, and keeps it. */
export const blindSamplePolicy: Policy = projectPart(whileAdding, {
  disabledOperations: ['import', 'restore'],
  async beforeSave(draft, context) {
    const { before } = context;
    assertContent(draft);
    if (before) {
      assertKept(draft, before);
      return {};
    }
    return addBlindSample(draft, context);
  },
  async beforeDelete(rows, { tx }) {
    const ids = rows.flatMap(({ sample }) => (sample as number | null) ?? []);
    const samples = ids.length
      ? await tx
          .select({ no: sampleTable.sampleNo, state: sampleTable.state })
          .from(sampleTable)
          .where(inArray(sampleTable.id, ids))
      : [];
    const tested = samples.find(({ state }) => state !== 'voided');
    if (tested) throw conflict(blindTexts.voidFirst(tested.no), 'inUse');
  },
});
