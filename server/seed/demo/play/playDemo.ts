import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { samplePlanMachine } from '@contract/features/fieldwork/plan/samplePlanMachine';
import { reviewQuestions } from '@contract/features/projects/entities/contractReview';
import { demoTexts } from '@contract/features/system/serverTexts';
import type { Page } from '@contract/wire';
import { registry } from '@server/app/resources';
import { formatDay } from '@server/base/zone';
import { builtInTable, hazardTable, labMethodItemTable, labMethodTable, projectTable } from '@server/db/schema';
import { handOverMoves, movedHandOver } from '@server/features/fieldwork/handOver/moves';
import { planMoves } from '@server/features/fieldwork/plan/moves';
import type { Services } from '@server/services';
import { hasRealPeople, isClosed, readDemoMarks } from '../closeDemo';
import { arrangeTests, authoriseAnalyst, distributeTasks } from './assignTests';
import { fieldTeam, openDemoActors } from './demoActors';
import { playedKey, projectKey } from './demoKeys';
import { pictureFor, textFor } from './demoPictures';
import { playArchive } from './playArchive';
import { headOf, moveProject, type PlayedProject } from './playedProject';
import { isGovernanceDue, playGovernance } from './playGovernance';
import { isIncomingDue, playIncoming } from './playIncoming';
import { playLaboratory } from './playLaboratory';
import { isOutsideDue, playOutside } from './playOutside';
import { playPublication } from './playPublication';
import { isQualityDue, playQuality } from './playQuality';
import { playReport } from './playReport';
import { isRunDue, playRun } from './playRun';
import { playSampling } from './playSampling';
import { playSheets } from './playSheets';
import { isStockAndVehiclesDue, playStockAndVehicles } from './playStockAndVehicles';
import { scripts } from './projectScripts';

const dayMs = 86_400_000;

async function playContract(playedProject: PlayedProject): Promise<void> {
  const { actors, script, project, dayOf } = playedProject;
  actors.at(`${dayOf(script.days.contract)} 09:12:00`);
  await moveProject(playedProject, 'sales', 'submitContract');
  actors.at(`${dayOf(script.days.contract)} 15:40:00`);
  const { subcontractor } = script;
  const reviewAnswers = Object.fromEntries(
    reviewQuestions.map((name) => [name, name === 'subcontract' && !subcontractor ? 'na' : 'yes']),
  );
  await actors.ask('reviewer', 'POST', 'api/contractReview/add', {
    project,
    ...reviewAnswers,
    subcontractor,
    conclusion: '同意承接',
  });
  await moveProject(playedProject, 'reviewer', 'passContract');
}

/** Adds the evidence of a survey that the archive contains: process, materials, layout, and a picture. */
async function surveyEvidence({ actors, script, project, dayOf }: PlayedProject): Promise<void> {
  const documentLines = [
    `生产工艺：${script.process}`,
    `主要原辅料：${script.materials}`,
    `设备布局：${script.layout}`,
  ];
  await actors.ask('field', 'POST', 'api/surveyFile/add', {
    project,
    fileKind: 'materials',
    title: '生产工艺、原辅料与布局资料',
    content: await textFor(actors.services, project, '生产工艺、原辅料与布局资料.txt', documentLines.join('\n')),
  });
  await actors.ask('field', 'POST', 'api/siteMedia/add', {
    project,
    activity: 'survey',
    place: script.rows[0]?.workshop ?? '',
    content: await pictureFor(actors.services, project, 'survey.jpg', 'media'),
    takenAt: `${dayOf(script.days.survey)} 10:40:00`,
    remark: '现场调查（演示图片）',
  });
  if (script.visitedBefore !== undefined)
    await actors.ask('field', 'POST', 'api/siteMedia/add', {
      project,
      activity: 'survey',
      place: script.rows[0]?.workshop ?? '',
      content: await pictureFor(actors.services, project, 'survey.jpg', 'media'),
      takenAt: `${dayOf(script.visitedBefore)} 15:20:00`,
      remark: '签约前踏勘时拍摄（演示图片）',
    });
}

async function playSurvey(playedProject: PlayedProject): Promise<void> {
  const { actors, script, project, dayOf } = playedProject;
  actors.at(`${dayOf(script.days.survey)} 10:05:00`);
  const surveyHead = await headOf(playedProject, 'api/siteSurvey');
  const { product, process, materials, layout, companion } = script;
  await actors.ask('field', 'PUT', 'api/siteSurvey/edit', {
    ...surveyHead,
    surveyedOn: dayOf(script.days.survey),
    surveyors: await fieldTeam(actors),
    companionName: companion,
    product,
    process,
    materials,
    layout,
    shiftSystem: '白班，每周5天',
  });
  const names = [...new Set(script.rows.map(({ hazard }) => hazard))];
  const hazards = await actors.services.database.orm
    .select({ id: hazardTable.id, name: hazardTable.name })
    .from(hazardTable)
    .where(and(inArray(hazardTable.name, names), isNull(hazardTable.organizationId), isNull(hazardTable.deleteTime)));
  const idOf = new Map(hazards.map(({ id, name }) => [name, id]));
  await actors.ask('field', 'PUT', 'api/siteHazard/saveAll', {
    rows: script.rows.map((row) => ({ ...row, project, hazard: idOf.get(row.hazard), worstKnown: true })),
    removed: [],
  });
  actors.at(`${dayOf(script.days.survey)} 15:40:00`);
  await surveyEvidence(playedProject);
  await playSheets(playedProject, 'endSurvey', dayOf(script.days.survey));
  actors.at(`${dayOf(script.days.survey)} 16:30:00`);
  await moveProject(playedProject, 'field', 'endSurvey');
}

const movedPlan = () => ({ machine: samplePlanMachine, resource: registry.named('samplePlan'), stateField: 'state' });

async function playPlan(playedProject: PlayedProject): Promise<void> {
  const { actors, script, project, dayOf } = playedProject;
  actors.at(`${dayOf(script.days.plan)} 14:20:00`);
  await actors.ask('field', 'POST', 'api/samplePlan/generate', { project, mode: 'replace' });
  const { content } = await actors.ask<Page<AnyRow>>(
    'field',
    'GET',
    `api/sampleSiteHazard?project=${project}&size=100`,
  );
  const rows = content.flatMap((row) =>
    script.sampledAs?.[String(row['hazardName'])] ? [{ ...row, ...script.sampledAs[String(row['hazardName'])] }] : [],
  );
  if (rows.length) await actors.ask('field', 'PUT', 'api/sampleSiteHazard/saveAll', { rows, removed: [] });
  const planHead = await headOf(playedProject, 'api/samplePlan');
  const editedPlan = await actors.ask<AnyRow>('field', 'PUT', 'api/samplePlan/edit', {
    ...planHead,
    days: script.days.sampling.length,
    team: '周海涛、林思远',
    safety: '进入防爆区关闭手机，采样仪器使用防爆型。',
    remark: '点数与人数按调查当日的生产情况确定。',
  });
  await actors.sign('field', movedPlan(), planMoves, editedPlan.id, 'submit');
}

async function planApproval(playedProject: PlayedProject): Promise<void> {
  const { actors, script, dayOf } = playedProject;
  await playSheets(playedProject, 'approvePlan', dayOf(script.days.approval));
  const { id } = await headOf(playedProject, 'api/samplePlan');
  actors.at(`${dayOf(script.days.approval)} 09:30:00`);
  await actors.sign('reviewer', movedPlan(), planMoves, id, 'review');
  actors.at(`${dayOf(script.days.approval)} 11:05:00`);
  await actors.sign('approver', movedPlan(), planMoves, id, 'approve');
}

async function handOver(playedProject: PlayedProject): Promise<void> {
  const { actors, script, project, dayOf } = playedProject;
  const last = dayOf(script.days.sampling.at(-1) as number);
  actors.at(`${last} 18:40:00`);
  const { sheets, ready } = await actors.ask<{ sheets: AnyRow[]; ready: unknown[] }>(
    'field',
    'GET',
    `api/handOver/ofProject/${project}`,
  );
  let sheet = sheets.find(({ state }) => state === 'drafting' || state === 'waiting');
  if (!sheet && ready.length)
    sheet = await actors.ask<AnyRow>('field', 'POST', 'api/handOver/add', {
      project,
      place: '样品室',
      transport: '常温密封',
    });
  if (!sheet) return;
  const workflow = movedHandOver(registry);
  if (sheet.state === 'drafting') await actors.sign('field', workflow, handOverMoves, sheet.id, 'submit');
  actors.at(`${last} 19:05:00`);
  const { lines } = await actors.ask<{ lines: { sampleNo: string }[] }>(
    'keeper',
    'GET',
    `api/handOver/sheet/${sheet.id}`,
  );
  for (const { sampleNo } of lines)
    await actors.ask('keeper', 'PUT', 'api/handOver/count', { id: sheet.id, code: sampleNo });
  await actors.sign('keeper', workflow, handOverMoves, sheet.id, 'receive');
}

/** Adds hazards that the laboratory's own methods test beyond the library. */
async function addItems({ actors, script: { ownItems = [], days }, dayOf }: PlayedProject): Promise<void> {
  const { orm } = actors.services.database;
  actors.at(`${dayOf(days.contract)} 08:30:00`);
  for (const [title, name] of ownItems) {
    const [method] = await orm
      .select({ id: labMethodTable.id })
      .from(labMethodTable)
      .where(and(eq(labMethodTable.title, title), isNull(labMethodTable.deleteTime)));
    const [hazard] = await orm
      .select({ id: hazardTable.id })
      .from(hazardTable)
      .where(and(eq(hazardTable.name, name), isNull(hazardTable.organizationId), isNull(hazardTable.deleteTime)));
    if (!method || !hazard) throw new Error(`the library has no ${title} or no ${name}`);
    const [existingRow] = await orm
      .select({ id: labMethodItemTable.id })
      .from(labMethodItemTable)
      .where(
        and(
          eq(labMethodItemTable.method, method.id),
          eq(labMethodItemTable.hazard, hazard.id),
          isNull(labMethodItemTable.deleteTime),
        ),
      );
    if (!existingRow)
      await actors.ask('admin', 'POST', 'api/labMethodItem/add', {
        method: method.id,
        hazard: hazard.id,
        dataCertainty: 'check',
      });
  }
}

const actByStage: Readonly<Record<string, (play: PlayedProject) => Promise<void>>> = {
  draft: playContract,
  contractReview: playContract,
  survey: playSurvey,
  planning: playPlan,
  planReview: planApproval,
  sampling: playSampling,
};

async function playOne(playedProject: PlayedProject): Promise<void> {
  const { actors, script, project } = playedProject;
  const stageOf = async () =>
    (
      await actors.services.database.orm
        .select({ stage: projectTable.stage })
        .from(projectTable)
        .where(eq(projectTable.id, project))
    )[0]?.stage ?? '';
  await addItems(playedProject);
  for (
    let now = await stageOf(), before = '';
    actByStage[now] && now !== before && now !== script.lastStage;
    before = now, now = await stageOf()
  )
    await actByStage[now]?.(playedProject);
  // Sampling that is still under way has its further survey behind it.
  if (script.lastStage === 'sampling' && (await stageOf()) === 'sampling')
    await playSheets(playedProject, 'endSampling', playedProject.dayOf(Math.min(-1, ...script.days.sampling)));
  if ((await stageOf()) !== 'handOver') return;
  await handOver(playedProject);
  const received = playedProject.dayOf((script.days.sampling.at(-1) as number) + 1);
  await arrangeTests(actors, project, received, script.tests ?? []);
  const analyst = await authoriseAnalyst(actors, project, playedProject.dayOf);
  if (script.lastStage === 'handOver') return;
  await distributeTasks(actors, project, received, analyst);
  await moveProject(playedProject, 'keeper', 'receiveSamples');
  const last = script.days.sampling.at(-1) as number;
  await playLaboratory(actors, project, playedProject.dayOf(last + (script.testedAfter ?? 2)), script.tests ?? []);
  if (script.lastStage !== 'published') return;
  await playReport(actors, project, playedProject.dayOf, last);
  await playArchive(actors, project, playedProject.dayOf(last + 11));
  await playPublication(actors, project, playedProject.dayOf(last + 13));
}

/**
 * Moves the projects of the scripts by the product's own calls. After an interruption each project continues from its
 * stage; finished projects are marked and never repeated.
 */
export async function playDemo(services: Services): Promise<void> {
  const { orm } = services.database;
  const recordedIds = await readDemoMarks(orm);
  const openScripts = scripts.filter(
    (script) => recordedIds.has(projectKey(script.project)) && !recordedIds.has(playedKey(script.project)),
  );
  if (
    !openScripts.length &&
    !isIncomingDue(recordedIds) &&
    !isGovernanceDue(recordedIds) &&
    !isStockAndVehiclesDue(recordedIds) &&
    !isOutsideDue(recordedIds) &&
    !isQualityDue(recordedIds) &&
    !isRunDue(recordedIds)
  )
    return;
  // The demonstration stops if real people work in it, or if its accounts are closed.
  if (isClosed(recordedIds) || (await hasRealPeople(orm, recordedIds))) {
    services.log.warn(demoTexts.notPlayed);
    return;
  }
  const actors = openDemoActors(services);
  const dayOf = (daysAhead: number) =>
    formatDay(new Date(services.now().getTime() + daysAhead * dayMs), services.env.zone);
  for (const script of openScripts) {
    const projectId = recordedIds.get(projectKey(script.project)) as number;
    await playOne({ actors, script, project: projectId, dayOf });
    await orm
      .insert(builtInTable)
      .values({ key: playedKey(script.project), rowId: projectId })
      .onConflictDoNothing();
  }
  if (isIncomingDue(recordedIds)) await playIncoming(actors, dayOf, recordedIds);
  if (isGovernanceDue(recordedIds)) await playGovernance(actors, recordedIds, dayOf);
  if (isStockAndVehiclesDue(recordedIds)) await playStockAndVehicles(actors, dayOf);
  if (isOutsideDue(recordedIds)) await playOutside(actors, dayOf, recordedIds);
  if (isRunDue(recordedIds)) await playRun(actors, dayOf, recordedIds);
  if (isQualityDue(recordedIds)) await playQuality(actors, dayOf);
}
