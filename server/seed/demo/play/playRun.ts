import { and, asc, eq, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import type { Page } from '@contract/wire';
import { builtInTable, labTaskTable, standardTable } from '@server/db/schema';
import type { DemoActors } from './demoActors';
import { projectKey } from './demoKeys';
import { textFor } from './demoPictures';

type DayOf = (ahead: number) => string;

const playedKey = 'demo:run:played';
/** Index of the project whose record is still open. */
const testedIndex = 6;
const hazardName = '四氢呋喃';
/** Volume of the standard solution, mL, and mean area of each level, from the zero level. */
const curveLevels = [
  ['0', '0.00'],
  ['0.05', '5.63'],
  ['0.25', '28.31'],
  ['0.5', '56.66'],
  ['1', '113.2'],
  ['2.5', '283.2'],
] as const;
const sampleAreas = ['17.42', '22.06', '19.88', '0.92', '18.35', '20.71', '16.94', '21.50'];

/** Checks whether the analyst's run has to be played: once, in a database whose laboratory has been played. */
export const isRunDue = (recordedIds: ReadonlyMap<string, number>): boolean =>
  recordedIds.has(projectKey(testedIndex)) && !recordedIds.has(playedKey);

/** Returns the lines that the chromatograph writes for a sequence. */
function linesOf(sequence: readonly AnyRow[]): string[] {
  let [samples, last] = [0, 0];
  const areaOf = ({ injectionKind, level }: AnyRow): string => {
    switch (injectionKind) {
      case 'standard':
        return curveLevels[Number(level)]?.[1] ?? '';
      case 'midpoint':
        return '56.9';
      case 'control':
        return '57.8';
      case 'sample': {
        const area = sampleAreas[samples++ % sampleAreas.length] ?? '';
        last = Number(area);
        return area;
      }
      // The sample before, measured again and with 50 μg/mL more.
      case 'parallel':
        return (last * 1.012).toFixed(2);
      case 'spike':
        return (last + 55.4).toFixed(2);
      default:
        return '0.00';
    }
  };
  return sequence.map((row) => {
    const area = areaOf(row);
    return `${String(row.injectionName)},1,FID1A,${hazardName},4.218,${area},${(Number(area) * 0.37).toFixed(2)},,`;
  });
}

/** Fills in head, volumes and file of a proposed run, as the analyst does while the instrument works. */
async function fillRun(actors: DemoActors, projectId: number, run: AnyRow): Promise<void> {
  const { orm } = actors.services.database;
  const { content: sequence } = await actors.ask<Page<AnyRow>>(
    'analyst',
    'GET',
    `api/labRunInjection?run=${run.id}&size=500&sort=rowSort,asc`,
  );
  const volumeOf = ({ injectionKind, level }: AnyRow) =>
    injectionKind === 'standard' ? curveLevels[Number(level)]?.[0] : injectionKind === 'midpoint' ? '0.5' : undefined;
  await actors.ask('analyst', 'PUT', 'api/labRunInjection/saveAll', {
    rows: sequence.flatMap((row) => {
      const standardVolume = volumeOf(row);
      return standardVolume === undefined ? [] : [{ id: row.id, version: row.version, standardVolume }];
    }),
    removed: [],
  });
  const [standard] = await orm
    .select({ id: standardTable.id })
    .from(standardTable)
    .where(and(eq(standardTable.standardNo, 'BW-2607'), isNull(standardTable.deleteTime)));
  const heading = 'Sample Name,Injection,Signal,Compound,RT,Area,Height,Amount,Unit';
  const name = `${String(run.runNo)}.csv`;
  await actors.ask('analyst', 'PUT', 'api/labRun/edit', {
    ...run,
    room: '气相室',
    envTemperature: '22.1',
    envHumidity: '49',
    standard: standard?.id ?? null,
    stock: '1000',
    finalVolume: '10',
    file: await textFor(actors.services, projectId, name, [heading, ...linesOf(sequence), ''].join('\n')),
  });
}

/**
 * Plays a run of the gas chromatograph by the product's own calls: its sequence and its file, whose readings the
 * analyst has not yet written into the record.
 */
export async function playRun(
  actors: DemoActors,
  dayOf: DayOf,
  recordedIds: ReadonlyMap<string, number>,
): Promise<void> {
  const { orm } = actors.services.database;
  const projectId = recordedIds.get(projectKey(testedIndex)) as number;
  const tasks = await orm
    .select({ id: labTaskTable.id })
    .from(labTaskTable)
    .where(
      and(
        eq(labTaskTable.project, projectId),
        eq(labTaskTable.hazardName, hazardName),
        eq(labTaskTable.state, 'testing'),
        isNull(labTaskTable.deleteTime),
      ),
    )
    .orderBy(asc(labTaskTable.id));
  if (tasks.length) {
    actors.at(`${dayOf(-1)} 14:10:00`);
    const runs = await actors.ask<AnyRow[]>('analyst', 'POST', 'api/labRun/propose', {
      tasks: tasks.map(({ id }) => id),
    });
    actors.at(`${dayOf(-1)} 16:25:00`);
    for (const run of runs) await fillRun(actors, projectId, run);
  }
  await orm.insert(builtInTable).values({ key: playedKey, rowId: projectId }).onConflictDoNothing();
}
