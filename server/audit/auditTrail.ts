import { type SQL, sql } from 'drizzle-orm';
import type { fixedDictionaries } from '@contract/dictionaries';
import type { Entity } from '@contract/entity';
import type { User } from '@contract/wire';
import type { Orm } from '@server/db/orm';
import { auditLogTable } from '@server/db/schema';
import { insertEach, insertDescribed } from '@server/db/writeMany';

export type AuditAction = (typeof fixedDictionaries.auditAction)[number]['value'];

export interface AuditEvent {
  readonly action: AuditAction;
  readonly entity: Pick<Entity, 'name' | 'label'>;
  readonly entityId?: number | null;
  readonly title?: string | null;
  readonly organizationId?: number | null;
  /** Values before; for an edit only those of the changed fields. */
  readonly before?: Record<string, unknown> | null;
  readonly after?: Record<string, unknown> | null;
  readonly reason?: string | null;
}

/** Person who made the change, and from where. */
export interface Actor {
  readonly userId: number | null;
  readonly userName: string | null;
  readonly organizationId: number | null;
  readonly ip: string;
  readonly requestId: string;
  readonly reason: string | null;
}

/** Data of a call about the person who makes it. */
interface CallerData extends Pick<Actor, 'ip' | 'requestId' | 'reason'> {
  readonly maybeViewer: { readonly user: Pick<User, 'id' | 'nickName' | 'userName' | 'organizationId'> } | undefined;
}

/** Returns the person who makes a call, in the form that the audit trail stores. */
export function actorOf(call: CallerData): Actor {
  const user = call.maybeViewer?.user;
  return {
    userId: user?.id ?? null,
    userName: user ? `${user.nickName}（${user.userName}）` : null,
    organizationId: user?.organizationId ?? null,
    ip: call.ip,
    requestId: call.requestId,
    reason: call.reason,
  };
}

const lineOf = (actor: Actor, event: AuditEvent) => ({
  organizationId: event.organizationId ?? actor.organizationId,
  createBy: actor.userId,
  userName: actor.userName,
  ip: actor.ip,
  requestId: actor.requestId,
  reason: event.reason ?? actor.reason,
  action: event.action,
  entity: event.entity.name,
  entityLabel: event.entity.label,
  entityId: event.entityId ?? null,
  title: event.title?.slice(0, 500) ?? null,
  before: event.before ?? null,
  after: event.after ?? null,
});

/**
 * Writes audit lines in the transaction of the change: neither exists without the other. A database trigger writes
 * the hash chain over the lines at commit (`server/db/migrations/0015_audit_chain.sql`,
 * `0086_link_audit_lines_together.sql`).
 */
export async function recordAudit(tx: Orm, actor: Actor, events: readonly AuditEvent[]): Promise<void> {
  for (let from = 0; from < events.length; from += 500)
    await insertEach(
      tx,
      auditLogTable,
      events.slice(from, from + 500).map((event) => lineOf(actor, event)),
    );
}

/**
 * Inserts rows with `insert` (`insertsOf`), each with an audit line.
 * @param storedColumns SQL expressions that describe an inserted row
 */
export async function recordInserted(
  tx: Orm,
  actor: Actor,
  event: Pick<AuditEvent, 'action' | 'entity'>,
  insert: SQL,
  storedColumns: Readonly<Record<'organizationId' | 'entityId' | 'title' | 'after', SQL>>,
): Promise<void> {
  const line = lineOf(actor, event);
  await insertDescribed(tx, insert, auditLogTable, {
    ...line,
    ...storedColumns,
    organizationId: sql`coalesce(${storedColumns.organizationId}, ${line.organizationId}::int)`,
    title: sql`left(${storedColumns.title}, 500)`,
  });
}

/** Returns the fields in which two rows differ, before and after. */
export function differenceOf(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  names: readonly string[],
) {
  const changedNames = names.filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );
  const pickChanged = (row: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changedNames.map((name) => [name, row[name] ?? null]));
  return { changed: changedNames, before: pickChanged(before), after: pickChanged(after) };
}
