import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { ledgerEntities } from '@contract/features/stock/ledgerEntity';
import { ledgerTexts } from '@contract/features/stock/ledgerTexts';
import { firstExpiring, itemKey } from '@contract/features/stock/lotExpiry';
import {
  handMovements,
  lotOf,
  type StockKind,
  stockKinds,
  stockLabels,
  stockPermission,
} from '@contract/features/stock/stockKinds';
import { stockWarnings } from '@contract/features/stock/stockWarnings';
import { permissionOf } from '@contract/permissions';
import { formatDay } from '@server/base/zone';
import { exportSheet } from '@server/crud/importing/exportSheet';
import { getRow, listRows } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import { once } from '@server/crud/runOnce';
import { idSchema } from '@server/http/bodySchemas';
import { readQuery, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { overrideBody } from './itemFitness';
import { lotsOfRecord, usesOf } from './lotUses';
import { prepareLot } from './prepareSolution';
import { type BookedMovement, moveStock, movementLabel } from './stockLedger';
import { lotTables } from './stockLots';

const amountSchema = z
  .union([z.string(), z.number().transform(String)], { error: () => '请填写数量' })
  .refine((text) => text.length <= 40, '数量过长');
const reasonSchema = z.string().max(300, '说明不能超过300个字').nullish();
const linesSchema = z
  .array(z.object({ lot: idSchema, amount: amountSchema, issue: idSchema.nullish() }), {
    error: () => ledgerTexts.noLines,
  })
  .min(1, ledgerTexts.noLines)
  .max(100, '一次最多办理100个批次');
const movementBody = z.object({
  movement: z.enum(handMovements, { error: () => '请选择出入库类型' }),
  lines: linesSchema,
  receiver: idSchema.nullish(),
  project: idSchema.nullish(),
  sheet: idSchema.nullish(),
  reason: reasonSchema,
  override: overrideBody,
});
const prepareBody = z.object({
  draft: z.record(z.string(), z.unknown(), { error: () => '请填写配制溶液的资料' }),
  amount: amountSchema,
  reason: reasonSchema,
  override: overrideBody,
  from: z
    .array(
      z.object({ kind: z.enum(stockKinds, { error: () => '请选择所用批次' }), lot: idSchema, amount: amountSchema }),
      {
        error: () => ledgerTexts.oneLeast,
      },
    )
    .min(1, ledgerTexts.oneLeast)
    .max(30, '所用批次最多30个'),
});

/** Highest number of lots in a warning; more than any laboratory has. */
const maxLots = 5000;

/** Routes of the list of movements and of its export. */
function listRoutes(services: Services, registry: Registry, kind: StockKind): Route[] {
  const tag = stockLabels[kind];
  const path = `api/${kind}`;
  const listPermission = [permissionOf({ name: kind }, 'list')];
  return [
    route({
      method: 'GET',
      path: `${path}/ledger`,
      permission: listPermission,
      tag,
      summary: `${tag}出入库流水`,
      query: { [kind]: '批次的编号', page: '页码，从0开始', size: '每页条数' },
      handle: (call) =>
        listRows(
          { services, registry, resource: registry.named('stockMovement'), call },
          { ...readQuery(call.request.url), stockKind: kind },
        ),
    }),
    route({
      method: 'GET',
      path: `${path}/ledger/export`,
      permission: [permissionOf({ name: kind }, 'export')],
      tag,
      summary: `导出${tag}出入库流水`,
      query: { ids: '只导出这些编号', format: 'xlsx（默认）或txt' },
      handle: (call) =>
        exportSheet(
          { services, registry, resource: { ...registry.named('stockMovement'), entity: ledgerEntities[kind] }, call },
          { ...readQuery(call.request.url), stockKind: kind },
        ),
    }),
  ];
}

/** Returns what the routes of a kind of stock have in common. */
const lotRouteParts = (services: Services, registry: Registry, kind: StockKind) => ({
  tag: stockLabels[kind],
  path: `api/${kind}`,
  resource: registry.named(kind),
  orm: services.database.orm,
  table: lotTables[kind],
  listPermission: [permissionOf({ name: kind }, 'list')],
  today: () => formatDay(services.now(), services.env.zone),
});

/** Returns the routes about single lots: the one that expires first, and the uses of one. */
function lotUseRoutes(services: Services, registry: Registry, kind: StockKind): Route[] {
  const { tag, path, resource, orm, table, listPermission, today } = lotRouteParts(services, registry, kind);
  return [
    route({
      method: 'GET',
      path: `${path}/firstExpiring/:id`,
      permission: listPermission,
      tag,
      summary: `同一${tag}的各批次，先到期的在前`,
      async handle(call) {
        const lot = lotOf(kind, await getRow({ services, registry, resource, call }, idParam(call)));
        const rows = await orm
          .select()
          .from(table)
          .where(and(undeletedRows(resource), scopeOf(resource, call.viewer), eq(table.status, '1')))
          .limit(maxLots);
        return {
          content: firstExpiring(
            rows.map((row) => lotOf(kind, row)).filter((candidate) => itemKey(candidate) === itemKey(lot)),
            today(),
          ),
          today: today(),
        };
      },
    }),
    route({
      method: 'GET',
      path: `${path}/uses/:id`,
      permission: listPermission,
      tag,
      summary: `一个${tag}批次用于哪些检测记录，由什么配制、配成了什么`,
      async handle(call) {
        const { id: lotId } = await getRow({ services, registry, resource, call }, idParam(call));
        return usesOf(orm, { kind, lot: lotId });
      },
    }),
  ];
}

/** Routes of the warnings, the lots by expiry, and the uses of lots. */
function lotRoutes(services: Services, registry: Registry, kind: StockKind): Route[] {
  const { tag, path, resource, orm, table, listPermission, today } = lotRouteParts(services, registry, kind);
  return [
    route({
      method: 'GET',
      path: `${path}/warnings`,
      permission: listPermission,
      tag,
      summary: `${tag}的效期与补货提醒`,
      async handle(call) {
        const rows = await orm
          .select()
          .from(table)
          .where(and(undeletedRows(resource), scopeOf(resource, call.viewer), eq(table.status, '1')))
          .limit(maxLots);
        return {
          ...stockWarnings(
            rows.map((row) => lotOf(kind, row)),
            today(),
          ),
          today: today(),
        };
      },
    }),
    ...lotUseRoutes(services, registry, kind),
  ];
}

function routesOfKind(services: Services, registry: Registry, kind: StockKind): Route[] {
  const tag = stockLabels[kind];
  const path = `api/${kind}`;
  const stockPermissions = [stockPermission(kind)];
  const context = { services, registry };
  const preparedKind = kind === 'consumable' ? null : kind;
  return [
    route({
      method: 'POST',
      path: `${path}/move`,
      permission: stockPermissions,
      tag,
      summary: `办理${tag}入库、出库、退库、报废、盘点与配制`,
      body: movementBody,
      async handle(call) {
        const { numbers, findings } = await services.database.transaction((tx) =>
          once(tx, call, (): Promise<BookedMovement> => moveStock(context, tx, call, kind, call.body)),
        );
        return ok(ledgerTexts.withFindings(ledgerTexts.done(movementLabel(call.body.movement), numbers), findings), {
          numbers,
          findings,
        });
      },
    }),
    ...(preparedKind
      ? [
          route({
            method: 'POST',
            path: `${path}/prepare`,
            permission: stockPermissions,
            tag,
            summary: `配制：由若干批次配成新的${tag}批次`,
            body: prepareBody,
            async handle(call) {
              const result = await services.database.transaction((tx) =>
                once(tx, call, () => prepareLot(context, tx, call, preparedKind, call.body)),
              );
              return ok(ledgerTexts.withFindings(ledgerTexts.prepared(result.no), result.findings), result);
            },
          }),
        ]
      : []),
    ...listRoutes(services, registry, kind),
    ...lotRoutes(services, registry, kind),
  ];
}

/** Routes of the ledger of the three kinds of stock, and of the uses of lots in records. */
export function ledgerRoutes(services: Services, registry: Registry): Route[] {
  return [
    ...stockKinds.flatMap((kind) => routesOfKind(services, registry, kind)),
    route({
      method: 'GET',
      path: `${labSheet.path}/lots/:id`,
      permission: [permissionOf(labSheet, 'list')],
      tag: '实验室',
      summary: '一份检测记录所用的标准物质、试剂、耗材批次及其来源',
      async handle(call) {
        const { id: sheet } = await getRow(
          { services, registry, resource: registry.named('labSheet'), call },
          idParam(call),
        );
        return { content: await lotsOfRecord(services.database.orm, sheet) };
      },
    }),
  ];
}
