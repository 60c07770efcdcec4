import { and, asc, eq, inArray, notInArray, or, type SQL } from 'drizzle-orm';
import { instrumentMisfit, type IntendedPurpose, standardMisfit } from '@contract/features/laboratory/purposeFit';
import {
  itemFitnessTexts,
  type UsedEntity,
  type SelectableOption,
  type UnfitItem,
  unfitConsumable,
  unfitInstrument,
  unfitReagent,
  unfitStandard,
} from '@contract/features/stock/itemFitness';
import { byExpiry } from '@contract/features/stock/lotExpiry';
import { lotOf, type StockKind } from '@contract/features/stock/stockKinds';
import { isDay } from '@contract/schema';
import { formatDay } from '@server/base/zone';
import { listQuery } from '@server/crud/listQuery';
import type { Registry } from '@server/crud/resource';
import { scopeOf, withIds } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { consumableTable, equipmentTable, reagentTable, standardTable } from '@server/db/schema';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { acceptanceCheck } from './lotAcceptance';
import { hazardsOfStandards, purposeOfTest, purposeLabel } from './purposeFitness';

type OfferRequest = {
  readonly condition: SQL | undefined;
  readonly ids: readonly number[];
  readonly onDay: string;
  readonly purpose: IntendedPurpose | null;
  readonly anyInstrument: boolean;
};

const maxOptions = 200;

// Usable lots first, in the order of their numbers; lots of one substance in the order of expiry.
const sortOptions = (options: readonly SelectableOption[]): SelectableOption[] => [
  ...options.filter(({ unusable }) => !unusable),
  ...options.filter(({ unusable, misfit }) => unusable && !misfit),
  ...options.filter(({ misfit }) => misfit),
];

const optionRoute = (
  id: number,
  name: string,
  details: readonly (string | null | undefined)[],
  unfitItem: UnfitItem | null,
  misfitText: string | null = null,
): SelectableOption => ({
  id,
  name,
  detail: details.filter(Boolean).join(' '),
  unusable: unfitItem?.message ?? misfitText,
  ...(misfitText === null ? {} : { misfit: true }),
});

/** Sorts lots by expiry, earliest first, for the laboratory as for the store. */
function offerLots<R extends Readonly<Record<string, unknown>> & { readonly id: number }>(
  kind: StockKind,
  rows: readonly R[],
  onDay: string,
  optionOf: (row: R, hint: string | null) => SelectableOption,
): SelectableOption[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return byExpiry(
    rows.map((row) => lotOf(kind, row)),
    onDay,
  ).flatMap(({ id, first }) => {
    const row = byId.get(id);
    return row ? [optionOf(row, first ? itemFitnessTexts.takeFirst : null)] : [];
  });
}

const isChosen = (
  column: typeof equipmentTable.id | typeof standardTable.id | typeof reagentTable.id | typeof consumableTable.id,
  ids: readonly number[],
) => (ids.length ? inArray(column, [...ids]) : undefined);

async function offerInstruments(
  orm: Orm,
  { condition, ids, onDay, purpose, anyInstrument }: OfferRequest,
): Promise<SelectableOption[]> {
  // Samplers are used in the field only. Direct-reading instruments are also read in the laboratory.
  const isOffered = and(
    notInArray(equipmentTable.status, ['scrapped']),
    notInArray(equipmentTable.eqpKind, ['sampler', 'dustSampler', 'personalSampler', 'flowCalibrator', 'weather']),
  );
  const rows = await orm
    .select()
    .from(equipmentTable)
    .where(and(condition, or(isOffered, isChosen(equipmentTable.id, ids))))
    .orderBy(asc(equipmentTable.eqpNo))
    .limit(maxOptions);
  return rows.map((row) =>
    optionRoute(
      row.id,
      `${row.eqpNo} ${row.eqpName}`,
      [row.model, row.calibrationDue && `有效期至${row.calibrationDue}`],
      unfitInstrument(row, onDay),
      purpose && !anyInstrument ? instrumentMisfit(row, purpose, purposeLabel) : null,
    ),
  );
}

async function offerStandards(orm: Orm, { condition, ids, onDay, purpose }: OfferRequest): Promise<SelectableOption[]> {
  const rows = await orm
    .select()
    .from(standardTable)
    .where(and(condition, or(eq(standardTable.status, '1'), isChosen(standardTable.id, ids))))
    .orderBy(asc(standardTable.standardNo))
    .limit(maxOptions);
  const hazards = purpose ? await hazardsOfStandards(orm, rows) : new Map<number, []>();
  const misfitOf = (row: (typeof rows)[number]) =>
    purpose ? standardMisfit({ ...row, hazards: hazards.get(row.id) ?? [] }, purpose) : null;
  const acceptedAcceptanceCheck = await acceptanceCheck(
    orm,
    rows.map(({ organizationId }) => organizationId),
  );
  return offerLots('standard', rows, onDay, (row, hint) =>
    optionRoute(
      row.id,
      `${row.standardNo} ${row.standardName}`,
      [
        `批号${row.lotNo}`,
        row.certified && `${row.certified}${row.certifiedUnit ?? ''}`,
        row.validUntil && `有效期至${row.validUntil}`,
        hint,
      ],
      unfitStandard(row, onDay) ?? acceptedAcceptanceCheck('standard', row),
      misfitOf(row),
    ),
  );
}

async function offerReagents(orm: Orm, { condition, ids, onDay }: OfferRequest): Promise<SelectableOption[]> {
  const rows = await orm
    .select()
    .from(reagentTable)
    .where(and(condition, or(eq(reagentTable.status, '1'), isChosen(reagentTable.id, ids))))
    .orderBy(asc(reagentTable.reagentNo))
    .limit(maxOptions);
  const acceptedAcceptanceCheck = await acceptanceCheck(
    orm,
    rows.map(({ organizationId }) => organizationId),
  );
  return offerLots('reagent', rows, onDay, (row, hint) =>
    optionRoute(
      row.id,
      `${row.reagentNo} ${row.reagentName}`,
      [row.grade, `批号${row.lotNo}`, row.validUntil && `有效期至${row.validUntil}`, hint],
      unfitReagent(row, onDay) ?? acceptedAcceptanceCheck('reagent', row),
    ),
  );
}

async function offerConsumables(orm: Orm, { condition, ids, onDay }: OfferRequest): Promise<SelectableOption[]> {
  const rows = await orm
    .select()
    .from(consumableTable)
    .where(and(condition, or(eq(consumableTable.status, '1'), isChosen(consumableTable.id, ids))))
    .orderBy(asc(consumableTable.consumableNo))
    .limit(maxOptions);
  const acceptedAcceptanceCheck = await acceptanceCheck(
    orm,
    rows.map(({ organizationId }) => organizationId),
  );
  return offerLots('consumable', rows, onDay, (row, hint) =>
    optionRoute(
      row.id,
      `${row.consumableNo} ${row.consumableName}`,
      [row.specification, `批号${row.lotNo}`, row.validUntil && `有效期至${row.validUntil}`, hint],
      unfitConsumable(row, onDay) ?? acceptedAcceptanceCheck('consumable', row),
    ),
  );
}

/** Returns the selectable items of an entity, with the reason for each that can't be used. */
const offers: Readonly<Record<UsedEntity, (orm: Orm, request: OfferRequest) => Promise<SelectableOption[]>>> = {
  equipment: (orm, { condition, ids, onDay, purpose, anyInstrument }) =>
    offerInstruments(orm, { condition, ids, onDay, purpose, anyInstrument }),
  standard: offerStandards,
  reagent: offerReagents,
  consumable: offerConsumables,
};

/** Returns the items that a record or curve may use, by the conditions of the request's query. */
async function offeredOptions(
  services: Services,
  registry: Registry,
  entity: UsedEntity,
  call: Call<unknown>,
): Promise<{ content: SelectableOption[] }> {
  const { orm } = services.database;
  const resource = registry.named(entity);
  const { keyword, ids, on, methodKind, hazard, others } = call.query;
  const onDay = typeof on === 'string' && isDay(on) ? on : formatDay(services.now(), services.env.zone);
  const chosenIds =
    typeof ids === 'string'
      ? ids
          .split(',')
          .map(Number)
          .filter((id) => Number.isInteger(id) && id > 0 && id <= 2_147_483_647)
          .slice(0, maxOptions)
      : [];
  const { where } = listQuery(resource, typeof keyword === 'string' && keyword ? { keyword } : {}, services.env.zone);
  const onlyChosen = call.query.only === 'true' ? withIds(resource, chosenIds) : undefined;
  const purpose =
    typeof methodKind === 'string' &&
    Number.isInteger(Number(hazard)) &&
    Number(hazard) > 0 &&
    Number(hazard) <= 2_147_483_647
      ? await purposeOfTest(orm, methodKind, Number(hazard))
      : null;
  return {
    content: sortOptions(
      await offers[entity](orm, {
        condition: and(scopeOf(resource, call.viewer), where, onlyChosen),
        ids: chosenIds,
        onDay,
        purpose,
        anyInstrument: others === 'true',
      }),
    ),
  };
}

/** Routes of the choices in the laboratory. Something out of use is offered only if it was chosen before. */
export function stockRoutes(services: Services, registry: Registry): Route[] {
  return (Object.keys(offers) as UsedEntity[]).map((entity) =>
    route({
      method: 'GET',
      path: `api/labOptions/${entity}`,
      permission: 'signedIn',
      tag: '实验室',
      summary: '检测记录、标准曲线可选用的设备、标准物质、试剂、耗材，不能用的说明原因',
      query: {
        keyword: '关键字',
        ids: '已选编号',
        only: 'true：只要已选的',
        on: '使用日期，默认今天',
        methodKind: '方法类别：只给相符的设备与标准物质',
        hazard: '检测项目的编号',
        others: 'true：其他用途的设备也可选',
      },
      handle: (call) => offeredOptions(services, registry, entity, call),
    }),
  ) satisfies Route[];
}
