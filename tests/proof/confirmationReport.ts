import { productTitle } from '@contract/constants';
import type { Block, Cell, PrintDocument, TableBlock } from '@contract/print/printDocument';
import { formatMoment } from '@contract/zone';
import { testsOf } from './evidence';
import type { Run } from './run';
import type { Requirement, Section } from './spec/section';
import type { ProofRow, Verdict } from './table';

// The 软件确认报告 that RB/T 214 4.5.16 and ISO/IEC 17025 7.11.2 require of a laboratory before using a program and
// after each change.

type Result = '符合' | '不符合' | '未运行' | '无测试';

export interface CheckedRequirement {
  readonly key: string;
  readonly text: string;
  readonly proofs: readonly string[];
  readonly passed: number;
  readonly result: Result;
}

export interface CheckedSection {
  readonly number: number;
  readonly title: string;
  readonly requirements: readonly CheckedRequirement[];
}

function checked(key: string, [text, ...proofs]: Requirement, { tests }: Run): CheckedRequirement {
  const found = proofs.map((proof) => testsOf(proof, tests));
  const passed = new Set(found.flat().filter(({ state }) => state === 'passed')).size;
  const result = (): Result => {
    if (proofs.length === 0) return '无测试';
    if (found.flat().some(({ state }) => state === 'failed')) return '不符合';
    return found.every((named) => named.some(({ state }) => state === 'passed')) ? '符合' : '未运行';
  };
  return { key, text, proofs, passed, result: result() };
}

export const checkedSections = (spec: readonly Section[], run: Run): CheckedSection[] =>
  spec.map(({ number, title, requirements }) => ({
    number,
    title,
    requirements: requirements.map((requirement, index) => checked(`${number}.${index + 1}`, requirement, run)),
  }));

const words: Readonly<Record<Verdict, string>> = {
  ok: '符合',
  'ok in part': '部分符合',
  failed: '不符合',
  over: '未达到',
  'not proved': '无测试',
  'not run': '未运行',
};

const heading = (text: string): Block => ({ kind: 'heading', text });
const lines = (...texts: string[]): Block => ({ kind: 'lines', lines: texts });
const count = (all: readonly { readonly result: string }[], result: string): string =>
  String(all.filter((one) => one.result === result).length);

function summary(sections: readonly CheckedSection[], rows: readonly ProofRow[]): TableBlock {
  const line = (title: string, all: readonly { readonly result: string }[]): Cell[] => [
    title,
    String(all.length),
    String(all.length - Number(count(all, '无测试'))),
    count(all, '符合'),
    count(all, '部分符合'),
    String(Number(count(all, '不符合')) + Number(count(all, '未达到'))),
    count(all, '未运行'),
  ];
  const proofs = rows.map(({ verdict }) => ({ result: words[verdict] }));
  return {
    kind: 'table',
    title: '结果汇总',
    columns: [
      { heading: '部分', least: 60 },
      { heading: '要求数', align: 'center' },
      { heading: '有测试', align: 'center' },
      { heading: '符合', align: 'center' },
      { heading: '部分符合', align: 'center' },
      { heading: '不符合或未达到', align: 'center' },
      { heading: '未运行', align: 'center' },
    ],
    rows: [
      ...sections.map(({ number, title, requirements }) => line(`规格第 ${number} 章 ${title}`, requirements)),
      line(
        '规格合计',
        sections.flatMap(({ requirements }) => requirements),
      ),
      line('可靠性、安全与性能目标', proofs),
    ],
  };
}

const sectionTable = ({ number, title, requirements }: CheckedSection, day: string): TableBlock => ({
  kind: 'table',
  title: `规格第 ${number} 章 ${title}`,
  columns: [
    { heading: '编号', align: 'center', least: 12 },
    { heading: '要求', least: 55 },
    { heading: '测试', least: 70 },
    { heading: '通过项', align: 'center' },
    { heading: '结果', align: 'center', least: 14 },
    { heading: '日期', align: 'center', least: 20 },
  ],
  rows: requirements.map(({ key, text, proofs, passed, result }) => [
    key,
    text,
    proofs.join('\n') || '—',
    String(passed),
    result,
    result === '符合' || result === '不符合' ? day : '',
  ]),
});

const goalTable = (rows: readonly ProofRow[], day: string): TableBlock => ({
  kind: 'table',
  title: '可靠性、安全与性能目标',
  columns: [
    { heading: '编号', align: 'center', least: 14 },
    { heading: '目标', least: 24 },
    { heading: '要求', least: 52 },
    { heading: '实测', least: 52 },
    { heading: '结果', align: 'center', least: 14 },
    { heading: '日期', align: 'center', least: 20 },
  ],
  rows: rows.map(({ goal, measured, verdict, benchedOn }) => [
    goal.id,
    goal.what,
    [goal.required, goal.note].filter(Boolean).join('\n'),
    measured || '—',
    words[verdict],
    ['not run', 'not proved'].includes(verdict) ? '' : (benchedOn ?? day),
  ]),
});

/**
 * Returns what a laboratory must know before signing: requirements that are not met, and those that could not be
 * tested.
 */
function open(sections: readonly CheckedSection[], rows: readonly ProofRow[], broken: readonly string[]): string[] {
  const unmet = sections.flatMap((section) => section.requirements).filter(({ result }) => result !== '符合');
  const notRun = unmet.filter(({ result }) => result === '未运行').length;
  // After a run of some tests only, the table lists the others.
  const listed = unmet.filter(({ result }) => result !== '未运行' || notRun <= 20);
  const requirements = [
    ...listed.map(({ key, text, result }) => `规格 ${key}（${result}）：${text}`),
    ...(notRun > 20 ? [`规格中 ${notRun} 条要求的测试不在本次运行之内，见第五部分。`] : []),
  ];
  const goals = rows
    .filter(({ verdict }) => !['ok', 'ok in part', 'not run'].includes(verdict))
    .map(
      ({ goal, verdict, measured }) => `${goal.id} ${goal.what}（${words[verdict]}）${measured ? `：${measured}` : ''}`,
    );
  const idle = rows.filter(({ verdict }) => verdict === 'not run').map(({ goal }) => goal.id);
  const limits = rows.flatMap(({ goal, short }) => (short ? [`${goal.id} ${goal.what}：${short}`] : []));
  const all = [
    ...broken.map((what) => `未能完成的测试：${what}`),
    ...requirements,
    ...goals,
    ...(idle.length > 0 ? [`目标未运行：${idle.join('、')}`] : []),
    ...limits,
  ];
  return all.length > 0 ? all : ['无。'];
}

/** @param zone time zone of its dates and times */
export function confirmationDocument(
  run: Run,
  sections: readonly CheckedSection[],
  rows: readonly ProofRow[],
  zone: string,
): PrintDocument {
  const at = formatMoment(new Date(run.at), zone);
  const day = at.slice(0, 10);
  const all = sections.flatMap(({ requirements }) => requirements);
  const mapped = all.filter(({ proofs }) => proofs.length > 0).length;
  const ran = run.tests.filter(({ state }) => state !== 'skipped');
  const passed = ran.filter(({ state }) => state === 'passed').length;
  const counts = [
    `${ran.length} 项，通过 ${passed} 项`,
    ...(run.tests.length > ran.length ? [`跳过 ${run.tests.length - ran.length} 项`] : []),
    ...(run.broken.length > 0 ? [`${run.broken.length} 处未能完成（见第三部分）`] : []),
  ].join('，');
  return {
    title: '软件确认报告',
    agency: productTitle,
    corner: `版本 ${run.version}`,
    blocks: [
      {
        kind: 'facts',
        label: '软件与环境',
        pairs: 2,
        facts: [
          { label: '软件名称', value: productTitle, wide: true },
          { label: '版本', value: run.version },
          { label: '源码标识', value: run.commit.slice(0, 12) },
          { label: '测试时间', value: at },
          { label: '测试项', value: counts },
          {
            label: '测试范围',
            value: run.proofs
              ? '全部测试，含逐页、逐宽度、PostgreSQL、大数据量与故障的重复验证'
              : '日常测试，不含逐页、逐宽度、PostgreSQL 全套、大数据量与故障的重复验证',
            wide: true,
          },
          { label: '测试环境', value: Object.values(run.environment).join('；'), wide: true },
          { label: '依据', value: 'RB/T 214—2017 4.5.16；ISO/IEC 17025:2017 7.11.2', wide: true },
          { label: '使用机构', value: '', wide: true },
          { label: '使用环境', value: '', wide: true },
        ],
      },
      heading('一、范围与方法'),
      lines(
        ...(run.again ?? []).map(
          (later) =>
            `于${formatMoment(new Date(later.at), zone).slice(0, 16)}以源码${later.commit.slice(0, 12)}单独重新执行${later.files.length}个测试文件（修正后，或因机器负载超出时限者），结果以重新执行的为准：${later.files.join('、')}。`,
        ),
        `本报告由同一次自动测试的结果生成，不含人工填写的结果。规格共 ${all.length} 条要求，其中 ${mapped} 条（${((mapped / all.length) * 100).toFixed(1)} %）有对应测试；“测试”一栏为测试文件与其标题的一段，可据此重新运行。`,
        '“符合”指所列每一处测试均已运行并通过；“不符合”指有测试未通过；“未运行”指本次运行未包含该测试；“未达到”指性能实测未达到目标；“部分符合”指所试均符合，另有一部分在测试环境中无法进行，或执行的次数少于要求，列于第三部分。性能数值取自最近一次性能测试，日期为该次测试的日期，随机器而异。',
        '软件变更后应重新运行并另行出具报告；使用机构还应在自己的环境中核对计算、打印与备份，并记录于“使用环境”。',
      ),
      heading('二、结果汇总'),
      summary(sections, rows),
      heading('三、未符合、未运行与受限的项目'),
      lines(...open(sections, rows, run.broken)),
      heading('四、结论'),
      lines('□ 可投入使用　　□ 限定范围使用：　　　　　　　　　　　　　　□ 不投入使用'),
      lines('　', '说明：'),
      { kind: 'space', height: 24 },
      { kind: 'space', height: 'page' },
      heading('五、规格要求与测试'),
      ...sections.map((section) => sectionTable(section, day)),
      heading('六、可靠性、安全与性能目标'),
      goalTable(rows, day),
    ],
    signers: ['编制', '审核', '批准'].map((label) => ({ label, name: '', on: '' })),
    foot: `软件确认报告 ${run.version}`,
  };
}
