import type { AnyRow } from '@contract/entity';
import { checkDraft } from '@contract/schema';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { referenceFaults } from '@server/crud/checkReferences';
import { type OperationContext, findVisibleRows, insertDraft } from '@server/crud/operations';
import { rowEvent, initialsOf, wireFields } from '@server/crud/storedValues';
import type { Orm } from '@server/db/orm';
import { invalid } from '@server/http/errors';

/**
 * Adds drafts from another source (a copy, a template, a generation) to a project in the caller's transaction. A
 * reference to a row that no longer exists is cleared where the field may be empty; otherwise the draft is omitted.
 * `wordProblem` describes this for people.
 * @throws Refusal 400 for a draft that breaks a rule of the fields
 */
export async function addProjectRows(
  context: OperationContext,
  tx: Orm,
  drafts: readonly Readonly<Record<string, unknown>>[],
  organizationId: number | null,
  wordProblem: (draft: Readonly<Record<string, unknown>>, message: string) => string,
): Promise<{ rows: AnyRow[]; problems: string[] }> {
  const { resource } = context;
  const problems: string[] = [];
  const checkedDrafts = drafts.map((draft) => {
    const result = checkDraft(resource.entity, { ...initialsOf(resource), ...draft });
    if (!result.ok)
      throw invalid(result.errors.map(({ field, message }) => ({ field, message: wordProblem(draft, message) })));
    return { draft: { ...result.value } as Record<string, unknown>, source: draft };
  });
  const leftOutIndexes = new Set<number>();
  for (const { lineIndex, field, message } of await referenceFaults(
    context,
    tx,
    checkedDrafts.map(({ draft }) => ({ draft, before: null })),
  )) {
    const checkedDraft = checkedDrafts[lineIndex];
    if (!checkedDraft) continue;
    if (resource.entity.fields[field]?.required) leftOutIndexes.add(lineIndex);
    else checkedDraft.draft[field] = resource.entity.fields[field]?.kind === 'refs' ? [] : null;
    problems.push(wordProblem(checkedDraft.source, message));
  }
  const ids: number[] = [];
  for (const [index, { draft }] of checkedDrafts.entries())
    if (!leftOutIndexes.has(index)) ids.push(await insertDraft(context, tx, draft, organizationId));
  const rows = ids.length ? await findVisibleRows(context, tx, ids, false) : [];
  await recordAudit(
    tx,
    actorOf(context.call),
    rows.map((row) => rowEvent(resource, 'add', row, { after: wireFields(resource, row) })),
  );
  return { rows, problems };
}
