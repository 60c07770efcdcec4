import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { labRun } from '@contract/features/laboratory/entities/labRun';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import type { RunLine, RunRead, RunTarget } from '@contract/features/laboratory/runs/runWire';
import { permissionOf } from '@contract/permissions';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { once } from '@server/crud/runOnce';
import type { Orm } from '@server/db/orm';
import { labRunLineTable, labSheetTable } from '@server/db/schema';
import { idSchema } from '@server/http/bodySchemas';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { groupRecords } from './groupRecords';
import {
  matchesOf,
  type NamedRow,
  firstRowsOfRun,
  readRunFiles,
  type RunReadLine,
  type StoredRun,
  visibleRun,
} from './readRun';
import { gatewayRoutes, runCurveRoutes, runSequenceRoutes } from './sequenceRoutes';
import { writeHeads } from './writeHeads';
import { profilesText, undoRun, writeRun } from './writeRun';

const runBody = z.object({ id: idSchema });
/** Lines that a person has assigned, by their index in the preview. */
const writeBody = z.object({
  id: idSchema,
  choices: z
    .array(z.object({ at: z.int().min(0).max(1_000_000), row: idSchema, reading: z.string().max(60) }))
    .max(5000)
    .default([]),
});

async function sheetNumbers(orm: Orm, ids: readonly (number | null)[]): Promise<ReadonlyMap<number, string>> {
  const knownIds = [...new Set(ids.filter((id) => id !== null))];
  if (knownIds.length === 0) return new Map();
  const rows = await orm
    .select({ id: labSheetTable.id, no: labSheetTable.sheetNo })
    .from(labSheetTable)
    .where(inArray(labSheetTable.id, knownIds));
  return new Map(rows.map(({ id, no }) => [id, no ?? '']));
}

const withNumbers = async (orm: Orm, lines: readonly Omit<RunLine, 'sheetNo'>[]): Promise<RunLine[]> => {
  const numbers = await sheetNumbers(
    orm,
    lines.map(({ sheet }) => sheet),
  );
  return lines.map((line) => ({ ...line, sheetNo: line.sheet === null ? null : (numbers.get(line.sheet) ?? null) }));
};

/** Returns the stored lines of a written run. */
async function keptLines(orm: Orm, storedRun: StoredRun): Promise<RunRead> {
  const rows = await orm
    .select()
    .from(labRunLineTable)
    .where(and(eq(labRunLineTable.run, storedRun.id), isNull(labRunLineTable.deleteTime)))
    .orderBy(asc(labRunLineTable.id));
  const lines = rows.map(
    ({ fileName, line, sampleName, component, quantity, value, unit, replicate, state, sheet, held, reason }) => ({
      fileName,
      line: line ?? 0,
      sampleName,
      component,
      quantity,
      value,
      unit,
      replicate,
      state: state as RunLine['state'],
      sheet,
      currentValue: held,
      reason,
    }),
  );
  return {
    written: true,
    profile: storedRun.profile,
    problem: null,
    unknown: false,
    lines: await withNumbers(orm, lines),
    targets: [],
  };
}

const targetOf = ({
  row,
  sampleNo,
  isParallel,
  hazardName,
  sheetNo,
  usedQuantities,
  readings,
}: NamedRow): RunTarget => ({
  row,
  sampleNo,
  isParallel,
  hazardName,
  sheetNo,
  readings: usedQuantities.readings.map((key) => ({ key, currentValue: readings[key] || null })),
});

/** Returns the lines of a run's files, each with the row that would receive it. */
async function previewLines(
  services: Services,
  registry: Registry,
  call: Call<unknown>,
  storedRun: StoredRun,
): Promise<RunRead> {
  const reading = await readRunFiles(services, call, storedRun);
  const { orm } = services.database;
  const { matches, rows } = await matchesOf(orm, registry, call, storedRun.id, reading);
  const lines = matches.map(({ line, state, sheet, value, currentValue, reason }) => ({
    fileName: (line as RunReadLine).fileName,
    line: line.line,
    sampleName: line.sample,
    component: line.component,
    quantity: line.quantity,
    value: value ?? line.value ?? line.text,
    unit: line.unit,
    replicate: line.replicate === null ? null : String(line.replicate),
    state,
    sheet,
    currentValue,
    reason,
  }));
  return {
    written: false,
    profile: profilesText(reading.profiles),
    problem: reading.problem,
    unknown: reading.unknown,
    lines: await withNumbers(orm, lines),
    // Target rows are sent only while a line waits for its assignment.
    targets: matches.some(({ state }) => state === 'parked') ? rows.map(targetOf) : [],
  };
}

/**
 * Routes of runs: a file of an instrument is read once and written into the records of all its samples and
 * components.
 */
export const labRunRoutes = (services: Services, registry: Registry): Route[] => [
  ...runSequenceRoutes(services, registry),
  ...runCurveRoutes(services, registry),
  ...gatewayRoutes(services, registry),
  ...readingRoutes(services, registry),
  ...writingRoutes(services, registry),
];

const tag = labRun.label;

/** Routes that show what the files of a run contain, and write nothing. */
function readingRoutes(services: Services, registry: Registry): Route[] {
  const { database } = services;
  return [
    route({
      method: 'GET',
      path: `${labRun.path}/read/:id`,
      permission: [permissionOf(labRun, 'list')],
      tag,
      summary: '读取分析批的仪器文件，列出每一行的去向',
      async handle(call) {
        const run = await visibleRun(database.orm, registry, call, idParam(call));
        return run.state === 'open' ? previewLines(services, registry, call, run) : keptLines(database.orm, run);
      },
    }),
    route({
      method: 'GET',
      path: `${labRun.path}/raw/:id`,
      permission: [permissionOf(labRun, 'list')],
      tag,
      summary: '分析批仪器文件的开头各行，用于教会读取这种文件',
      async handle(call) {
        return firstRowsOfRun(services, call, await visibleRun(database.orm, registry, call, idParam(call)));
      },
    }),
  ];
}

/** Returns the routes that bring records together and that take a run's numbers out again. */
function groupAndUndoRoutes(services: Services, registry: Registry): Route[] {
  const { database } = services;
  const context = { services, registry };
  const write = [permissionOf(labRun, 'edit')];
  return [
    route({
      method: 'POST',
      path: `${labRun.path}/together`,
      permission: [permissionOf(labSheet, 'edit')],
      tag,
      summary: '把分析批中同一项目的各检测记录合成一份原始记录',
      body: runBody,
      async handle(call) {
        const numbers = await database.transaction((tx) =>
          once(tx, call, () => groupRecords(context, tx, call, call.body.id)),
        );
        return ok(runTexts.grouped(numbers), { numbers });
      },
    }),
    route({
      method: 'POST',
      path: `${labRun.path}/undo`,
      permission: write,
      tag,
      summary: '撤销分析批的写入，各检测记录恢复原来的读数',
      body: runBody,
      async handle(call) {
        const counts = await database.transaction((tx) =>
          once(tx, call, () => undoRun(context, tx, call, call.body.id)),
        );
        return ok(runTexts.undone(counts.values, counts.records), counts);
      },
    }),
  ];
}

/** Routes that write the readings of a run into records, and take them back. */
function writingRoutes(services: Services, registry: Registry): Route[] {
  const { database } = services;
  const context = { services, registry };
  const write = [permissionOf(labRun, 'edit')];
  return [
    route({
      method: 'POST',
      path: `${labRun.path}/write`,
      permission: write,
      tag,
      summary: '把分析批的读数写入各检测记录，对应不上的留待处理',
      body: writeBody,
      async handle(call) {
        // The file is read before the transaction, so that no lock waits for it.
        const run = await visibleRun(database.orm, registry, call, call.body.id);
        const reading = await readRunFiles(services, call, run);
        const counts = await database.transaction((tx) =>
          once(tx, call, () => writeRun(context, tx, call, run.id, reading, call.body.choices)),
        );
        return ok(runTexts.wrote(counts.values, counts.records, counts.parked), counts);
      },
    }),
    route({
      method: 'POST',
      path: `${labRun.path}/heads`,
      permission: write,
      tag,
      summary: '把分析批的检测日期、仪器、标准物质、环境条件和已审核的曲线写入各检测记录的表头',
      body: runBody,
      async handle(call) {
        const run = await visibleRun(database.orm, registry, call, call.body.id);
        const reading = run.state === 'written' ? await readRunFiles(services, call, run) : null;
        const { records, curves } = await database.transaction((tx) =>
          once(tx, call, () => writeHeads(context, tx, call, run.id, reading)),
        );
        return ok(runTexts.headsWritten(records, curves), { records, curves });
      },
    }),
    ...groupAndUndoRoutes(services, registry),
  ];
}
