import type { AnyRow } from '@contract/entity';
import type { LabWork } from '@contract/record/labWork';
import { and, eq, isNull } from 'drizzle-orm';
import { curveMoves, movedCurve } from '../../../../modules/labCurves/moves';
import { recordMoves } from '../../../../modules/labSheets/moves';
import { movedRecord } from '../../../../lab/sheets';
import { registry } from '../../../../resources';
import { equipmentTable, labTaskTable, reagentTable, standardTable } from '../../../schema';
import type { Stage } from './stage';

/** A curve as it was read: content and mean areas of each level. */
type Levels = readonly (readonly [x: string, y1: string, y2: string, y3: string])[];

interface Test {
  /** By its name in the library. */
  readonly hazard: string;
  readonly standardNo: string;
  readonly levels: Levels;
  readonly lod: string;
  readonly minimum: string;
  readonly efficiency: string;
  /** Front sections of the samples in the order of their numbers; `0` behind each but the last. */
  readonly areas: readonly string[];
  readonly checks: readonly { readonly checkKind: string; readonly sampleNo: string; readonly values: Readonly<Record<string, string>> }[];
  /** Signed by three people; else its analyst still works on it. */
  readonly approved: boolean;
}

const conditions = { 色谱柱: 'DB-WAX 30m×0.32mm×0.25μm', '柱温/程序': '50℃保持5min，10℃/min升至120℃', 进样口温度: '200℃', 检测器及温度: 'FID，250℃', 载气流速: '氮气1.5mL/min', 分流比: '10:1', 进样量: '1.0μL' };

const tests: readonly Test[] = [
  {
    hazard: '二氯甲烷', standardNo: 'BW-2606', lod: '2.1', minimum: '1.4', efficiency: '96.8', approved: true,
    levels: [['10', '4.22', '4.26', '4.24'], ['50', '21.18', '21.06', '21.12'], ['100', '42.31', '42.10', '42.22'], ['250', '105.4', '105.9', '105.6'], ['500', '211.2', '210.6', '210.9']],
    areas: ['38.62', '52.41', '41.87', '47.30', '60.25', '44.83'],
    checks: [
      { checkKind: 'blank', sampleNo: '试剂空白1', values: { response: '0.05' } }, { checkKind: 'blank', sampleNo: '试剂空白2', values: { response: '0.07' } },
      { checkKind: 'parallel', sampleNo: '平行1', values: { first: '91.4', second: '92.7' } }, { checkKind: 'spike', sampleNo: '加标1', values: { unspiked: '91.4', added: '100', spiked: '189.2' } },
    ],
  },
  {
    hazard: '四氢呋喃', standardNo: 'BW-2607', lod: '1.2', minimum: '0.8', efficiency: '95.4', approved: false,
    levels: [['5', '5.61', '5.66', '5.63'], ['25', '28.40', '28.22', '28.31'], ['50', '56.52', '56.80', '56.66'], ['100', '113.3', '113.0', '113.4'], ['250', '283.6', '282.9', '283.1']],
    areas: ['17.42', '22.06', '19.88', '0.92'],
    checks: [],
  },
];

interface Bench {
  readonly stage: Stage;
  readonly project: number;
  readonly day: string;
  readonly ids: { readonly instrument: number; readonly standard: number; readonly reagents: readonly number[] };
  readonly task: { readonly hazard: number; readonly method: number; readonly methodKind: string };
}

async function drawCurve({ stage, day, ids, task }: Bench, { levels }: Test): Promise<void> {
  stage.at(`${day} 09:05:00`);
  const curve = await stage.ask<AnyRow>('analyst', 'POST', 'api/labCurve/add', {
    ...task, part: 'main', instrument: ids.instrument, standard: ids.standard, preparedOn: day, fit: 'linear', subtractZero: false, unit: 'μg/mL', workingConcentration: '1000 μg/mL', conditions,
  });
  await stage.ask('analyst', 'PUT', 'api/labCurvePoint/saveAll', { rows: levels.map(([x, y1, y2, y3], at) => ({ curve: curve.id, rowSort: (at + 1) * 10, x, y1, y2, y3 })), removed: [] });
  stage.at(`${day} 10:20:00`);
  await stage.sign('analyst', movedCurve(registry), curveMoves, curve.id, 'submit');
  stage.at(`${day} 10:45:00`);
  await stage.sign('reviewer', movedCurve(registry), curveMoves, curve.id, 'approve');
}

async function testSamples(bench: Bench, test: Test): Promise<void> {
  const { stage, project, day, ids, task } = bench;
  const { orm } = stage.services.database;
  const tasks = await orm.select({ id: labTaskTable.id }).from(labTaskTable).where(and(eq(labTaskTable.project, project), eq(labTaskTable.hazard, task.hazard), eq(labTaskTable.state, 'distributed'), isNull(labTaskTable.deleteTime)));
  if (!tasks.length) return;
  stage.at(`${day} 11:00:00`);
  const { id } = await stage.ask<AnyRow>('analyst', 'POST', 'api/labSheet/start', { tasks: tasks.map((one) => one.id) });
  const work = () => stage.ask<LabWork>('analyst', 'GET', `api/labSheet/work/${id}`);
  const { sheet, rows } = await work();
  await stage.ask('analyst', 'PUT', 'api/labSheet/edit', {
    ...sheet, testDate: day, instrument: ids.instrument, standard: ids.standard, reagents: ids.reagents, envTemperature: '22.4', envHumidity: '51', conditions, lod: test.lod, lodUnit: 'μg/mL', publishedMinimum: test.minimum,
    ...(test.approved ? { checkRemark: '本因素没有有证质控样，以加标回收控制' } : {}),
  });
  stage.at(`${day} 15:40:00`);
  const samples = rows.filter(({ rowKind }) => rowKind === 'sample');
  const filled = rows.flatMap((row) => {
    const area = row.rowKind === 'sample' ? test.areas[samples.indexOf(row)] : '0';
    return area === undefined ? [] : [{ id: row.id, version: row.version, frontResponse: area, backResponse: '0', solutionVolume: '1.0', efficiency: test.efficiency }];
  });
  await stage.ask('analyst', 'PUT', 'api/labSheetRow/saveAll', { rows: filled, removed: [] });
  if (test.checks.length) await stage.ask('analyst', 'PUT', 'api/labCheck/saveAll', { rows: test.checks.map((check, at) => ({ ...check, sheet: id, rowSort: (at + 1) * 10 })), removed: [] });
  if (!test.approved) return;
  const moved = movedRecord(registry);
  stage.at(`${day} 16:30:00`);
  await stage.sign('analyst', moved, recordMoves, id, 'submit');
  stage.at(`${day} 17:10:00`);
  await stage.sign('reviewer', moved, recordMoves, id, 'review');
  stage.at(`${day} 17:35:00`);
  await stage.sign('approver', moved, recordMoves, id, 'approve');
}

/** What the laboratory did on a day with two of the project's hazards: one record signed by three people, one that its analyst still fills in; the others wait on the desk. */
export async function laboratory(stage: Stage, project: number, day: string): Promise<void> {
  const { orm } = stage.services.database;
  const [instrument] = await orm.select({ id: equipmentTable.id }).from(equipmentTable).where(and(eq(equipmentTable.eqpNo, 'FX-001'), isNull(equipmentTable.deleteTime)));
  const [reagent] = await orm.select({ id: reagentTable.id }).from(reagentTable).where(and(eq(reagentTable.reagentNo, 'SJ-2601'), eq(reagentTable.status, '1'), isNull(reagentTable.deleteTime)));
  for (const test of tests) {
    const [standard] = await orm.select({ id: standardTable.id }).from(standardTable).where(and(eq(standardTable.standardNo, test.standardNo), isNull(standardTable.deleteTime)));
    const [found] = await orm.select({ hazard: labTaskTable.hazard, method: labTaskTable.method, methodKind: labTaskTable.methodKind }).from(labTaskTable).where(and(eq(labTaskTable.project, project), eq(labTaskTable.hazardName, test.hazard), eq(labTaskTable.state, 'distributed'))).limit(1);
    if (!instrument || !standard || typeof found?.method !== 'number') continue;
    const bench = { stage, project, day, ids: { instrument: instrument.id, standard: standard.id, reagents: reagent ? [reagent.id] : [] }, task: { hazard: found.hazard, method: found.method, methodKind: String(found.methodKind) } };
    await drawCurve(bench, test);
    await testSamples(bench, test);
  }
}
