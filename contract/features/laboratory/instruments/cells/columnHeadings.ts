import type { Quantity } from '../instrumentReading';
import { isUnit } from './resultUnits';

/** Kind of content of a column. */
export type ColumnRole =
  | Quantity
  | 'sample'
  | 'sampleName'
  | 'file'
  | 'component'
  | 'replicate'
  | 'unit'
  | 'time'
  | 'vial'
  | 'kind'
  | 'signal'
  | 'retention'
  | 'ignored';

const quantityRoles: ReadonlySet<ColumnRole> = new Set<ColumnRole>([
  'area',
  'height',
  'response',
  'intensity',
  'absorbance',
  'potential',
  'concentration',
  'amount',
  'result',
  'mass',
  'volume',
  'level',
  'dose',
  'pH',
]);

/** Returns whether a column holds measured values. */
export const isQuantity = (role: ColumnRole | null): role is Quantity => role !== null && quantityRoles.has(role);

/**
 * Returns whether a quantity is an amount. A column or the head may give the unit of an amount; a response has only
 * its own unit.
 */
export const isAmount = (role: ColumnRole): boolean =>
  ['concentration', 'amount', 'result', 'mass', 'volume'].includes(role);

/**
 * Complete headings by role, the best first: where two columns of a file have one role, the heading listed first
 * wins. A heading that only contains one of them (`Sample Type`, `Relative Area`, `ISTD Area`) does not match.
 */
const roleWords: readonly (readonly [ColumnRole, readonly string[]])[] = [
  [
    'sample',
    [
      'sample id|sample ident|sample number|sample no|sample #|lab(?:oratory)? (?:sample )?(?:id|number|no)',
      'sample/ctrl id|solution label|溶液标签|injection name|injection id|sample label|specimen id',
      '样品编号|样品号|样品id|样品标号|实验室编号|滤膜编号|滤膜号|膜编号|膜号|编号',
      'filter (?:no|id|number)|probennummer|proben-?id',
    ],
  ],
  [
    'sampleName',
    [
      'sample name|sample|sample description|样品名称|样品名|样品|进样名称|进样名|样品标签|probenname|probe|probenbezeichnung',
      "vial name|name of sample|échantillon|nom (?:de l[’']|d[’'])échantillon|muestra|имя образца|injektionsname|sample list label|样品标签",
      'label|标签',
    ],
  ],
  ['file', ['data file ?name|data file|raw file|file ?name|数据文件名?|文件名|数据文件名称']],
  [
    'component',
    [
      'analyte name|analyte|component name|component|compound name|compound|peak name|peakname|element label|element',
      'test name|test short name|parameter|line ?name|substance|komponente|substanz|verbindung|composé|nom du composé',
      '组分名称|组分名|组分|化合物名称|化合物名|化合物|峰名称|峰名|元素名称|元素|分析物名称|分析物|测定项目|检测项目|被测物|谱线|分析线|名称',
    ],
  ],
  [
    'replicate',
    [
      'replicate number|replicate no|replicate #|replicate|rep ?#?|rep no|repeat|wiederholung|réplicat',
      'injection number|injection no|injection|inj ?#?|inj no|inj number|进样次数|进样号|针号',
      '测量次数|测定次数|重复次数|重复|次数|平行次数|读数次数|测量序号',
    ],
  ],
  ['unit', ['units?|.*\\bunits?|result unit|concentration units?|einheit|unité|单位|浓度单位|结果单位|含量单位']],
  [
    'time',
    [
      'acq.? ?date-?time|acquisition time|date/time|date and time|result time|result date and time|时间|测量时间|进样时间|采集时间|测定时间|测试时间',
      'time|date|日期|分析日期|测定日期|zeit|datum|inject time',
    ],
  ],
  [
    'vial',
    [
      'well|孔位?|vial|vial ?#|vial no|vial number|cup number|cup|杯号|a/s loc|position|pos|位置|瓶号|样品瓶号?|样品位置?|进样位',
    ],
  ],
  [
    'kind',
    [
      'sample type|type of sample|injection type|sample kind|样品类型|样品类别|样品标识|类型|probentyp',
      'sam/ctr/cal|pat/ctr/cal|qc status|type|category',
    ],
  ],
  ['signal', ['channel|signal|detector|通道|信号|检测器']],
  ['retention', ['ret\\.? ?time|rettime|r\\.? ?time|retention time|rt|tr|保留时间|retentionszeit']],
  ['area', ['area|peak area|面积|峰面积|fläche|aire|площадь']],
  ['height', ['height|peak height|高度|峰高|höhe|hauteur|высота']],
  ['response', ['resp|response|响应|响应值|信号值']],
  [
    'intensity',
    [
      'net[_ ]intensity|corrected intensity|intensity|int|mean intensity|净强度|荧光强度|荧光值|发光强度|强度|强度平均值|intensität|if',
    ],
  ],
  [
    'absorbance',
    [
      'absorbance|abs|mean abs|wl ?\\d{3}(?:\\.\\d+)?|mean absorbance|extinktion|extinction|吸光度|吸光值|吸光度值|平均吸光度|a',
    ],
  ],
  ['potential', ['potential|电位|电极电位|电位值|e|mv']],
  [
    'concentration',
    [
      // What the instrument has multiplied by the dilution comes before what it measured.
      'final conc|reported conc|最终浓度|报告浓度',
      'soln conc|溶液浓度|sample conc|peak concentration|concentration|conc|cc|mean conc|konzentration|konz',
      '浓度|质量浓度|峰浓度|测定浓度|浓度平均值|平均浓度|样品浓度|计算浓度|концентрация',
      'calc conc|corr conc?',
    ],
  ],
  ['amount', ['amount|含量|量|menge|quantité|количество|amt']],
  ['result', ['result|results|结果|测定结果|测量结果|检测结果|测试结果|value|reading|读数|测量值|值']],
  ['mass', ['weight|net weight|net|mass|重量|净重|质量|称量值|称重|gewicht']],
  ['volume', ['titrant volume|consumption|消耗体积|滴定体积|消耗量|v消耗']],
  ['level', ['leq|laeq|声级|等效声级']],
  ['dose', ['dose|噪声剂量|剂量']],
  ['pH', ['ph|ph值']],
];

interface HeadingPattern {
  readonly role: ColumnRole;
  readonly rank: number;
  readonly pattern: RegExp;
}

const knownHeadings: readonly HeadingPattern[] = roleWords.flatMap(([role, patterns]) =>
  patterns.map((pattern, rank) => ({ role, rank, pattern: new RegExp(`^(?:${pattern})$`, 'i') })),
);

export interface Heading {
  readonly text: string;
  /** Heading without unit and qualifier. */
  readonly name: string;
  readonly role: ColumnRole | null;
  /** Rank among the headings of its role; 0 is the best. */
  readonly rank: number;
  readonly unit: string | null;
  /** Text in brackets that is not a unit, e.g. `Calib`, `Samp`. */
  readonly qualifier: string | null;
}

/** Splits a heading into name, unit and qualifier: `浓度(μg/mL)`, `Amount [mg/L]`, `浓度/(mg/L)`, `Ag 107\n(cps)`. */
function partsOf(text: string): Pick<Heading, 'name' | 'unit' | 'qualifier'> {
  const plainText = text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
  const match = /^(.*?)\s*[/,_]?\s*[([{]\s*([^()[\]{}]+?)\s*[)\]}]$/.exec(plainText);
  const slash = /^(\S*[^\sA-Za-z/])\/([A-Za-zµμ%/]+\d?)$/.exec(plainText);
  if (match?.[1]) {
    const [, name, inner = ''] = match;
    return isUnit(inner) ? { name, unit: inner, qualifier: null } : { name, unit: null, qualifier: inner };
  }
  if (slash?.[1] && isUnit(slash[2] ?? '')) return { name: slash[1], unit: slash[2] ?? null, qualifier: null };
  return { name: plainText, unit: null, qualifier: null };
}

/** Returns whether a heading must not have a role: `mass` without a unit of weight is m/z, not a weight. */
const isRefused = ({ name, unit }: Pick<Heading, 'name' | 'unit'>, role: ColumnRole): boolean =>
  (role === 'mass' && /^(?:mass|质量|net)$/i.test(name) && !(unit !== null && /g$/.test(unit))) ||
  (role === 'potential' && /^e$/i.test(name) && unit !== 'mV') ||
  (role === 'intensity' && /^if$/i.test(name) && unit === '%');

/** Returns the role of a heading. A response relative to another one has no role. */
export function headingOf(text: string): Heading {
  const parts = partsOf(text);
  const name = parts.name
    .replaceAll(/([a-z]{3})(?=[A-Z])/g, '$1 ')
    .replaceAll('_', ' ')
    .toLowerCase()
    .replaceAll(/[.:：#]+$/g, '')
    .replaceAll(/\.(?=\s|$)/g, '')
    .trim();
  // `Area %` and `面积%` are shares, not areas.
  const isShare = parts.unit === '%' && /area|面积|height|峰高|高度|conc|amount/i.test(name);
  const knownHeading = isShare
    ? undefined
    : knownHeadings.find(({ role, pattern }) => pattern.test(name) && !isRefused(parts, role));
  return { ...parts, text, role: knownHeading?.role ?? null, rank: knownHeading?.rank ?? 0 };
}
