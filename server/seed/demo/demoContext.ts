import { eq } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { checkDraft } from '@contract/schema';
import { registry } from '@server/app/resources';
import { formatDay } from '@server/base/zone';
import type { BuiltInIds } from '@server/builtIn/builtInRows';
import { insertRow, insertRows } from '@server/crud/operations';
import type { Orm } from '@server/db/orm';
import type { Call } from '@server/http/route';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';

/** What every part of the demonstration needs to add its rows. */
export interface DemoContext {
  readonly services: Services;
  readonly tx: Orm;
  readonly builtInIds: BuiltInIds;
  readonly passwordHash: string;
}

const dayMs = 86_400_000;

/** Returns the day (`YYYY-MM-DD`) that is a number of days from today, in the organizations' zone. */
export const dayFromNow = ({ services: { now, env } }: DemoContext, days: number): string =>
  formatDay(new Date(now().getTime() + days * dayMs), env.zone);

/** Returns a person of the demonstration as the viewer of a call. */
function viewerAs(person: { id: number; userName: string; nickName: string }, organizationId: number): Viewer {
  return {
    user: {
      ...person,
      phone: null,
      email: null,
      avatar: null,
      expiryDate: null,
      organization: null,
      organizationId,
      isAdmin: false,
      isQy: false,
      roles: [],
    },
    sessionId: '',
    permissions: new Set(),
    dataScope: 'organization',
    organizationId,
    homeOrganizationId: organizationId,
    unitIds: null,
    outside: false,
    level: 999,
  };
}

/** Returns operations on behalf of the customer service, with the same rules as typed data. */
export function salesDeskOf(
  demo: DemoContext,
  person: { id: number; userName: string; nickName: string },
  organizationId: number,
) {
  const viewer = viewerAs(person, organizationId);
  const call: Omit<Call<unknown>, 'context'> = {
    viewer,
    maybeViewer: viewer,
    body: undefined,
    query: {},
    params: {},
    request: new Request('http://localhost/'),
    requestId: '',
    ip: '',
    reason: '演示数据',
    idempotencyKey: null,
  };
  const deskOf = (entityName: string) => ({
    services: demo.services,
    registry,
    resource: registry.named(entityName),
    call: call as Call<unknown>,
  });
  const checkedDraft = (entityName: string, draft: Record<string, unknown>): Record<string, unknown> => {
    const result = checkDraft(registry.named(entityName).entity, draft);
    if (!result.ok)
      throw new Error(`${entityName}: ${result.errors.map(({ field, message }) => `${field} ${message}`).join('; ')}`);
    return result.value;
  };
  // Throws if the rules of the entity refuse a draft.
  return {
    add: (entityName: string, draft: Record<string, unknown>): Promise<AnyRow> =>
      insertRow(deskOf(entityName), demo.tx, checkedDraft(entityName, draft), { action: 'add' }, organizationId),
    /** Inserts rows like an import. The organization had no rows before. */
    async addAll(entityName: string, drafts: readonly Record<string, unknown>[]): Promise<AnyRow[]> {
      const { table, columns } = registry.named(entityName);
      await insertRows(
        deskOf(entityName),
        demo.tx,
        drafts.map((draft) => checkedDraft(entityName, draft)),
        organizationId,
      );
      return (await demo.tx
        .select()
        .from(table)
        .where(eq(columns.organizationId, organizationId))
        .orderBy(columns.id)) as AnyRow[];
    },
  };
}

export type SalesDesk = ReturnType<typeof salesDeskOf>;
