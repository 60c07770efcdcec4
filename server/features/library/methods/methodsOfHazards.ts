import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { HazardFact, MethodFact, MethodItemFact } from '@contract/features/fieldwork/plan/planFacts';
import type { Orm } from '@server/db/orm';
import { hazardTable, labMethodItemTable, labMethodTable } from '@server/db/schema';
import { hiddenMethodsOf } from './hiddenMethods';

interface MethodRequest {
  readonly hazards: readonly number[];
  /** Methods to include besides the methods that measure the hazards. */
  readonly methods?: readonly number[];
  /** Organization whose own rows are included with the common ones; null for only the common ones. */
  readonly organizationId: number | null;
}

/**
 * Returns the hazards with the methods that measure them, in any state. Common methods that the organization has
 * hidden are left out, unless something uses them.
 */
export async function methodsOfHazards(
  orm: Orm,
  { hazards, methods = [], organizationId }: MethodRequest,
): Promise<{
  hazards: Map<number, HazardFact & { noLimit: boolean | null }>;
  methods: MethodFact[];
  items: MethodItemFact[];
}> {
  const [h, m, i] = [hazardTable, labMethodTable, labMethodItemTable];
  const commonCondition = isNull(m.organizationId);
  const owner = organizationId === null ? commonCondition : or(commonCondition, eq(m.organizationId, organizationId));
  const itemOwner =
    organizationId === null
      ? isNull(i.organizationId)
      : or(isNull(i.organizationId), eq(i.organizationId, organizationId));
  const hazardRows = hazards.length
    ? await orm
        .select({ id: h.id, name: h.name, category: h.category, noMethod: h.noMethod, noLimit: h.noLimit })
        .from(h)
        .where(inArray(h.id, [...hazards]))
    : [];
  const items = hazards.length
    ? await orm
        .select({
          method: i.method,
          hazard: i.hazard,
          dataCertainty: i.dataCertainty,
          own: sql<boolean>`${i.organizationId} is not null`,
        })
        .from(i)
        .where(and(inArray(i.hazard, [...hazards]), isNull(i.deleteTime), itemOwner))
        .orderBy(asc(i.id))
    : [];
  const hidden = organizationId === null ? new Set<number>() : await hiddenMethodsOf(orm, organizationId);
  const offeredItems = items.filter(({ method }) => !hidden.has(method) || methods.includes(method));
  const methodIds = [...new Set([...offeredItems.map(({ method }) => method), ...methods])];
  const rows = methodIds.length
    ? await orm
        .select()
        .from(m)
        .where(and(inArray(m.id, methodIds), isNull(m.deleteTime), owner))
        .orderBy(asc(m.id))
    : [];
  return { hazards: new Map(hazardRows.map((hazard) => [hazard.id, hazard])), methods: rows, items: offeredItems };
}
