import { eq, isNull, and } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import type { Page } from '@contract/wire';
import { builtInTable, outsideTaskTable, userTable } from '@server/db/schema';
import type { DayOf, DemoActors } from './demoActors';
import { projectKey } from './demoKeys';

const playedOutside = 'demo:outside';

/** Checks whether the external checks have to be played: once, in a database with the demonstration. */
export const isOutsideDue = (recordedIds: ReadonlyMap<string, number>): boolean =>
  recordedIds.size > 0 && !recordedIds.has(playedOutside);

const pointRules = [
  { ruleName: '完成检测报告检查', event: 'closed', checkForm: 'report', points: 20, fee: '600.00' },
  { ruleName: '完成原始记录检查', event: 'closed', checkForm: 'record', points: 15, fee: '450.00' },
  { ruleName: '完成现场采样检查', event: 'closed', checkForm: 'site', points: 25, fee: '800.00' },
  { ruleName: '按期提交', event: 'onTime', points: 5, fee: '0.00' },
  { ruleName: '逾期提交', event: 'late', points: -5, fee: '0.00' },
  { ruleName: '发现严重问题', event: 'severe', points: 10, fee: '100.00' },
  { ruleName: '发现一般问题', event: 'general', points: 3, fee: '30.00' },
  { ruleName: '提出改进建议', event: 'advice', points: 1, fee: '0.00' },
] as const;

interface ReviewContext {
  readonly actors: DemoActors;
  readonly dayOf: DayOf;
  readonly reviewer: number;
}

const reviewerName = 'thirdparty';
const moveTask = ({ actors }: ReviewContext, userName: string, id: number, key: string, extraFields: object = {}) =>
  actors.ask(userName, 'PUT', 'api/sfQualityDetail/move', { id, move: key, ...extraFields });
const taskOf = ({ actors }: ReviewContext, id: number) =>
  actors.ask<AnyRow>(reviewerName, 'GET', `api/sfQualityDetail/${id}`);
const findingsOf = async ({ actors }: ReviewContext, id: number): Promise<readonly AnyRow[]> =>
  (await actors.ask<Page<AnyRow>>(reviewerName, 'GET', `api/sfFinding?task=${id}&sort=id,asc`)).content;

async function assignCheck(
  { actors, reviewer: personId, dayOf }: ReviewContext,
  projectId: number,
  checkForm: string,
  dueDays: number,
  requirement: string,
): Promise<number> {
  return (
    await actors.ask<AnyRow>('quality', 'POST', 'api/sfQualityDetail/add', {
      project: projectId,
      reviewer: personId,
      checkForm,
      dueOn: dayOf(dueDays),
      requirement,
    })
  ).id;
}

interface PlayedFinding {
  /** Index of the line in the form. */
  readonly lineIndex: number;
  readonly score: string;
  readonly remark: string;
  readonly severity: string;
  readonly requirement: string;
}

/** Fills the whole form with findings and a conclusion. */
async function fillForm(
  context: ReviewContext,
  id: number,
  playedFindings: readonly PlayedFinding[],
  conclusion: string,
): Promise<void> {
  const { actors } = context;
  await moveTask(context, reviewerName, id, 'start');
  const { content } = await actors.ask<Page<AnyRow>>(
    reviewerName,
    'GET',
    `api/sfQualityItem?task=${id}&size=200&sort=rowSort,asc`,
  );
  const rows = content.map((row, index) => {
    const finding = playedFindings.find((playedFinding) => playedFinding.lineIndex === index);
    return {
      ...row,
      ...(finding ? { result: 'no', score: finding.score, remark: finding.remark } : { result: 'yes', score: null }),
    };
  });
  await actors.ask(reviewerName, 'PUT', 'api/sfQualityItem/saveAll', { rows, removed: [] });
  for (const { remark, severity, requirement } of playedFindings)
    await actors.ask(reviewerName, 'POST', 'api/sfFinding/add', {
      task: id,
      severity,
      description: remark,
      requirement,
    });
  await actors.ask(reviewerName, 'PUT', 'api/sfQualityDetail/conclusion', {
    id,
    version: (await taskOf(context, id)).version,
    conclusion,
  });
}

/** Plays a check from assignment to closing, with a first answer that is rejected; its fee is then settled and paid. */
async function closedTask(context: ReviewContext, projectId: number): Promise<void> {
  const { actors, dayOf } = context;
  actors.at(`${dayOf(-9)} 09:20:00`);
  const id = await assignCheck(context, projectId, 'report', -5, '重点核查结果的有效位数和限值选用');
  actors.at(`${dayOf(-7)} 14:05:00`);
  await fillForm(
    context,
    id,
    [
      {
        lineIndex: 4,
        score: '10',
        remark: '部分低于检出限的结果没有注明最低检出浓度',
        severity: 'general',
        requirement: 'GBZ 159：低于检出限的结果应注明最低检出浓度',
      },
      {
        lineIndex: 7,
        score: '8',
        remark: '附录中苯的短时间接触限值没有注明标准的修改单',
        severity: 'advice',
        requirement: '建议在判定依据中注明修改单编号',
      },
    ],
    '报告总体规范，结果可追溯；结果表示和限值引用有待改进。',
  );
  await moveTask(context, reviewerName, id, 'submit');
  actors.at(`${dayOf(-5)} 10:30:00`);
  const answerTexts = ['已核对，报告无需修改', '已在报告模板的判定依据中补充修改单编号'];
  for (const [index, finding] of (await findingsOf(context, id)).entries())
    await actors.ask('quality', 'PUT', 'api/sfFinding/answer', {
      id: finding.id,
      version: finding.version,
      answer: answerTexts[index],
    });
  await moveTask(context, 'quality', id, 'answer');
  actors.at(`${dayOf(-4)} 15:10:00`);
  const [first, secondFinding] = (await findingsOf(context, id)) as [AnyRow, AnyRow];
  await actors.ask(reviewerName, 'PUT', 'api/sfFinding/judge', {
    id: first.id,
    version: first.version,
    verdict: 'rejected',
    verdictRemark: '请逐项列出低于检出限的结果及其最低检出浓度',
  });
  await actors.ask(reviewerName, 'PUT', 'api/sfFinding/judge', {
    id: secondFinding.id,
    version: secondFinding.version,
    verdict: 'accepted',
  });
  await moveTask(context, reviewerName, id, 'return', { reason: '第1个问题的答复没有说明具体数据' });
  actors.at(`${dayOf(-3)} 09:15:00`);
  const [openFinding] = (await findingsOf(context, id)) as [AnyRow];
  await actors.ask('quality', 'PUT', 'api/sfFinding/answer', {
    id: openFinding.id,
    version: openFinding.version,
    answer: '已逐项列出低于检出限的结果并补充最低检出浓度，今后由报告模板自动带出',
  });
  await moveTask(context, 'quality', id, 'answer');
  actors.at(`${dayOf(-2)} 11:00:00`);
  const [last] = (await findingsOf(context, id)) as [AnyRow];
  await actors.ask(reviewerName, 'PUT', 'api/sfFinding/judge', {
    id: last.id,
    version: last.version,
    verdict: 'accepted',
    verdictRemark: '已核对补充的数据',
  });
  await moveTask(context, reviewerName, id, 'close');
}

async function playSettlement({ actors, dayOf, reviewer: personId }: ReviewContext): Promise<void> {
  actors.at(`${dayOf(-2)} 14:20:00`);
  await actors.ask('quality', 'POST', 'api/sfFinanceRecord/add', {
    reviewer: personId,
    feeKind: 'travel',
    feeOn: dayOf(-7),
    amount: '286.50',
    explanation: '杭州往返交通费',
  });
  const settlement = await actors.ask<AnyRow>('quality', 'POST', 'api/sfSettlement/add', {
    reviewer: personId,
    fromOn: dayOf(-30),
    untilOn: dayOf(-2),
  });
  actors.at(`${dayOf(-1)} 09:05:00`);
  await actors.ask(reviewerName, 'PUT', 'api/sfSettlement/move', { id: settlement.id, move: 'confirm' });
  actors.at(`${dayOf(-1)} 16:40:00`);
  await actors.ask('approver', 'PUT', 'api/sfSettlement/move', { id: settlement.id, move: 'pay' });
  await actors.ask('quality', 'POST', 'api/sfIntegralRecord/add', {
    person: personId,
    pointKind: 'reward',
    points: 10,
    explanation: '参与年度内部质量讲评',
  });
  await actors.ask('quality', 'POST', 'api/sfIntegralRecord/add', {
    person: personId,
    pointKind: 'redeem',
    points: 20,
    explanation: '兑换继续教育课程一门',
  });
  await actors.ask('quality', 'POST', 'api/sfFinanceRecord/add', {
    reviewer: personId,
    feeKind: 'expert',
    feeOn: dayOf(-1),
    amount: '500.00',
    explanation: '实验室内审技术咨询',
  });
}

/** Files one nonconformity for each state. */
async function playNonconformities({ actors, dayOf }: ReviewContext, responsiblePerson: number): Promise<void> {
  const file = (kind: string, description: string) =>
    actors.ask<AnyRow>('quality', 'POST', 'api/nonconformity/add', { nonconformityKind: kind, description });
  const step = (userName: string, id: number, key: string) =>
    actors.ask(userName, 'PUT', 'api/nonconformity/move', { id, move: key });
  const fetchNonconformity = (id: number) => actors.ask<AnyRow>('quality', 'GET', `api/nonconformity/${id}`);
  const write = async (id: number, changes: object) =>
    actors.ask('quality', 'PUT', 'api/nonconformity/edit', { ...(await fetchNonconformity(id)), ...changes });
  actors.at(`${dayOf(-12)} 10:10:00`);
  const humidityCase = await file('other', '天平室相对湿度连续两天高于控制上限（60%），当日称量滤膜12张');
  const lateDelivery = await file('complaint', '受检单位反映报告晚于约定日期两天送达');
  actors.at(`${dayOf(-11)} 09:00:00`);
  await write(humidityCase.id, {
    responsible: responsiblePerson,
    dueOn: dayOf(-4),
    cause: '除湿机滤网堵塞，除湿能力下降',
    impact: '称量偏差可能增大，12张滤膜须在受控环境中重新恒重称量',
  });
  await step('quality', humidityCase.id, 'analyse');
  actors.at(`${dayOf(-8)} 16:30:00`);
  await write(humidityCase.id, {
    action: '更换除湿机滤网并纳入每月维护计划；12张滤膜重新恒重称量，结果与原结果之差均小于0.02mg',
  });
  await step('quality', humidityCase.id, 'correct');
  actors.at(`${dayOf(-6)} 10:20:00`);
  await actors.ask('reviewer', 'PUT', 'api/nonconformity/verify', {
    id: humidityCase.id,
    version: (await fetchNonconformity(humidityCase.id)).version,
    verification: '核对了湿度记录和重新称量记录，湿度恢复受控，措施有效',
  });
  actors.at(`${dayOf(-5)} 13:40:00`);
  await write(lateDelivery.id, {
    responsible: responsiblePerson,
    dueOn: dayOf(5),
    cause: '报告审核排队，未按约定日期提醒',
    impact: '不影响检测结果',
  });
  await step('quality', lateDelivery.id, 'analyse');
  actors.at(`${dayOf(-3)} 11:15:00`);
  await write(lateDelivery.id, { action: '在首页待办中按约定日期提前三天提醒报告员，并由业务员向客户说明' });
  await step('quality', lateDelivery.id, 'correct');
  actors.at(`${dayOf(-2)} 09:30:00`);
  const spike = await file('failedCheck', '甲苯加标回收率78%，低于方法要求的90%～110%，已停止使用该批解吸液');
  await write(spike.id, {
    responsible: responsiblePerson,
    dueOn: dayOf(7),
    cause: '二硫化碳开封后放置时间过长，有挥发损失',
    impact: '同批样品须更换解吸液后重新测定',
  });
  await step('quality', spike.id, 'analyse');
  actors.at(`${dayOf(-1)} 15:25:00`);
  await file('outsideFinding', '第三方检查提出：部分原始记录更正处没有写明原因');
}

/** Plays checks by an external reviewer in each state, their fees, and nonconformities, by the product's own calls. */
export async function playOutside(
  actors: DemoActors,
  dayOf: DayOf,
  recordedIds: ReadonlyMap<string, number>,
): Promise<void> {
  const { orm } = actors.services.database;
  const idOf = async (userName: string) =>
    (
      await orm
        .select({ id: userTable.id })
        .from(userTable)
        .where(and(eq(userTable.userName, userName), isNull(userTable.deleteTime)))
    )[0]?.id;
  const personId = await idOf(reviewerName);
  const analyst = await idOf('analyst');
  // Projects with issued reports, because only these are checked externally.
  const projectIds = [0, 3, 3].flatMap((index) => recordedIds.get(projectKey(index)) ?? []);
  const [firstProjectId, secondProject = firstProjectId, thirdProject = secondProject] = projectIds;
  const [existingTask] = await orm.select({ id: outsideTaskTable.id }).from(outsideTaskTable).limit(1);
  // Older installations have no external reviewers. An interrupted play is not repeated.
  if (
    personId !== undefined &&
    analyst !== undefined &&
    firstProjectId !== undefined &&
    secondProject !== undefined &&
    thirdProject !== undefined &&
    !existingTask
  ) {
    const context = { actors, dayOf, reviewer: personId };
    actors.at(`${dayOf(-20)} 09:00:00`);
    for (const rule of pointRules)
      await actors.ask('quality', 'POST', 'api/sfIntegralRule/add', {
        ...rule,
        validFrom: `${dayOf(-20).slice(0, 4)}-01-01`,
        enabled: '1',
      });
    await closedTask(context, firstProjectId);
    await playSettlement(context);
    actors.at(`${dayOf(-3)} 10:00:00`);
    const waitingTask = await assignCheck(context, secondProject, 'record', 4, '核查标准曲线、质控和更正记录');
    const idleTaskId = await assignCheck(context, thirdProject, 'site', 9, '核查采样方案与现场采样记录');
    actors.at(`${dayOf(-1)} 10:45:00`);
    await fillForm(
      context,
      waitingTask,
      [
        {
          lineIndex: 6,
          score: '6',
          remark: '更正处可见原值和更正人，但部分更正没有写明原因',
          severity: 'general',
          requirement: 'RB/T 214 4.5.27：更正应能追溯原因',
        },
      ],
      '原始记录完整，质控符合方法要求；更正原因需补充。',
    );
    await moveTask(context, reviewerName, waitingTask, 'submit');
    await assignCheck(context, firstProjectId, 'record', 12, '例行抽查');
    await moveTask(context, reviewerName, idleTaskId, 'start');
    await playNonconformities(context, analyst);
  }
  await orm
    .insert(builtInTable)
    .values({ key: playedOutside, rowId: personId ?? 0 })
    .onConflictDoNothing();
}
