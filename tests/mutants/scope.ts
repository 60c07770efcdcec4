/** A part of the sources that is mutated, and the fraction of mutants that tests must detect. */
export interface MutatedPart {
  readonly name: string;
  readonly paths: readonly string[];
  readonly goal: number;
  /** Test files about the part: run before others that reach the same function. Paths from `tests/`, or their start. */
  readonly tests?: readonly string[];
}

const strict = 0.9;
const others = 0.8;

export const mutatedParts: readonly MutatedPart[] = [
  {
    name: '科学计算与判定',
    paths: [
      'contract/arithmetic/',
      'contract/features/laboratory/methods/calculation/',
      'contract/features/laboratory/methods/sheets/',
      'contract/features/reports/judgement/',
    ],
    goal: strict,
  },
  {
    name: '签名',
    paths: ['server/signing/', 'server/workflow/assertUnbroken'],
    goal: strict,
    tests: ['server/forgery', 'server/signatures', 'server/reportSignatures', 'server/seenContent', 'server/trailSeal'],
  },
  {
    name: '机构范围',
    paths: [
      'server/crud/rowScope',
      'server/crud/checkReferences',
      'server/files/sendFile',
      'server/features/reviewers/tasks/taskPapers',
    ],
    goal: strict,
    tests: ['server/scope', 'server/files', 'server/owners', 'server/lockedWrites', 'server/listAndFileRules'],
  },
  { name: '审计', paths: ['server/audit'], goal: strict, tests: ['server/audit'] },
  {
    name: '通用读写',
    paths: ['server/crud/'],
    goal: others,
    tests: ['server/crud', 'server/importSheet', 'server/saveMany', 'server/listAndFileRules', 'server/sheet/'],
  },
  {
    name: '流转',
    paths: ['server/workflow/'],
    goal: others,
    tests: ['server/signatures', 'server/delegation', 'server/projects', 'server/records', 'server/batchVersions'],
  },
  {
    name: '文件',
    paths: ['server/files/'],
    goal: others,
    tests: ['server/files', 'server/listAndFileRules', 'server/uploads', 'server/s3Store', 'security/uploads'],
  },
  {
    name: '待发送',
    paths: [
      'server/features/platforms/pushQueue',
      'server/features/platforms/queuePushes',
      'server/features/notices/mail/sendMail',
      'src/outbox/',
    ],
    goal: others,
    tests: ['server/platformPushes', 'server/noticeMail', 'ui/outbox', 'ui/sealing'],
  },
  { name: '录入表格', paths: ['src/grid/'], goal: others, tests: ['ui/grid/'] },
  { name: '列表', paths: ['src/listEditor/'], goal: others, tests: ['ui/listEditor/', 'ui/importDialog'] },
];

/** Returns the first part that a source belongs to. */
export const partOf = (path: string): MutatedPart | undefined =>
  /\.tsx?$/.test(path) && !path.endsWith('.d.ts')
    ? mutatedParts.find(({ paths }) => paths.some((start) => path.startsWith(start)))
    : undefined;
export const isMutated = (path: string): boolean => partOf(path) !== undefined;

/** Returns the test projects (vitest.config.ts) that must detect a mutant. Shared code is covered by its own tests. */
export const projectsOf = (path: string): readonly string[] =>
  path.startsWith('contract/') ? ['contract'] : path.startsWith('server/') ? ['server', 'server-processes'] : ['ui'];

/** A side of the sources; its sample is drawn and measured by itself. */
export const sides = ['contract', 'server', 'src'] as const;
export type Side = (typeof sides)[number];
