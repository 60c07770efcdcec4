// The recipes of CONTRIBUTING.md as edits of the sources. `scratchCopy.ts` does each in a copy of them.

/** One edit of a file: a new file, lines behind a line that exists, or another text in the place of one. */
export type Edit =
  | { readonly file: string; readonly text: string }
  | { readonly file: string; readonly after: string; readonly insert: string }
  | { readonly file: string; readonly replace: string; readonly by: string };

export interface Recipe {
  readonly title: string;
  readonly mostFiles: number;
  readonly mostLines: number;
  readonly edits: readonly Edit[];
}

const methods = 'contract/features/laboratory/methods';

export const recipes: Readonly<Record<string, Recipe>> = {
  entity: {
    title: 'An entity with a list page',
    mostFiles: 4,
    mostLines: 60,
    edits: [
      {
        file: 'contract/features/equipment/entities/gasCylinder.ts',
        text: `import { defineEntity } from '@contract/entity';
import { date, decimal, longText, text } from '@contract/field';

/** 气瓶: pressure vessels of standard and carrier gases. */
export const gasCylinder = defineEntity({
  name: 'gasCylinder',
  path: 'api/gasCylinder',
  label: '气瓶',
  titleField: 'cylinderNo',
  scope: 'organization',
  keyword: ['cylinderNo', 'gas'],
  fields: {
    cylinderNo: text('气瓶编号', { required: true, unique: true, max: 40 }),
    gas: text('气体', { required: true, max: 60 }),
    pressure: decimal('压力', { unit: 'MPa', min: '0' }),
    inspectionDue: date('检验有效期至'),
    remark: longText('备注', { max: 500 }),
  },
  sheet: ['cylinderNo', 'gas', 'pressure', 'inspectionDue', 'remark'],
});
`,
      },
      {
        file: 'contract/features/equipment/subject.ts',
        replace: "import { equipmentUse } from './entities/equipmentUse';",
        by: "import { equipmentUse } from './entities/equipmentUse';\nimport { gasCylinder } from './entities/gasCylinder';",
      },
      {
        file: 'contract/features/equipment/subject.ts',
        replace: '[equipment, equipmentUse, place]',
        by: '[equipment, equipmentUse, place, gasCylinder]',
      },
      {
        file: 'contract/routes.ts',
        after: "  { path: '/resource/equipment', title: '仪器设备' },",
        insert: "  { path: '/resource/gasCylinder', title: '气瓶', icon: 'ExperimentOutlined' },",
      },
      {
        file: 'src/pages/resource/gasCylinder/page.ts',
        text: `import { definePage } from '@/listEditor';
import { gasCylinder } from '@contract/features/equipment/entities/gasCylinder';

export default definePage({
  entity: gasCylinder,
  url: 'api/gasCylinder',
  title: '气瓶',
  columns: ['cylinderNo', 'gas', 'pressure', 'inspectionDue'],
  filters: ['cylinderNo', 'gas', 'inspectionDue'],
  form: [{ title: '基本信息', fields: ['cylinderNo', 'gas', 'pressure', 'inspectionDue', 'remark'] }],
});
`,
      },
    ],
  },

  method: {
    title: 'A laboratory method',
    mostFiles: 6,
    mostLines: 50,
    edits: [
      {
        file: `${methods}/turbidimetryMethod.ts`,
        text: `import { defineMethod } from './methodDefinition';

export const turbidimetry = defineMethod({
  key: 'turbidimetry',
  title: '比浊法',
  prefix: { ordinary: '/labBzf' },
  pages: {
    detail: { title: '检测数据' },
    curves: [{ key: 'main', title: '标准系列' }],
    attachment: true,
    previews: [{ key: 'main', title: '结果预览' }],
  },
});
`,
      },
      {
        file: `${methods}/methodCatalogue.ts`,
        replace: "import { visualColorimetry } from './visualColorimetryMethod';",
        by: "import { turbidimetry } from './turbidimetryMethod';\nimport { visualColorimetry } from './visualColorimetryMethod';",
      },
      { file: `${methods}/methodCatalogue.ts`, after: '  electrode,', insert: '  turbidimetry,' },
      {
        file: `${methods}/sheets/turbidimetrySheet.ts`,
        text: `import { visualColorimetrySheet } from './visualColorimetrySheet';

// Read like a row of tubes: the readings and the calculation of visual colorimetry.
export const turbidimetrySheet = {
  ...visualColorimetrySheet,
  conditions: ['悬浊剂', '悬浊温度', '悬浊时间'],
};
`,
      },
      {
        file: `${methods}/sheets/methodSheets.ts`,
        replace: "import { visualColorimetrySheet } from './visualColorimetrySheet';",
        by: "import { turbidimetrySheet } from './turbidimetrySheet';\nimport { visualColorimetrySheet } from './visualColorimetrySheet';",
      },
      {
        file: `${methods}/sheets/methodSheets.ts`,
        after: '  spectrophotometry: spectrophotometrySheet,',
        insert: '  turbidimetry: turbidimetrySheet,',
      },
      {
        file: 'contract/dictionaries/laboratory.ts',
        after: "    { value: 'visualColorimetry', label: '目视比色法' },",
        insert: "    { value: 'turbidimetry', label: '比浊法' },",
      },
    ],
  },

  fieldKind: {
    title: 'A field kind',
    mostFiles: 7,
    mostLines: 20,
    edits: [
      {
        file: 'contract/field.ts',
        replace: 'export type Field =\n  | TextField',
        by: `/** A time of day, \`HH:mm\`. */
export interface TimeOfDayField extends Common {
  readonly kind: 'timeOfDay';
}

export type Field =
  | TextField
  | TimeOfDayField`,
      },
      { file: 'contract/field.ts', after: '  flag: boolean;', insert: '  timeOfDay: string;' },
      {
        file: 'contract/field.ts',
        after: "export const flag = fieldMaker<FlagField>('flag');",
        insert: "export const timeOfDay = fieldMaker<TimeOfDayField>('timeOfDay');",
      },
      { file: 'contract/field.ts', after: "  flag: 'is',", insert: "  timeOfDay: 'none'," },
      {
        file: 'contract/schema.ts',
        after: '  flag: (field) => z.boolean({ error: () => `${field.label}应为是或否` }),',
        insert:
          '  timeOfDay: (field) => stringSchema(field, 5).regex(/^([01]\\d|2[0-3]):[0-5]\\d$/, `${field.label}应为时:分`),',
      },
      {
        file: 'server/db/tableOf.ts',
        after: '  flag: (name) => boolean(name).notNull().default(false),',
        insert: '  timeOfDay: (name, field) => required(text(name), field),',
      },
      { file: 'server/http/entitySchema.ts', after: "    case 'dateTime':", insert: "    case 'timeOfDay':" },
      {
        file: 'src/fields/fieldInputs.ts',
        after: '  flag: asFieldInput(FlagInput),',
        insert: '  timeOfDay: asFieldInput(TextInput),',
      },
      { file: 'src/fields/fieldFilters.tsx', after: '  flag: FlagFilter,', insert: '  timeOfDay: null,' },
      { file: 'src/fields/cellText.ts', after: '    flag: 80,', insert: '    timeOfDay: 80,' },
    ],
  },

  move: {
    title: 'A workflow move',
    mostFiles: 2,
    mostLines: 12,
    edits: [
      {
        file: 'contract/features/nonconformities/nonconformityMachine.ts',
        after: '  moves: [',
        insert: `    {
      key: 'reopen',
      label: '重新处理',
      from: ['correcting'],
      to: 'open',
      by: ['quality'],
      needsReason: true,
    },`,
      },
      { file: 'server/features/nonconformities/moves.ts', after: '  return: {},', insert: '  reopen: {},' },
    ],
  },

  section: {
    title: 'A report section',
    mostFiles: 4,
    mostLines: 8,
    edits: [
      { file: 'contract/features/reports/reportContent.ts', after: "  'advice',", insert: "  'limitations'," },
      {
        file: 'contract/features/reports/entities/report.ts',
        after: "    advice: longText('建议', { max: 6000, ...compiledHint }),",
        insert: "    limitations: longText('局限性', { max: 6000, ...compiledHint }),",
      },
      {
        file: 'contract/features/reports/compileReport.ts',
        after: "    advice: advice ? fillSection(advice, '') : '',",
        insert: "    limitations: '',",
      },
      {
        file: 'contract/features/reports/reportDocument.ts',
        after: "  advice: '建议',",
        insert: "  limitations: '局限性',",
      },
      {
        file: 'contract/features/reports/reportDocument.ts',
        after: "    [sectionTitles.advice, writtenBlocks('advice')],",
        insert: "    [sectionTitles.limitations, writtenBlocks('limitations')],",
      },
    ],
  },

  adapter: {
    title: 'A platform adapter',
    mostFiles: 2,
    mostLines: 4,
    edits: [
      {
        file: 'contract/dictionaries/platforms.ts',
        after: "    { value: 'samePlatform', label: '区域平台' },",
        insert: "    { value: 'cityPlatform', label: '市平台' },",
      },
      {
        file: 'contract/features/platforms/platformFamilies.ts',
        after: "  samePlatform: ['whole'],",
        insert: "  cityPlatform: ['whole'],",
      },
    ],
  },
};
