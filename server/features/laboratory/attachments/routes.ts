import { z } from 'zod';
import { labAttachmentTexts } from '@contract/features/laboratory/attachments/attachmentTexts';
import { labAttachment } from '@contract/features/laboratory/entities/labAttachment';
import { labPeak } from '@contract/features/laboratory/entities/labPeak';
import { normalizedNumber } from '@contract/features/laboratory/instruments/peakNumber';
import { guessColumns } from '@contract/features/laboratory/instruments/readPeakTables';
import { permissionOf } from '@contract/permissions';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { once } from '@server/crud/runOnce';
import { idSchema } from '@server/http/bodySchemas';
import { badRequest } from '@server/http/errors';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { chosenTable, readTables, visibleAttachment } from './readTable';
import { settlePeak, takePeaks } from './takePeaks';

const columnSchema = z
  .int({ error: () => labAttachmentTexts.unknownColumn })
  .min(0)
  .max(10_000);
const takeBody = z.object({
  attachment: idSchema,
  sheet: z.string().max(100).nullish(),
  table: z.int().min(0).max(10_000).nullish(),
  decimalMark: z.enum(['.', ','], { error: () => labAttachmentTexts.chooseMark }).nullish(),
  sampleColumn: columnSchema,
  valueColumn: columnSchema,
  peakColumn: columnSchema.nullish(),
  peakName: z.string().max(200).nullish(),
  reading: z.string({ error: () => labAttachmentTexts.unknownReading }).max(60),
});
const tableQuery = z.object({
  sheet: z.string().max(100).optional(),
  table: z.coerce.number().int().min(0).max(10_000).optional(),
});
const settleBody = z.object({
  id: idSchema,
  row: idSchema.nullish(),
  reason: z.string().max(200, '原因不能超过200个字').nullish(),
  value: z
    .string()
    .max(60)
    .nullish()
    .transform((value, context) => {
      if (!value) return null;
      const number = normalizedNumber(value);
      if (number === null) context.addIssue({ code: 'custom', message: labAttachmentTexts.notNumber(value) });
      return number;
    }),
});

/** Returns the routes that write numbers of an instrument's table into a record. */
function peakRoutes(services: Services, registry: Registry): Route[] {
  const { database } = services;
  const context = { services, registry };
  const tag = labAttachment.label;
  const permissions = { read: [permissionOf(labAttachment, 'list')], write: [permissionOf(labPeak, 'edit')] };
  return [
    route({
      method: 'POST',
      path: `${labPeak.path}/take`,
      permission: permissions.write,
      tag,
      summary: '把仪器数据按样品编号写入记录，对应不上的留待处理',
      body: takeBody,
      async handle(call) {
        const attachment = await visibleAttachment(database.orm, registry, call, call.body.attachment);
        // The file is read before the transaction, so that no lock waits for it.
        const { sheet, table: at } = call.body;
        const table = chosenTable(await readTables(services, call, attachment, sheet ?? undefined), at);
        const counts = await database.transaction((tx) =>
          once(tx, call, () => takePeaks(context, tx, call, attachment, table, call.body)),
        );
        return ok(labAttachmentTexts.taken(counts.matched, counts.parked), counts);
      },
    }),
    route({
      method: 'PUT',
      path: `${labPeak.path}/settle`,
      permission: permissions.write,
      tag,
      summary: '处理对应不上的仪器数据：指定样品，或说明不采用的原因',
      body: settleBody,
      async handle(call) {
        if (!call.body.row && !call.body.reason?.trim()) throw badRequest(labAttachmentTexts.chooseRow);
        await database.transaction((tx) => once(tx, call, () => settlePeak(context, tx, call, call.body)));
        return ok(labAttachmentTexts.settled);
      },
    }),
  ];
}

/**
 * Routes that read instrument tables into a record. Lines are matched by sample; a person assigns the unmatched
 * lines.
 */
export function labAttachmentRoutes(services: Services, registry: Registry): Route[] {
  const { database } = services;
  const tag = labAttachment.label;
  const permissions = { read: [permissionOf(labAttachment, 'list')], write: [permissionOf(labPeak, 'edit')] };
  return [
    route({
      method: 'GET',
      path: `${labAttachment.path}/table/:id`,
      permission: permissions.read,
      tag,
      summary: '读取附件中的仪器数据表，并建议各列的含义',
      query: {
        sheet: '工作簿中的工作表；不填时为第一张有数据的可见工作表',
        table: '第几个数据表，从0起；不填时为最可能的一个',
      },
      async handle(call) {
        const parsedQuery = tableQuery.safeParse(call.query);
        if (!parsedQuery.success) throw badRequest(labAttachmentTexts.unknownTable);
        const { sheet, table: at } = parsedQuery.data;
        const readFile = await readTables(
          services,
          call,
          await visibleAttachment(database.orm, registry, call, idParam(call)),
          sheet,
        );
        const table = readFile.tables.length ? chosenTable(readFile, at) : { title: '', headings: [], lines: [] };
        const tables = readFile.tables.map(({ title, headings, lines }) => ({ title, headings, lines: lines.length }));
        return {
          ...table,
          guess: guessColumns(table),
          table: Math.max(0, readFile.tables.indexOf(table)),
          tables,
          sheetName: readFile.sheetName,
          sheets: readFile.sheets,
          profileLabel: readFile.profileLabel,
        };
      },
    }),
    ...peakRoutes(services, registry),
  ];
}
