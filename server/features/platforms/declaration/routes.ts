import { and, asc, count, desc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { declarationDocument } from '@contract/features/platforms/declaration/declarationDocument';
import type { DeclarationVersion, DeclarationView } from '@contract/features/platforms/declaration/declarationWire';
import { declarationTexts, maxDeclaredRows } from '@contract/features/platforms/declarationTexts';
import { declaration } from '@contract/features/platforms/entities/declaration';
import { permissionOf } from '@contract/permissions';
import type { PrintDocument } from '@contract/print/printDocument';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { CrudContext } from '@server/crud/crudContext';
import { dictLabel } from '@server/crud/dictLabel';
import { presentRows, wireColumns } from '@server/crud/presentRows';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { scopeOf } from '@server/crud/rowScope';
import { once } from '@server/crud/runOnce';
import { declarationRowTable, declarationTable, organizationTable } from '@server/db/schema';
import { shownName } from '@server/files/fileName';
import { downloadResponse } from '@server/files/sendFile';
import { idField } from '@server/http/bodySchemas';
import { conflict, notFound } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import { makePdf } from '@server/print/makePdf';
import type { Services } from '@server/services';
import { moveRoutes } from '@server/workflow/moveRoutes';
import { beginChange, beginDeclaration, newestSurvey, unitOf } from './beginDeclaration';
import { declarationMoves, movedDeclaration } from './moves';

const idSchema = idField('请选择受检单位');
const yearSchema = z
  .int({ error: () => '请填写申报年度' })
  .min(2000, '申报年度应为2000到2100')
  .max(2100, '申报年度应为2000到2100');
const startBody = z.object({ unit: idSchema, year: yearSchema });
const receiptBody = z.object({
  id: idSchema,
  receiptNo: z
    .string({ error: () => '请填写申报回执号' })
    .trim()
    .min(1, '请填写申报回执号')
    .max(100, '申报回执号不能超过100个字'),
});
const changeBody = z.object({
  id: idSchema,
  year: yearSchema,
  reason: z
    .string({ error: () => declarationTexts.reasonMissing })
    .trim()
    .min(1, declarationTexts.reasonMissing)
    .max(300, '变更原因不能超过300个字'),
  refill: z.boolean().default(false),
});

const { path, label: tag } = declaration;
const viewPermissions = [permissionOf(declaration, 'list')];

async function declarationVersions(
  context: CrudContext,
  call: Call<unknown>,
  condition: SQL,
): Promise<DeclarationVersion[]> {
  const { services, registry } = context;
  const { database, env } = services;
  const { orm } = database;
  const [resource, rowResource] = [registry.named('declaration'), registry.named('declarationRow')];
  const declarations = await presentRows(
    orm,
    registry,
    resource,
    await orm
      .select(wireColumns(resource))
      .from(resource.table)
      .where(and(condition, isNull(declarationTable.deleteTime), scopeOf(resource, call.viewer)))
      .orderBy(desc(declarationTable.versionNo), desc(declarationTable.id)),
    env.zone,
  );
  const ids = declarations.map((row) => row.id);
  const rows = ids.length
    ? await presentRows(
        orm,
        registry,
        rowResource,
        await orm
          .select(wireColumns(rowResource))
          .from(rowResource.table)
          .where(and(inArray(declarationRowTable.declaration, ids), isNull(declarationRowTable.deleteTime)))
          .orderBy(asc(declarationRowTable.rowSort), asc(declarationRowTable.id)),
        env.zone,
      )
    : [];
  return declarations.map(
    (row) =>
      ({
        ...row,
        rows: rows.filter((declaredRow) => declaredRow['declaration'] === row.id),
      }) as unknown as DeclarationVersion,
  );
}

/**
 * Returns the printed declaration.
 * @throws Refusal 404 for a declaration of another organization, 409 for more rows than can be printed
 */
async function paperOf(
  context: CrudContext,
  call: Call<unknown>,
  wantedId: number,
): Promise<{ document: PrintDocument; version: DeclarationVersion }> {
  const { services, registry } = context;
  const { orm } = services.database;
  const visibleCondition = and(
    eq(declarationTable.id, wantedId),
    isNull(declarationTable.deleteTime),
    scopeOf(registry.named('declaration'), call.viewer),
  );
  const [counts] = await orm
    .select({ rows: count() })
    .from(declarationRowTable)
    .innerJoin(declarationTable, eq(declarationTable.id, declarationRowTable.declaration))
    .where(and(visibleCondition, isNull(declarationRowTable.deleteTime)));
  if ((counts?.rows ?? 0) > maxDeclaredRows) throw conflict(declarationTexts.tooLong);
  const [version] = await declarationVersions(context, call, eq(declarationTable.id, wantedId));
  if (!version) throw notFound(declarationTexts.gone);
  const { organizationId } = version;
  const [agency] =
    organizationId === null
      ? []
      : await orm
          .select({ name: organizationTable.name })
          .from(organizationTable)
          .where(eq(organizationTable.id, organizationId));
  const labelFor = (dict: string, value: string | null) => dictLabel(orm, dict, value, organizationId);
  const labels = {
    scale: await labelFor('unitScale', version.scale),
    industry: await labelFor('industry', version.industry),
    economicType: await labelFor('economicType', version.economicType),
  };
  return { document: declarationDocument({ agency: agency?.name ?? '', version, words: labels }), version };
}

/** Begins a new version of a declaration that was already declared. */
async function changeDeclaration(context: CrudContext, call: Call<z.output<typeof changeBody>>) {
  const { services, registry } = context;
  const { database } = services;
  const { id: wantedId, ...change } = call.body;
  const newVersion = await database.transaction((tx) =>
    once(tx, call, async () => {
      const [oldVersion] = await tx
        .select()
        .from(declarationTable)
        .where(
          and(
            eq(declarationTable.id, wantedId),
            isNull(declarationTable.deleteTime),
            scopeOf(registry.named('declaration'), call.viewer),
          ),
        )
        .for('update');
      if (!oldVersion) throw notFound(declarationTexts.gone);
      return beginChange(context, tx, call, oldVersion, change);
    }),
  );
  return ok(declarationTexts.changed, newVersion);
}

/** Stores the receipt of a declaration. */
async function saveReceipt({ services, registry }: CrudContext, call: Call<z.output<typeof receiptBody>>) {
  const { database } = services;
  const { id: wantedId, receiptNo } = call.body;
  await database.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(declarationTable)
      .where(
        and(
          eq(declarationTable.id, wantedId),
          isNull(declarationTable.deleteTime),
          scopeOf(registry.named('declaration'), call.viewer),
        ),
      )
      .for('update');
    if (!row) throw notFound(declarationTexts.gone);
    if (row.state === 'drafting') throw conflict(declarationTexts.notDeclaredYet);
    if (row.receiptNo === receiptNo) return;
    await tx
      .update(declarationTable)
      .set({ receiptNo, version: row.version + 1, updateBy: call.viewer.user.id, updateTime: services.now() })
      .where(eq(declarationTable.id, row.id));
    await recordAudit(tx, actorOf(call), [
      {
        action: 'edit',
        entity: declaration,
        entityId: row.id,
        title: row.unitName,
        organizationId: row.organizationId,
        before: { receiptNo: row.receiptNo },
        after: { receiptNo },
      },
    ]);
  });
  return ok(declarationTexts.receiptSaved);
}

/** Sends the declaration as PDF, and records the download. */
async function sendPdf(context: CrudContext, call: Call<unknown>) {
  const { services } = context;
  const { database } = services;
  const { document, version } = await paperOf(context, call, idParam(call));
  const name = shownName(`${declarationTexts.title}-${version.unitName}-第${version.versionNo ?? 1}版.pdf`);
  const bytes = await makePdf(document, document.agency);
  await database.transaction((tx) =>
    recordAudit(tx, actorOf(call), [
      {
        action: 'download',
        entity: declaration,
        entityId: version.id,
        title: name,
        organizationId: version.organizationId,
      },
    ]),
  );
  return downloadResponse(bytes, 'application/pdf', name);
}

/** Returns the routes that print a declaration. */
function declarationPaperRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  return [
    route({
      method: 'GET',
      path: `${path}/paper/:id`,
      permission: viewPermissions,
      tag,
      summary: '申报表预览',
      handle: async (call) => (await paperOf(context, call, idParam(call))).document,
    }),
    route({
      method: 'GET',
      path: `${path}/pdf/:id`,
      permission: viewPermissions,
      tag,
      summary: '下载申报表（PDF）',
      handle: (call) => sendPdf(context, call),
    }),
  ];
}

/** Routes of 企业申报 (DOMAIN §7.7): filled from the unit's survey, declared, changed by versions, printed. */
export function declarationRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  const { database } = services;
  const { orm } = database;

  return [
    route({
      method: 'GET',
      path: `${path}/of/:id`,
      permission: viewPermissions,
      tag,
      summary: '一个单位的申报表：全部版本与危害因素分布',
      async handle(call): Promise<DeclarationView> {
        const unit = await unitOf(orm, registry, call, idParam(call));
        return {
          unit: { id: unit.id, unitName: unit.unitName },
          versions: await declarationVersions(context, call, eq(declarationTable.unit, unit.id)),
          surveyedProjectNo: (await newestSurvey(orm, unit.id))?.code ?? null,
        };
      },
    }),
    route({
      method: 'POST',
      path: `${path}/start`,
      permission: [permissionOf(declaration, 'add')],
      tag,
      summary: '初次申报：按单位最近的现场调查填写',
      body: startBody,
      async handle(call) {
        const newVersion = await database.transaction((tx) =>
          once(tx, call, () => beginDeclaration(context, tx, call, call.body)),
        );
        return ok(declarationTexts.filled(newVersion.source), newVersion);
      },
    }),
    route({
      method: 'POST',
      path: `${path}/change`,
      permission: [permissionOf(declaration, 'add')],
      tag,
      summary: '变更申报：从已申报的版本建立新的版本',
      body: changeBody,
      handle: (call) => changeDeclaration(context, call),
    }),
    route({
      method: 'PUT',
      path: `${path}/receipt`,
      permission: [permissionOf(declaration, 'edit')],
      tag,
      summary: '登记申报回执号：申报后取得，登记不改动已申报的内容',
      body: receiptBody,
      handle: (call) => saveReceipt(context, call),
    }),
    ...moveRoutes(services, registry, movedDeclaration(registry), declarationMoves),
    ...declarationPaperRoutes(services, registry),
  ];
}
