import type { fixedDictionaries } from '@contract/dictionaries';

type ProjectStage = (typeof fixedDictionaries.projectStage)[number]['value'];

interface DemoProject {
  /** Index in `firstUnits` (`demoUnits.ts`). */
  readonly unit: number;
  readonly type: 'DQ' | 'XZ' | 'KX' | 'WT' | 'JD';
  /** Stage of a project without a script; ignored if the project has one (`play/projectScripts.ts`). */
  readonly stage: ProjectStage;
  readonly leader: 'field' | 'reporter' | 'analyst';
  /** Days from today to the planned start and end. */
  readonly starts: number;
  readonly due: number;
  readonly remark?: string;
  /** 检测范围 of the contract. */
  readonly workScope?: string;
  /** Index in this list of the project that it continues. */
  readonly follows?: number;
}

/** Indexes of the units of the enterprise account; both units have projects. */
export const enterpriseUnits = [0, 23] as const;

/**
 * Projects of the demonstration, ordered first to last: one overdue, one due this week, others in progress. Projects
 * with a script reach later stages through the product's own calls. `stage` is the final stage of the others.
 */
export const demoProjects: readonly DemoProject[] = [
  { unit: 0, type: 'DQ', stage: 'issuing', leader: 'field', starts: -47, due: 6 },
  {
    unit: 20,
    type: 'XZ',
    stage: 'draft',
    leader: 'field',
    starts: 15,
    due: 62,
    remark: '含熔炼、挤压、拉拔三个车间',
    workScope: '铜烟、噪声、高温',
  },
  {
    unit: 10,
    type: 'DQ',
    stage: 'terminated',
    leader: 'field',
    starts: -74,
    due: -40,
    remark: '企业停产搬迁，经双方协商终止',
  },
  { unit: 13, type: 'WT', stage: 'published', leader: 'field', starts: -44, due: -19, remark: '仅测喷涂岗位二甲苯' },
  { unit: 4, type: 'DQ', stage: 'survey', leader: 'field', starts: -1, due: 34 },
  { unit: 23, type: 'DQ', stage: 'planning', leader: 'field', starts: -9, due: 26 },
  { unit: 19, type: 'KX', stage: 'testing', leader: 'field', starts: -38, due: -3, remark: '二期合成车间扩建项目' },
  { unit: 12, type: 'DQ', stage: 'handOver', leader: 'field', starts: -19, due: 4 },
  { unit: 27, type: 'XZ', stage: 'sampling', leader: 'field', starts: -12, due: 29, remark: '连续采样三个工作日' },
  { unit: 5, type: 'JD', stage: 'planReview', leader: 'field', starts: -8, due: 25 },
  { unit: 23, type: 'XZ', stage: 'survey', leader: 'field', starts: -3, due: 38, follows: 5 },
  {
    unit: 1,
    type: 'DQ',
    stage: 'contractReview',
    leader: 'field',
    starts: 6,
    due: 45,
    // Sodium hydroxide is outside the accredited scope: the review shows what is to be done.
    workScope: '噪声、高温、硫化氢、氢氧化钠',
  },
  {
    unit: 29,
    type: 'DQ',
    stage: 'testing',
    leader: 'field',
    starts: -24,
    due: 13,
    remark: '含熔炼、造型、酸洗电镀三个车间',
  },
];
