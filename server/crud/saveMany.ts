import type { AnyRow } from '@contract/entity';
import { failures } from '@contract/messages';
import { mayAny, permissionOf } from '@contract/permissions';
import { checkDraft, type FieldError } from '@contract/schema';
import { type SavedTogether, unknownKeys } from '@contract/workbook/saveAll';
import { actorOf, type AuditEvent, recordAudit } from '@server/audit/trail';
import type { Orm } from '../db/orm';
import { forbidden, invalid, notFound, Refusal } from '../http/errors';
import { once } from './idempotent';
import { type Desk, find, ownerOf, removeRows, storeChange, storeNew } from './operations';
import { referenceFaults } from './references';
import { assertUnlocked, assertWritable, organizationForNew } from './scope';
import { changeEvents, event, initialsOf, keptOf, wireFields } from './stored';

type Input = SavedTogether['rows'][number];
type Removal = SavedTogether['removed'][number];

/** A sent row: a new one, or a change of the stored row `before`. `at` is its index in the request. */
interface Work {
  readonly at: number;
  readonly before: AnyRow | null;
  readonly draft: Record<string, unknown>;
}

function assertMay({ resource: { entity }, call: { viewer } }: Desk, { rows, removed }: SavedTogether): void {
  const needed = [
    ...(rows.some(({ id }) => id === undefined) ? (['add'] as const) : []),
    ...(rows.some(({ id }) => id !== undefined) ? (['edit'] as const) : []),
    ...(removed.length ? (['del'] as const) : []),
  ];
  for (const action of needed) if (!mayAny(viewer.permissions, [permissionOf(entity, action)])) throw forbidden();
}

/**
 * Locks the stored rows that are changed or removed. Missing and stale rows are reported for the whole request at
 * once.
 */
async function lockAll(
  desk: Desk,
  tx: Orm,
  rows: readonly Input[],
  removed: readonly Removal[],
): Promise<ReadonlyMap<number, AnyRow>> {
  const wanted = [
    ...rows.map((row, at) => ({ ...row, where: `rows[${at}]` })),
    ...removed.map((row, at) => ({ ...row, where: `removed[${at}]` })),
  ];
  const held = wanted.flatMap(({ id, version, where }) => (typeof id === 'number' ? [{ id, version, where }] : []));
  if (new Set(held.map(({ id }) => id)).size !== held.length)
    throw invalid([{ field: 'rows', message: '同一行数据出现了多次，请刷新后重试' }]);
  const stored = new Map(
    (held.length
      ? await find(
          desk,
          tx,
          held.map(({ id }) => id),
          true,
        )
      : []
    ).map((row) => [row.id, row]),
  );
  const gone = held.filter(({ id }) => !stored.has(id));
  if (gone.length)
    throw new Refusal(404, 'gone', failures.someGone, {
      errors: gone.map(({ where }) => ({ field: where, message: failures.notFound })),
    });
  const old = held.flatMap(({ id, version }) => {
    const row = stored.get(id);
    return row && row.version !== version ? [row] : [];
  });
  if (old.length) throw new Refusal(409, 'stale', failures.stale, { current: old });
  return stored;
}

/** Finds two rows of one request with the same unique value; the database would report only one. */
function repeated({ resource: { entity } }: Desk, works: readonly Work[]): FieldError[] {
  return Object.entries(entity.fields).flatMap(([name, field]) => {
    if (!field.unique) return [];
    const seen = new Set<string>();
    return works.flatMap(({ at, draft }) => {
      const value = draft[name];
      if (value === null || value === undefined) return [];
      const known = seen.has(String(value));
      seen.add(String(value));
      return known ? [{ field: `rows[${at}].${name}`, message: `${field.label}“${String(value)}”重复` }] : [];
    });
  });
}

/** Validates every row by its fields' rules and its references, and reports all faults at their cells. */
async function check(
  desk: Desk,
  tx: Orm,
  rows: readonly Input[],
  stored: ReadonlyMap<number, AnyRow>,
): Promise<Work[]> {
  const { resource } = desk;
  const errors: FieldError[] = [];
  const works: Work[] = [];
  /** Invalid rows, whose references are checked as well. */
  const refused: Work[] = [];
  for (const [at, row] of rows.entries()) {
    const before = (row.id === undefined ? undefined : stored.get(row.id)) ?? null;
    const checked = checkDraft(resource.entity, { ...(before ?? initialsOf(resource)), ...row });
    if (checked.ok) works.push({ at, before, draft: before ? keptOf(resource, checked.value) : checked.value });
    else {
      refused.push({ at, before, draft: checked.held });
      errors.push(...checked.errors.map(({ field, message }) => ({ field: `rows[${at}].${field}`, message })));
    }
  }
  const asked = [...works, ...refused];
  for (const { at, field, message } of await referenceFaults(desk, tx, asked))
    errors.push({ field: `rows[${asked[at]?.at ?? at}].${field}`, message });
  errors.push(...repeated(desk, works));
  if (errors.length) throw invalid(errors);
  return works;
}

/** Converts a policy's error to an error of the row in the request. */
function atRow(error: unknown, at: number): unknown {
  if (!(error instanceof Refusal)) return error;
  const errors = error.details.errors?.map(({ field, message }) => ({ field: `rows[${at}].${field}`, message })) ?? [
    { field: `rows[${at}]`, message: error.message },
  ];
  return new Refusal(error.status, error.code, error.message, { ...error.details, errors });
}

/**
 * Runs the work for each row. Validation errors of the policy are collected; any other error stops the work at once.
 */
async function eachRow<T>(works: readonly Work[], work: (one: Work, index: number) => Promise<T>): Promise<T[]> {
  const errors: FieldError[] = [];
  const results: T[] = [];
  for (const [index, one] of works.entries()) {
    try {
      results.push(await work(one, index));
    } catch (thrown) {
      const error = atRow(thrown, one.at);
      if (!(error instanceof Refusal && error.status === 400)) throw error;
      errors.push(...(error.details.errors ?? []));
    }
  }
  if (errors.length) throw invalid(errors);
  return results;
}

/** Returns a function that gives the organization of new rows, with one query per parent. */
function ownersOf(desk: Desk, tx: Orm) {
  const { resource, call } = desk;
  const part = resource.policy.partOf;
  const known = new Map<unknown, number | null>();
  return async (draft: Readonly<Record<string, unknown>>, wanted: unknown): Promise<number | null> => {
    const whole = part === undefined ? wanted : draft[part];
    const held = known.get(whole);
    if (held !== undefined) return held;
    const callers = organizationForNew(resource, call.viewer, wanted);
    if (part === undefined) assertWritable(resource, call.viewer, { organizationId: callers });
    const owner = await ownerOf(desk, tx, draft, callers);
    known.set(whole, owner);
    return owner;
  };
}

/**
 * Saves the rows of an entry grid: removes, changes and adds in one transaction, all or none. References are looked
 * up together. The policy's hooks run for each row; `afterSave` runs after all rows are written.
 * @returns the saved rows in the order in which they were sent
 * @throws Refusal 400 with every faulty cell as `rows[3].post`; 404 `gone` and 409 `stale` (with the current rows)
 * for all such rows at once
 */
export function saveMany(desk: Desk, request: SavedTogether): Promise<AnyRow[]> {
  const { resource, services, call } = desk;
  const { rows, removed } = request;
  assertMay(desk, request);
  const unknown = unknownKeys([resource.entity], rows);
  if (unknown.length) throw invalid(unknown);
  return services.database.transaction((tx) =>
    once(tx, call, async () => {
      const stored = await lockAll(desk, tx, rows, removed);
      const leaving = removed.flatMap(({ id }) => stored.get(id) ?? []);
      if (leaving.length) await removeRows(desk, tx, leaving);
      const works = await check(desk, tx, rows, stored);
      const ownerFor = ownersOf(desk, tx);
      const ids = await eachRow(works, async ({ at, before, draft }) => {
        if (!before) return storeNew(desk, tx, draft, await ownerFor(draft, rows[at]?.organizationId));
        assertWritable(resource, call.viewer, before);
        await resource.policy.assertOpen?.(before, { ...desk, tx });
        assertUnlocked(resource, before, 'edit');
        await storeChange(desk, tx, before, draft);
        return before.id;
      });
      const byId = new Map((ids.length ? await find(desk, tx, ids, false) : []).map((row) => [row.id, row]));
      const saved = ids.map((id) => {
        const row = byId.get(id);
        // If the creator can't see the row, the scope is wrong and the row would be lost. The save is then refused.
        if (!row) throw notFound();
        return row;
      });
      const trail: AuditEvent[] = [];
      await eachRow(works, async (work, index) => {
        const after = saved[index];
        if (!after) return;
        await resource.policy.afterSave?.(after, {
          ...desk,
          tx,
          before: work.before,
          organizationId: after.organizationId,
        });
        trail.push(
          ...(work.before
            ? changeEvents(resource, 'edit', work.before, after, work.draft)
            : [event(resource, 'add', after, { after: wireFields(resource, after) })]),
        );
      });
      await recordAudit(tx, actorOf(call), trail);
      return saved;
    }),
  );
}
