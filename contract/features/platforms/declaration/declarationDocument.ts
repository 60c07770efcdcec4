import { currentFace } from '@contract/print/paperEdition';
import { labelIn, textOrEmpty } from '@contract/print/paperHead';
import type { Block, Fact, PrintDocument } from '@contract/print/printDocument';
import { declarationTexts } from '../declarationTexts';
import { declaration } from '../entities/declaration';
import type { DeclarationVersion } from './declarationWire';

interface DeclarationPaper {
  /** Organization that filled in the declaration. */
  readonly agency: string;
  readonly version: DeclarationVersion;
  /** Labels from the managed dictionaries. */
  readonly words: {
    readonly scale: string | null;
    readonly industry: string | null;
    readonly economicType: string | null;
  };
}

const categories = [
  ['dustCount', '粉尘'],
  ['chemicalCount', '化学物质'],
  ['physicalCount', '物理因素'],
  ['radiationCount', '放射性物质'],
  ['biologicalCount', '生物因素'],
  ['otherCount', '其他'],
] as const;
const namedHazards = [
  ['silicaCount', '矽尘'],
  ['coalCount', '煤尘'],
  ['asbestosCount', '石棉粉尘'],
  ['benzeneCount', '苯'],
  ['leadCount', '铅'],
  ['noiseCount', '噪声'],
] as const;
const testedColumns = [
  ['dust', '粉尘'],
  ['chemical', '化学物质'],
  ['physical', '物理因素'],
  ['radiation', '放射性物质'],
  ['biological', '生物因素'],
] as const;

/**
 * Returns whether a version has today's form. Versions from before named hazards and points print as they did then.
 */
const isToday = (version: DeclarationVersion): boolean =>
  version.testedThisYear || namedHazards.some(([name]) => version[name] !== null);
const peopleText = (count: number | null): string => (count === null ? '' : `${count}人`);

/** Returns the data of the unit and of its declaration. */
function unitFacts(version: DeclarationVersion, labels: DeclarationPaper['words']): Block {
  const { fields } = declaration;
  const factOf = (name: keyof typeof fields, value: string | null, isWide = false): Fact => ({
    label: fields[name].label,
    value: value ?? '',
    ...(isWide ? { wide: isWide } : {}),
  });
  return {
    kind: 'facts',
    label: '用人单位',
    pairs: 2,
    facts: [
      factOf('declareKind', labelIn('declarationKind', version.declareKind)),
      {
        label: '申报年度与版次',
        value: `${textOrEmpty(version.declareYear)}年　第${textOrEmpty(version.versionNo)}版`,
      },
      ...(version.declareKind === 'change' ? [factOf('changeReason', version.changeReason, true)] : []),
      factOf('unitName', version.unitName, true),
      factOf('creditCode', version.creditCode),
      factOf('economicType', labels.economicType),
      factOf('registeredAddress', version.registeredAddress, true),
      factOf('workAddress', version.workAddress, true),
      factOf('scale', labels.scale),
      factOf('industry', labels.industry),
      factOf('legalPerson', version.legalPerson),
      factOf('phone', version.phone),
      { label: '职业卫生管理机构', value: version.hasOffice ? '有' : '无' },
      { label: '管理人员', value: `专职${version.fullTimeStaff ?? 0}人，兼职${version.partTimeStaff ?? 0}人` },
      factOf('workerCount', peopleText(version.workerCount)),
      factOf('diseaseCount', peopleText(version.diseaseCount)),
      factOf('product', version.product, true),
      factOf('materials', version.materials, true),
      factOf('lastTested', version.lastTested, true),
    ],
  };
}

/** Returns the hazards by workplace with the exposed persons and their totals. */
function hazardTable(version: DeclarationVersion): Block {
  const total = version.rows.reduce((sum, { exposed }) => sum + (exposed ?? 0), 0);
  const onceTotal = version.rows.reduce((sum, { exposedOnce }) => sum + (exposedOnce ?? 0), 0);
  return {
    kind: 'table',
    title: '职业病危害因素分布',
    columns: [
      { heading: '序号', align: 'center' },
      { heading: '作业场所名称', least: 30 },
      { heading: '职业病危害因素名称', least: 40 },
      { heading: '类别', align: 'center' },
      { heading: '接触人数（可重复）', align: 'right', least: 34 },
      { heading: '接触人数（不重复）', align: 'right', least: 34 },
    ],
    rows: [
      ...version.rows.map((row, index) => [
        String(index + 1),
        row.workplace,
        row.hazardName,
        labelIn('declarationCategory', row.category),
        textOrEmpty(row.exposed),
        textOrEmpty(row.exposedOnce),
      ]),
      ['', '合计', '', '', String(total), String(onceTotal)],
    ],
  };
}

/** Returns the number of people by named hazard, and this year's tests with points and exceedances by class. */
const todayBlocks = (version: DeclarationVersion): Block[] => [
  {
    kind: 'table',
    title: '主要职业病危害因素接触人数',
    columns: [
      { heading: '危害因素', least: 40 },
      { heading: '接触人数', align: 'right', least: 30 },
    ],
    rows: namedHazards.map(([name, label]) => [label, peopleText(version[name] ?? 0)]),
  },
  {
    kind: 'facts',
    label: '本年度检测情况',
    pairs: 2,
    facts: [
      { label: declaration.fields.testedThisYear.label, value: version.testedThisYear ? '是' : '否' },
      { label: declaration.fields.testReportNo.label, value: version.testReportNo ?? '' },
      { label: declaration.fields.testAgency.label, value: version.testAgency ?? '', wide: true },
    ],
  },
  {
    kind: 'table',
    title: '本年度检测结果',
    columns: [
      { heading: '危害类别', least: 40 },
      { heading: '检测点数', align: 'right', least: 30 },
      { heading: '超标点数', align: 'right', least: 30 },
    ],
    rows: testedColumns.map(([name, label]) => [
      label,
      textOrEmpty(version[`${name}Points`] ?? 0),
      textOrEmpty(version[`${name}Over`] ?? 0),
    ]),
  },
];

/** Builds 职业病危害项目申报表 (DOMAIN §7.7) for the unit's stamp. */
export function declarationDocument({ agency, version, words }: DeclarationPaper): PrintDocument {
  return {
    title: declarationTexts.title,
    ...currentFace,
    agency,
    corner: '',
    blocks: [
      unitFacts(version, words),
      {
        kind: 'table',
        title: '接触职业病危害人数',
        columns: [
          { heading: '危害类别', least: 40 },
          { heading: '有无', align: 'center' },
          { heading: '接触人数', align: 'right', least: 30 },
        ],
        rows: [
          ...categories
            .filter(([name]) => name !== 'biologicalCount' || isToday(version))
            .map(([name, label]) => [label, (version[name] ?? 0) > 0 ? '有' : '无', peopleText(version[name] ?? 0)]),
          ['接触职业病危害总人数', '', peopleText(version.exposedCount)],
        ],
      },
      ...(isToday(version) ? todayBlocks(version) : []),
      { kind: 'heading', text: '职业病危害因素分布' },
      hazardTable(version),
      {
        kind: 'lines',
        lines: [
          '本单位对所申报内容的真实性负责。',
          '申报单位（盖章）：　　　　　　　　　　法定代表人（签字）：　　　　　　　　　　　　　　年　　月　　日',
        ],
      },
    ],
    signers: [],
    foot: `${version.unitName}${version.state === 'drafting' ? '（填写中，不能作为申报依据）' : ''}`,
  };
}
