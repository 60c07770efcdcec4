import type { AnyRow } from '@contract/entity';
import { checkDraft } from '@contract/schema';
import { actorOf, recordAudit } from '@server/audit/trail';
import { type Desk, find, storeNew } from '@server/crud/operations';
import { referenceFaults } from '@server/crud/references';
import { event, initialsOf, wireFields } from '@server/crud/stored';
import type { Orm } from '@server/db/orm';
import { invalid } from '@server/http/errors';

/**
 * Adds drafts from another source (a copy, a template, a generation) to a project in the caller's transaction. A
 * reference to a row that no longer exists is cleared where the field may be empty; otherwise the draft is omitted.
 * `told` describes this for people.
 * @throws Refusal 400 for a draft that breaks a rule of the fields
 */
export async function addRows(
  desk: Desk,
  tx: Orm,
  drafts: readonly Readonly<Record<string, unknown>>[],
  organizationId: number | null,
  told: (draft: Readonly<Record<string, unknown>>, message: string) => string,
): Promise<{ rows: AnyRow[]; problems: string[] }> {
  const { resource } = desk;
  const problems: string[] = [];
  const checked = drafts.map((draft) => {
    const result = checkDraft(resource.entity, { ...initialsOf(resource), ...draft });
    if (!result.ok)
      throw invalid(result.errors.map(({ field, message }) => ({ field, message: told(draft, message) })));
    return { draft: { ...result.value } as Record<string, unknown>, source: draft };
  });
  const gone = new Set<number>();
  for (const { at, field, message } of await referenceFaults(
    desk,
    tx,
    checked.map(({ draft }) => ({ draft, before: null })),
  )) {
    const one = checked[at];
    if (!one) continue;
    if (resource.entity.fields[field]?.required) gone.add(at);
    else one.draft[field] = resource.entity.fields[field]?.kind === 'refs' ? [] : null;
    problems.push(told(one.source, message));
  }
  const ids: number[] = [];
  for (const [at, { draft }] of checked.entries())
    if (!gone.has(at)) ids.push(await storeNew(desk, tx, draft, organizationId));
  const rows = ids.length ? await find(desk, tx, ids, false) : [];
  await recordAudit(
    tx,
    actorOf(desk.call),
    rows.map((row) => event(resource, 'add', row, { after: wireFields(resource, row) })),
  );
  return { rows, problems };
}
