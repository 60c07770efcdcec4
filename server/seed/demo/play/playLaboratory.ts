import { and, eq, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import { registry } from '@server/app/resources';
import type { Orm } from '@server/db/orm';
import { equipmentTable, labCurveTable, labTaskTable, reagentTable, standardTable } from '@server/db/schema';
import { curveMoves, movedCurve } from '@server/features/laboratory/curves/moves';
import { recordMoves } from '@server/features/laboratory/sheets/moves';
import { movedRecord } from '@server/features/laboratory/sheets/openSheet';
import type { DemoActors } from './demoActors';
import { textFor } from './demoPictures';
import { type GasTest, gasConditions, type ReadTest, type Test, type WeighedTest } from './labTests';

interface LaboratoryContext {
  readonly actors: DemoActors;
  readonly project: number;
  readonly day: string;
  /** Ids that the head of the record needs. Visual and outsourced tests have no instrument. */
  readonly ids: {
    readonly instrument: number | null;
    readonly standard: number | null;
    readonly reagents: readonly number[];
  };
  readonly task: { readonly hazard: number; readonly method: number; readonly methodKind: string };
}

/** Head and levels of a curve. */
interface CurveDraft {
  readonly fit: string;
  readonly unit: string;
  readonly workingConcentration: string;
  readonly conditions: Readonly<Record<string, string>>;
  readonly points: readonly Readonly<Record<string, string>>[];
}

/** Source of the detection limits that the demonstration types. */
const lodSource = '本机构方法验证报告，低于方法标准给出的检出限';
/** Source of efficiencies for tubes that a client delivered. */
const efficiencySource = '委托方未提供采样介质批号，采用本机构方法验证报告的效率';

const gasCurve = ({ levels }: GasTest): CurveDraft => ({
  fit: 'linear',
  unit: 'μg/mL',
  workingConcentration: '1000 μg/mL',
  conditions: gasConditions,
  points: levels.map(([x, y1, y2, y3]) => ({ x, y1, y2, y3 })),
});

async function drawCurve(
  { actors, day, ids, task }: LaboratoryContext,
  { points, ...head }: CurveDraft,
): Promise<void> {
  actors.at(`${day} 09:05:00`);
  const curve = await actors.ask<AnyRow>('analyst', 'POST', 'api/labCurve/add', {
    ...task,
    part: 'main',
    instrument: ids.instrument,
    standard: ids.standard,
    preparedOn: day,
    subtractZero: false,
    ...head,
  });
  await actors.ask('analyst', 'PUT', 'api/labCurvePoint/saveAll', {
    rows: points.map((point, index) => ({ curve: curve.id, rowSort: (index + 1) * 10, ...point })),
    removed: [],
  });
  actors.at(`${day} 10:20:00`);
  await actors.sign('analyst', movedCurve(registry), curveMoves, curve.id, 'submit');
  actors.at(`${day} 10:45:00`);
  await actors.sign('reviewer', movedCurve(registry), curveMoves, curve.id, 'approve');
}

/** Starts a record with all tasks of a hazard that the analyst has. */
async function startRecord({
  actors,
  project,
  task,
  day,
}: LaboratoryContext): Promise<{ id: number; work: LabWork } | null> {
  const tasks = await actors.services.database.orm
    .select({ id: labTaskTable.id })
    .from(labTaskTable)
    .where(
      and(
        eq(labTaskTable.project, project),
        eq(labTaskTable.hazard, task.hazard),
        eq(labTaskTable.method, task.method),
        eq(labTaskTable.state, 'distributed'),
        isNull(labTaskTable.deleteTime),
      ),
    );
  if (!tasks.length) return null;
  actors.at(`${day} 11:00:00`);
  const { id } = await actors.ask<AnyRow>('analyst', 'POST', 'api/labSheet/start', {
    tasks: tasks.map((task) => task.id),
  });
  return { id, work: await actors.ask<LabWork>('analyst', 'GET', `api/labSheet/work/${id}`) };
}

async function signThrough({ actors, day }: LaboratoryContext, id: number): Promise<void> {
  const workflow = movedRecord(registry);
  for (const [userName, move, hour] of [
    ['analyst', 'submit', '16:30'],
    ['reviewer', 'review', '17:10'],
    ['approver', 'approve', '17:35'],
  ] as const) {
    actors.at(`${day} ${hour}:00`);
    await actors.sign(userName, workflow, recordMoves, id, move);
  }
}

const saveRows = (actors: DemoActors, rows: readonly object[]): Promise<unknown> =>
  actors.ask('analyst', 'PUT', 'api/labSheetRow/saveAll', { rows, removed: [] });

/** Attaches the chromatography export: the peak of each injection, equal to the readings. */
async function addRawData(
  { actors, project, task }: LaboratoryContext,
  sheet: number,
  peaks: readonly (readonly [sampleNo: string, area: string])[],
): Promise<void> {
  const lines = [
    '样品编号,保留时间(min),峰面积',
    ...peaks.filter(([, area]) => area !== '').map(([no, area]) => `${no},6.42,${area}`),
  ];
  const file = await textFor(actors.services, project, `色谱数据-${sheet}.csv`, lines.join('\n'));
  const attachment = {
    sheet,
    attachmentKind: 'rawData',
    file,
    curve: null,
    sample: null,
    remark: `${task.methodKind === 'gasChromatography' ? '气相色谱' : '色谱'}工作站导出`,
  };
  await actors.ask('analyst', 'POST', 'api/labAttachment/add', attachment);
}

/** Deviations of a level's six tubes from its mean, in thousandths. */
const tubeDeviations = [-6, 4, -2, 6, 2, -4] as const;

/** Readings of spiked tubes for a given efficiency in percent. */
const spikedTubes = (efficiency: string): Record<string, string> =>
  Object.fromEntries(
    ['20', '100', '400'].flatMap((addedAmount, index) => [
      [`added${index + 1}`, addedAmount],
      [
        `found${index + 1}`,
        tubeDeviations
          .map((deviation) => (((Number(addedAmount) * Number(efficiency)) / 100) * (1 + deviation / 1000)).toFixed(2))
          .join(' '),
      ],
    ]),
  );

/** Determines the efficiency of the lots in a record, unless an approved record has done so. */
async function determineEfficiency(
  { actors, day }: LaboratoryContext,
  id: number,
  efficiency: string | undefined,
): Promise<void> {
  if (efficiency === undefined) return;
  const { rows, efficiencies = [] } = await actors.ask<LabWork>('analyst', 'GET', `api/labSheet/work/${id}`);
  const lots = new Set(
    rows.flatMap(({ rowKind, collectorLot }) => (rowKind !== 'blank' && collectorLot ? [collectorLot] : [])),
  );
  for (const collectorLot of lots) {
    if (efficiencies.some((knownEfficiency) => knownEfficiency.collectorLot === collectorLot)) continue;
    const values = { ...spikedTubes(efficiency), blanks: '0 0' };
    await actors.ask('analyst', 'POST', 'api/labDetection/add', {
      sheet: id,
      form: 'efficiency',
      collectorLot,
      testedOn: day,
      values,
      applied: true,
    });
  }
}

async function testGas(bench: LaboratoryContext, test: GasTest): Promise<void> {
  const { actors, day, ids } = bench;
  const startedRecord = await startRecord(bench);
  if (!startedRecord) return;
  const {
    id,
    work: { sheet, rows },
  } = startedRecord;
  await actors.ask('analyst', 'PUT', 'api/labSheet/edit', {
    ...sheet,
    testDate: day,
    instrument: ids.instrument,
    standard: ids.standard,
    reagents: ids.reagents,
    envTemperature: '22.4',
    envHumidity: '51',
    conditions: gasConditions,
    lod: test.lod,
    lodUnit: 'μg/mL',
    ...(test.library ? {} : { lodSource }),
    publishedMinimum: test.minimum,
    ...(test.approved ? { checkReasons: { control: '本因素没有有证质控样，以加标回收控制' } } : {}),
  });
  actors.at(`${day} 15:40:00`);
  const samples = rows.filter(({ rowKind }) => rowKind === 'sample');
  const filledRows = rows.flatMap((row) => {
    const at = samples.indexOf(row);
    // An unfinished record has only as many readings as the test gives.
    const area = row.rowKind === 'sample' ? test.areas[test.approved ? at % test.areas.length : at] : '0';
    return area === undefined
      ? []
      : [{ id: row.id, version: row.version, frontResponse: area, backResponse: '0', solutionVolume: '1.0' }];
  });
  await saveRows(actors, filledRows);
  await determineEfficiency(bench, id, test.efficiency);
  if (test.checks.length)
    await actors.ask('analyst', 'PUT', 'api/labCheck/saveAll', {
      rows: test.checks.map((check, index) => ({ ...check, sheet: id, rowSort: (index + 1) * 10 })),
      removed: [],
    });
  await addRawData(
    bench,
    id,
    rows.map((row, index) => [
      row.sampleNo,
      String((filledRows[index] as { frontResponse?: string } | undefined)?.frontResponse ?? ''),
    ]),
  );
  if (test.approved) await signThrough(bench, id);
}

async function testDust(bench: LaboratoryContext, test: WeighedTest): Promise<void> {
  const { actors, day, ids } = bench;
  const startedRecord = await startRecord(bench);
  if (!startedRecord) return;
  const {
    id,
    work: { sheet, rows },
  } = startedRecord;
  await actors.ask('analyst', 'PUT', 'api/labSheet/edit', {
    ...sheet,
    testDate: day,
    instrument: ids.instrument,
    envTemperature: '21.6',
    envHumidity: '48',
    settings: { balance: '0.01', filterDiameter: '40' },
    conditions: {
      '天平编号/感量': 'FX-009，0.01mg',
      '滤膜材质/直径': '过氯乙烯滤膜，40mm',
      干燥平衡时间: '2h',
      采样流量: '按采样记录',
    },
    checkRemark: '天平经标准砝码核查合格',
  });
  actors.at(`${day} 15:20:00`);
  let at = 0;
  await saveRows(
    actors,
    rows.map((row, index) => {
      const [before1, before2, after1, after2] =
        row.rowKind === 'sample'
          ? (test.masses[at++ % test.masses.length] as WeighedTest['masses'][number])
          : ['62.41', '62.40', '62.42', '62.41'];
      return {
        id: row.id,
        version: row.version,
        filterNo: `LM-${String(index + 1).padStart(3, '0')}`,
        dustType: test.dustType,
        before1,
        before2,
        after1,
        after2,
      };
    }),
  );
  await signThrough(bench, id);
}

/** Plays any other record: its head, and the readings of its rows. */
async function testRead(bench: LaboratoryContext, test: ReadTest): Promise<void> {
  const { actors, day, ids } = bench;
  const startedRecord = await startRecord(bench);
  if (!startedRecord) return;
  const {
    id,
    work: { sheet, rows },
  } = startedRecord;
  // The lots of incoming samples are unknown.
  const ofLots = rows.some(({ collectorLot }) => collectorLot);
  const efficiencyOfTest = test.readings[0]?.['efficiency'];
  await actors.ask('analyst', 'PUT', 'api/labSheet/edit', {
    ...sheet,
    testDate: day,
    instrument: ids.instrument,
    standard: ids.standard,
    envTemperature: '22.0',
    envHumidity: '50',
    conditions: test.conditions,
    ...(test.head?.['lod'] && !test.library ? { lodSource } : {}),
    ...(efficiencyOfTest && !ofLots ? { efficiencySource } : {}),
    ...test.head,
  });
  actors.at(`${day} 15:50:00`);
  let index = 0;
  await saveRows(
    actors,
    rows.flatMap((row) => {
      const readingValue = row.rowKind === 'sample' ? test.readings[index++ % test.readings.length] : test.blank;
      if (readingValue === undefined) return [];
      const { efficiency, ...typed } = readingValue;
      const ownEfficiency = !ofLots && efficiency ? { efficiency } : {};
      return [
        {
          id: row.id,
          version: row.version,
          ...typed,
          ...ownEfficiency,
          ...('sentOn' in readingValue ? { sentOn: day } : {}),
        },
      ];
    }),
  );
  if (ofLots) await determineEfficiency(bench, id, efficiencyOfTest);
  const checks = await Promise.all(
    test.checks.map(async ({ controlNo, ...check }, position) => ({
      ...check,
      sheet: id,
      rowSort: (position + 1) * 10,
      ...(controlNo === undefined ? {} : { standard: await standardNamed(actors, controlNo) }),
    })),
  );
  if (checks.length) await actors.ask('analyst', 'PUT', 'api/labCheck/saveAll', { rows: checks, removed: [] });
  if (test.approved) await signThrough(bench, id);
}

const standardNamed = async (
  {
    services: {
      database: { orm },
    },
  }: DemoActors,
  no: string,
): Promise<number | null> =>
  (
    await orm
      .select({ id: standardTable.id })
      .from(standardTable)
      .where(and(eq(standardTable.standardNo, no), isNull(standardTable.deleteTime)))
  )[0]?.id ?? null;

const instrumentOf = (test: Test): string | undefined =>
  test.kind === 'gas' ? 'FX-001' : test.kind === 'dust' ? 'FX-009' : test.instrument;
const standardOf = (test: Test): string | undefined =>
  test.kind === 'gas' ? test.standardNo : test.kind === 'dust' ? undefined : test.curve?.standardNo;

const hasCurve = async (orm: Orm, { hazard, method }: LaboratoryContext['task']) =>
  (
    await orm
      .select({ id: labCurveTable.id })
      .from(labCurveTable)
      .where(
        and(
          eq(labCurveTable.hazard, hazard),
          eq(labCurveTable.method, method),
          eq(labCurveTable.state, 'approved'),
          isNull(labCurveTable.deleteTime),
        ),
      )
  ).length > 0;

/** Plays a day in the laboratory for some of a project's hazards. The other tasks stay open. */
export async function playLaboratory(
  actors: DemoActors,
  projectId: number,
  day: string,
  tests: readonly Test[],
): Promise<void> {
  const { orm } = actors.services.database;
  const instrument = async (no: string) =>
    (
      await orm
        .select({ id: equipmentTable.id })
        .from(equipmentTable)
        .where(and(eq(equipmentTable.eqpNo, no), isNull(equipmentTable.deleteTime)))
    )[0]?.id ?? null;

  const [reagent] = await orm
    .select({ id: reagentTable.id })
    .from(reagentTable)
    .where(and(eq(reagentTable.reagentNo, 'SJ-2601'), eq(reagentTable.status, '1'), isNull(reagentTable.deleteTime)));
  for (const test of tests) {
    const taskRows = await orm
      .selectDistinct({ hazard: labTaskTable.hazard, method: labTaskTable.method, methodKind: labTaskTable.methodKind })
      .from(labTaskTable)
      .where(
        and(
          eq(labTaskTable.project, projectId),
          eq(labTaskTable.hazardName, test.hazard),
          eq(labTaskTable.state, 'distributed'),
        ),
      );
    const [toolNo, standardNo] = [instrumentOf(test), standardOf(test)];
    const ids = {
      instrument: toolNo === undefined ? null : await instrument(toolNo),
      standard: standardNo === undefined ? null : await standardNamed(actors, standardNo),
      reagents: test.kind !== 'read' && reagent ? [reagent.id] : [],
    };
    for (const { hazard, method, methodKind } of taskRows) {
      if (typeof method !== 'number') continue;
      const bench = { actors, project: projectId, day, ids, task: { hazard, method, methodKind: String(methodKind) } };
      if (test.kind === 'gas') {
        await drawCurve(bench, gasCurve(test));
        await testGas(bench, test);
      } else if (test.kind === 'dust') await testDust(bench, test);
      else {
        const { curve } = test;
        if (curve && !(await hasCurve(orm, bench.task)))
          await drawCurve(bench, {
            fit: curve.fit,
            unit: curve.unit,
            workingConcentration: curve.workingConcentration,
            conditions: test.conditions,
            points: curve.points,
          });
        await testRead(bench, test);
      }
    }
  }
}
