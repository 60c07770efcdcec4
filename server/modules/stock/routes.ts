import { gateTexts, type GuardedEntity, type GuardedOption, type Unfit, unfitConsumable, unfitInstrument, unfitReagent, unfitStandard } from '@contract/expiryGate';
import { isDay } from '@contract/schema';
import { lotOf, type StockKind } from '@contract/stock/kinds';
import { byExpiry } from '@contract/stock/lots';
import { and, asc, eq, inArray, notInArray, or, type SQL } from 'drizzle-orm';
import { listQuery } from '../../crud/query';
import type { Registry } from '../../crud/resource';
import { scopeOf, withIds } from '../../crud/scope';
import { consumableTable, equipmentTable, reagentTable, standardTable } from '../../db/schema';
import { type Call, type Route, route } from '../../http/route';
import type { Services } from '../../services';
import { formatDay } from '../../zone';

type Given = { readonly where: SQL | undefined; readonly ids: readonly number[]; readonly onDay: string };

const most = 200;

// Usable ones first; of those the order of their numbers, in which lots of one thing stand by the days on which they run out.
const sorted = (options: readonly GuardedOption[]): GuardedOption[] => [...options.filter(({ unusable }) => !unusable), ...options.filter(({ unusable }) => unusable)];

const option = (id: number, name: string, details: readonly (string | null | undefined)[], unfit: Unfit | null): GuardedOption => ({ id, name, detail: details.filter(Boolean).join(' '), unusable: unfit?.message ?? null });

/** First expiring, first out, where the laboratory chooses as where the store gives out. */
function offerLots<R extends Readonly<Record<string, unknown>> & { readonly id: number }>(kind: StockKind, rows: readonly R[], onDay: string, optionOf: (row: R, hint: string | null) => GuardedOption): GuardedOption[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return byExpiry(rows.map((row) => lotOf(kind, row)), onDay).flatMap(({ id, first }) => {
    const row = byId.get(id);
    return row ? [optionOf(row, first ? gateTexts.takeFirst : null)] : [];
  });
}

/** What the laboratory may choose from. What is out of use is offered only where it was chosen before. */
export function stockRoutes(services: Services, registry: Registry): Route[] {
  const { orm } = services.database;
  const chosen = (column: typeof equipmentTable.id | typeof standardTable.id | typeof reagentTable.id | typeof consumableTable.id, ids: readonly number[]) => (ids.length ? inArray(column, [...ids]) : undefined);
  const lists: Record<GuardedEntity, (given: Given) => Promise<GuardedOption[]>> = {
    async equipment({ where, ids, onDay }) {
      // Samplers go to the field; what reads on the spot is read in the laboratory, too.
      const offered = and(notInArray(equipmentTable.status, ['scrapped']), notInArray(equipmentTable.eqpKind, ['sampler', 'dustSampler', 'personalSampler', 'flowCalibrator', 'weather']));
      const rows = await orm.select().from(equipmentTable).where(and(where, or(offered, chosen(equipmentTable.id, ids)))).orderBy(asc(equipmentTable.eqpNo)).limit(most);
      return rows.map((row) => option(row.id, `${row.eqpNo} ${row.eqpName}`, [row.model, row.calibrationDue && `有效期至${row.calibrationDue}`], unfitInstrument(row, onDay)));
    },
    async standard({ where, ids, onDay }) {
      const rows = await orm.select().from(standardTable).where(and(where, or(eq(standardTable.status, '1'), chosen(standardTable.id, ids)))).orderBy(asc(standardTable.standardNo)).limit(most);
      return offerLots('standard', rows, onDay, (row, hint) => option(row.id, `${row.standardNo} ${row.standardName}`, [`批号${row.lotNo}`, row.certified && `${row.certified}${row.certifiedUnit ?? ''}`, row.validUntil && `有效期至${row.validUntil}`, hint], unfitStandard(row, onDay)));
    },
    async reagent({ where, ids, onDay }) {
      const rows = await orm.select().from(reagentTable).where(and(where, or(eq(reagentTable.status, '1'), chosen(reagentTable.id, ids)))).orderBy(asc(reagentTable.reagentNo)).limit(most);
      return offerLots('reagent', rows, onDay, (row, hint) => option(row.id, `${row.reagentNo} ${row.reagentName}`, [row.grade, `批号${row.lotNo}`, row.validUntil && `有效期至${row.validUntil}`, hint], unfitReagent(row, onDay)));
    },
    async consumable({ where, ids, onDay }) {
      const rows = await orm.select().from(consumableTable).where(and(where, or(eq(consumableTable.status, '1'), chosen(consumableTable.id, ids)))).orderBy(asc(consumableTable.consumableNo)).limit(most);
      return offerLots('consumable', rows, onDay, (row, hint) => option(row.id, `${row.consumableNo} ${row.consumableName}`, [row.specification, `批号${row.lotNo}`, row.validUntil && `有效期至${row.validUntil}`, hint], unfitConsumable(row, onDay)));
    },
  };
  const handle = (entity: GuardedEntity) => async (call: Call<unknown>): Promise<{ content: GuardedOption[] }> => {
    const resource = registry.named(entity);
    const { keyword, ids, on } = call.query;
    const onDay = typeof on === 'string' && isDay(on) ? on : formatDay(services.now(), services.env.zone);
    const wanted = typeof ids === 'string' ? ids.split(',').map(Number).filter((id) => Number.isInteger(id) && id > 0 && id <= 2_147_483_647).slice(0, most) : [];
    const { where } = listQuery(resource, typeof keyword === 'string' && keyword ? { keyword } : {}, services.env.zone);
    const only = call.query.only === 'true' ? withIds(resource, wanted) : undefined;
    return { content: sorted(await lists[entity]({ where: and(scopeOf(resource, call.viewer), where, only), ids: wanted, onDay })) };
  };
  return (Object.keys(lists) as GuardedEntity[]).map((entity) => route({
    method: 'GET', path: `api/labOptions/${entity}`, permission: 'signedIn', tag: '实验室', summary: '检测记录、标准曲线可选用的设备、标准物质、试剂、耗材，不能用的说明原因',
    query: { keyword: '关键字', ids: '已选编号', only: 'true：只要已选的', on: '使用日期，默认今天' },
    handle: handle(entity),
  })) satisfies Route[];
}

