import { z } from 'zod';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import type { ImportItem } from '@contract/wire';
import {
  importedAs,
  type ImportFixed,
  type ImportHow,
  type ImportPreview,
  importRunTexts,
} from '@contract/workbook/importWire';
import { buildTable } from '@contract/workbook/mapping/buildTable';
import type { ColumnMapping, SheetView } from '@contract/workbook/mapping/columnMapping';
import type { HeaderRows } from '@contract/workbook/mapping/headerRows';
import { fitOfSheet, sheetNamedLike, sheetsInSearchOrder } from '@contract/workbook/mapping/mappingTargets';
import { maxCellLength } from '@contract/workbook/readCell';
import { headersOf } from '@contract/workbook/sheetCells';
import { sheetMessages } from '@contract/workbook/sheetMessages';
import { inParts, mapInPieces } from '@server/base/yieldToEventLoop';
import { readUnlessCrashing } from '@server/files/crashingFiles';
import { badRequest, Refusal } from '@server/http/errors';
import { answerInPieces } from '@server/http/jsonInPieces';
import { type Call, readLimited, readQuery, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { errorWorkbook } from '@server/workbook/errorWorkbook';
import { openWorkbook } from '@server/workbook/openWorkbook';
import { columnsOf } from '@server/workbook/workbookColumns';
import { sheetLimits } from '@server/workbook/workbookLimits';
import { WorkbookRefusal } from '@server/workbook/workbookRefusal';
import { writeWorkbook, xlsxType } from '@server/workbook/writeWorkbook';
import type { OperationContext } from '../operations';
import type { Operation } from '../policy';
import type { Registry, Resource } from '../resource';
import { ok } from '../routes';
import { exportParameters, exportSheet, fileResponse, fileTimestamp } from './exportSheet';
import { importRows, previewRows, previewTable } from './importRows';
import { listRuns, undoRun } from './importRuns';
import { ownRowRoutes } from './makeMissingRows';
import { inspectSheet, parseMapping, rawSheetOf, sourceSchema, withOwnHints } from './mapSheet';

/** Maximum size of a body with rows as strings, bytes; enough for 50,000 rows. */
const maxRowsBytes = 64 * 1024 * 1024;
const modeSchema = z.enum(['add', 'update']).default('add');
const blanksSchema = z.enum(['keep', 'clear']).default('keep');
const cellRow = z.object({
  line: z.int().positive(),
  cells: z.record(z.string().max(100), z.string().max(maxCellLength + 1)),
});
const fixedValues = z.record(z.string().max(50), z.union([z.string().max(500), z.number(), z.boolean()])).default({});
const rowsBody = z.object({
  mode: modeSchema,
  blanks: blanksSchema,
  loose: z.boolean().default(false),
  fixed: fixedValues,
  source: sourceSchema.optional(),
  rows: z.array(cellRow).min(1, '没有可导入的数据').max(sheetLimits.rows),
});
const errorRow = cellRow.extend({
  errors: z.array(z.object({ header: z.string(), message: z.string(), value: z.string() })),
});
const errorsBody = z.object({ rows: z.array(errorRow).min(1).max(sheetLimits.rows) });

interface UploadedSheet {
  bytes: Uint8Array;
  name: string;
  how: ImportHow;
  /** Name of the chosen sheet; by default the first one that is not empty. */
  sheet: string | undefined;
  fixed: ImportFixed;
  mapping: ColumnMapping | undefined;
  /** Header that a person chose, for examining the sheet. */
  head: HeaderRows | undefined;
}

const headRows = z.object({ first: z.coerce.number().int().positive(), last: z.coerce.number().int().positive() });

/**
 * Parses the upload form of SPEC §7, Import. `belongGas` and `uploadType` are for the laboratory's own imports and
 * are ignored here.
 */
async function readUpload(call: Call): Promise<UploadedSheet> {
  const type = call.request.headers.get('content-type') ?? '';
  if (!type.startsWith('multipart/form-data')) throw badRequest('请以表单方式上传文件');
  const body = await readLimited(call.request, sheetLimits.bytes + 64 * 1024);
  const form = await new Response(new Blob([body as Uint8Array<ArrayBuffer>]), { headers: { 'content-type': type } })
    .formData()
    .catch(() => null);
  const file = form?.get('file');
  if (!(file instanceof File)) throw badRequest('请选择要导入的文件');
  const parsedMode = modeSchema.safeParse(form?.get('mode') ?? undefined);
  if (!parsedMode.success) throw badRequest('导入方式应为add或update');
  const parsedBlanks = blanksSchema.safeParse(form?.get('blanks') ?? undefined);
  if (!parsedBlanks.success) throw badRequest('空白单元格的处理方式应为keep或clear');
  const sheet = form?.get('sheet');
  const mapping = parseMapping(form?.get('mapping'));
  const head = headRows.safeParse({ first: form?.get('headFirst'), last: form?.get('headLast') });
  return {
    bytes: new Uint8Array(await file.arrayBuffer()),
    name: file.name,
    how: { mode: parsedMode.data, blanks: parsedBlanks.data, loose: mapping !== undefined },
    sheet: typeof sheet === 'string' && sheet ? sheet : undefined,
    fixed: parseFixedValues(form?.get('fixed')),
    mapping,
    head: head.success ? head.data : undefined,
  };
}

/** Parses the fixed values, which a form contains as JSON to keep their types. */
function parseFixedValues(text: unknown): ImportFixed {
  if (typeof text !== 'string' || !text) return {};
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = null;
  }
  const result = fixedValues.safeParse(json);
  if (!result.success) throw badRequest('导入的固定内容不正确，请刷新页面后重试');
  return result.data;
}

async function readTable(context: OperationContext, { bytes, name, sheet }: UploadedSheet, raw = false) {
  try {
    const options = {
      fileName: name,
      // One character more, so that the rule of the field refuses it.
      longestCell: maxCellLength + 1,
      ...(raw ? { raw } : { expected: headersOf(context.resource.entity) }),
      ...(sheet === undefined ? {} : { sheet }),
    };
    return await readUnlessCrashing(context.services, context.call, { name, bytes }, () =>
      openWorkbook(bytes, options),
    );
  } catch (error) {
    if (error instanceof WorkbookRefusal) throw new Refusal(400, 'workbook', error.message);
    throw error;
  }
}

/** Checks an upload: a workbook of the template, or a user's own list with its mapping. */
async function checkUpload(context: OperationContext, upload: UploadedSheet): Promise<ImportPreview> {
  const { mapping, how, fixed } = upload;
  if (!mapping) return previewTable(context, await readTable(context, upload), how, fixed);
  const raw = rawSheetOf(await readTable(context, upload, true));
  const ownHints = await context.resource.policy.userListHints?.(context.services.database.orm, fixed);
  const builtTable = await inParts(buildTable(withOwnHints(context.resource.entity, ownHints), raw, mapping));
  const { table, sentences } = ownHints?.expand?.(builtTable.table, raw, mapping) ?? {
    table: builtTable.table,
    sentences: [],
  };
  return previewTable(context, table, how, fixed, [...builtTable.sentences, ...sentences]);
}

/** Leaves out a sheet that cannot be read: nobody chose it. */
function nullIfRefused(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}

/**
 * Looks at the chosen sheet, else at the one that holds the list best: a workbook may begin with a cover, or with
 * another list.
 */
async function lookAtUpload(context: OperationContext, upload: UploadedSheet): Promise<SheetView> {
  const lookAt = async (sheet?: string) =>
    inspectSheet(context, rawSheetOf(await readTable(context, { ...upload, sheet }, true)), upload);
  if (upload.sheet !== undefined) return lookAt(upload.sheet);
  const { label } = context.resource.entity;
  const firstSheetView = await lookAt();
  let bestView: SheetView | null = null;
  for (const name of sheetsInSearchOrder(label, firstSheetView.sheets)) {
    const view = name === firstSheetView.sheetName ? firstSheetView : await lookAt(name).catch(nullIfRefused);
    if (!view) continue;
    // A sheet that is named like the list holds it, also where it lacks a column that another one has.
    if (name === sheetNamedLike(label, firstSheetView.sheets) && fitOfSheet(view) > 0) return view;
    if (!bestView || fitOfSheet(view) > fitOfSheet(bestView)) bestView = view;
  }
  return bestView ?? firstSheetView;
}

const form = {
  file: 'xls或xlsx文件',
  mode: 'add：已存在则报错；update：更新已存在的数据',
  blanks: 'keep：空白单元格不改变已有内容（默认）；clear：清除',
  sheet: '要读取的工作表名称；不填时为第一张有数据的可见工作表，查看表头时为最像的一张',
  fixed: '各行共同的内容（JSON），如{"dict":1}',
  mapping: '自有表格的列对应关系（JSON，见import/look的mapping）；不填时按模板的列名读取',
};

/**
 * Imports an upload without a preview: all rows, or no row if one is invalid. The answer has a sentence for each
 * line.
 * @throws Refusal 400 for a workbook without the required columns or without rows
 */
async function importUpload(context: OperationContext, upload: UploadedSheet) {
  const preview = await checkUpload(context, upload);
  if (preview.headers.fatal) throw badRequest(preview.headers.message ?? messages.wrongWorkbook);
  if (!preview.rows.length) throw new Refusal(400, 'workbook', sheetMessages.empty);
  const faultyRows = preview.rows.filter(({ state }) => state === 'error');
  const importItems = await mapInPieces(preview.rows, ({ line, errors }): ImportItem => ({
    line,
    msg: errors.length ? `第${line}行 ${errors.map(({ header, message }) => `${header}：${message}`).join('；')}` : '',
  }));
  if (!faultyRows.length)
    await importRows(
      context,
      preview.rows.map(({ line, cells }) => ({ line, cells })),
      upload.how,
      upload.fixed,
      { fileName: upload.name, sheetName: preview.sheetName },
    );
  return answerInPieces(
    faultyRows.length
      ? { code: '400', message: `有${faultyRows.length}行填写有误，未导入任何数据` }
      : { ...ok(messages.imported) },
    'body',
    importItems,
  );
}

/** Returns functions that the routes of one resource's import share. */
function importContext(services: Services, registry: Registry, describedResource: Resource) {
  const { lists } = describedResource.policy;
  const entity = importedAs(lists ? { ...describedResource.entity, lists } : describedResource.entity);
  const resource: Resource = { ...describedResource, entity };
  const { path, label } = entity;
  return {
    entity,
    path,
    label,
    desk: (call: Call<unknown>): OperationContext => ({ services, registry, resource, call }),
    importing: { permission: [permissionOf(entity, 'import')], tag: label } as const,
  };
}

/** Returns the routes of the template, of checking and examining a workbook, and of the past imports. */
function previewRoutes(services: Services, registry: Registry, resource: Resource): Route[] {
  const { entity, path, label, desk: contextOf, importing } = importContext(services, registry, resource);
  return [
    route({
      ...importing,
      method: 'GET',
      path: `${path}/importTemplate`,
      summary: `${label}导入模板`,
      handle: async () =>
        fileResponse(
          writeWorkbook({ sheetName: label, columns: columnsOf(entity), rows: [] }),
          xlsxType,
          `${label}导入模板.xlsx`,
        ),
    }),
    route({
      ...importing,
      method: 'POST',
      path: `${path}/import/check`,
      isHeavy: true,
      summary: `检查${label}导入文件，不写入`,
      form,
      async handle(call) {
        const { rows, ...head } = await checkUpload(contextOf(call), await readUpload(call));
        return answerInPieces({ ...head }, 'rows', rows);
      },
    }),
    route({
      ...importing,
      method: 'POST',
      path: `${path}/import/look`,
      isHeavy: true,
      summary: `查看${label}导入文件的表头，推断列的对应关系，不写入`,
      form: { file: form.file, sheet: form.sheet, fixed: form.fixed, headFirst: '表头的首行', headLast: '表头的末行' },
      async handle(call) {
        return lookAtUpload(contextOf(call), await readUpload(call));
      },
    }),
    route({
      ...importing,
      method: 'GET',
      path: `${path}/import/runs`,
      summary: `${label}的导入记录`,
      handle: async (call) => listRuns(contextOf(call)),
    }),
    route({
      ...importing,
      method: 'POST',
      path: `${path}/import/undo`,
      summary: `撤销一次${label}导入`,
      body: z.object({ run: z.int().positive().max(2_147_483_647) }),
      handle: async (call) => ok(importRunTexts.undone(await undoRun(contextOf(call), call.body.run))),
    }),
  ];
}

/** Returns the routes that check corrected rows, import them, and write the file of invalid rows. */
function writingRoutes(services: Services, registry: Registry, resource: Resource): Route[] {
  const { entity, path, label, desk: contextOf, importing } = importContext(services, registry, resource);
  return [
    route({
      ...importing,
      method: 'POST',
      path: `${path}/import/recheck`,
      isHeavy: true,
      summary: `检查改正后的${label}导入数据，不写入`,
      body: rowsBody,
      limit: maxRowsBytes,
      handle: async (call) =>
        answerInPieces({}, 'rows', await previewRows(contextOf(call), call.body.rows, call.body, call.body.fixed)),
    }),
    ...ownRowRoutes(contextOf, registry, resource),
    route({
      ...importing,
      method: 'POST',
      path: `${path}/import/rows`,
      isHeavy: true,
      summary: `导入${label}数据，全部成功或全部不写入`,
      body: rowsBody,
      limit: maxRowsBytes,
      handle: async (call) =>
        ok(
          messages.imported,
          await importRows(contextOf(call), call.body.rows, call.body, call.body.fixed, call.body.source),
        ),
    }),
    route({
      ...importing,
      method: 'POST',
      path: `${path}/import/errors`,
      isHeavy: true,
      summary: `${label}导入错误文件`,
      body: errorsBody,
      limit: maxRowsBytes,
      handle: async (call) =>
        fileResponse(
          errorWorkbook(entity, call.body.rows),
          xlsxType,
          `${fileTimestamp(services.now(), services.env.zone)}-${label}导入错误.xlsx`,
        ),
    }),
    route({
      ...importing,
      method: 'POST',
      path: `${path}/import`,
      isHeavy: true,
      summary: `导入${label}：逐行返回msg，为空表示成功`,
      form,
      handle: async (call) => importUpload(contextOf(call), await readUpload(call)),
    }),
  ];
}

/**
 * Returns the import and export routes of an entity: an import where it has a workbook, and an export of every list.
 * @param resource entity with its table and policy
 */
export function sheetRoutes(services: Services, registry: Registry, resource: Resource): Route[] {
  const { entity, policy } = resource;
  const { path, label } = entity;
  const contextOf = (call: Call<unknown>): OperationContext => ({ services, registry, resource, call });
  const hasOperation = (operation: Operation) => !policy.disabledOperations?.includes(operation);
  return [
    ...(entity.sheet && hasOperation('import')
      ? [...previewRoutes(services, registry, resource), ...writingRoutes(services, registry, resource)]
      : []),
    ...(hasOperation('export') && (entity.sheet || hasOperation('list'))
      ? [
          route({
            method: 'GET',
            path: `${path}/export`,
            // A list without a workbook has no right of its own for its export: whoever may read it may export it.
            permission: [permissionOf(entity, entity.sheet ? 'export' : 'list')],
            tag: label,
            summary: `导出${label}`,
            query: exportParameters,
            handle: async (call) => exportSheet(contextOf(call), readQuery(call.request.url)),
          }),
        ]
      : []),
  ];
}
