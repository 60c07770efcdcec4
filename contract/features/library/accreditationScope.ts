// The organization's accredited scope (资质认定能力附表). It decides whether a hazard by a standard is accredited on a day.

/** Fields of a row of the annex that decide on the scope. */
export interface AnnexItem {
  readonly id: number;
  readonly itemNo: string | null;
  readonly item: string;
  readonly hazard: number | null;
  readonly standardNo: string | null;
  readonly restriction: string | null;
  readonly certificateNo?: string | null;
  /** First valid day, `YYYY-MM-DD`, inclusive; null is open-ended. */
  readonly validFrom: string | null;
  readonly validUntil: string | null;
}

export type ScopeState = 'inside' | 'ended' | 'outside';

interface ScopeVerdict {
  readonly state: ScopeState;
  /** Row of the annex that is in force, or the row that ended last. */
  readonly annexItem: AnnexItem | null;
  /** Number of the same standard without its year, as the annex gives it for a hazard that is outside. */
  readonly undated?: string;
}

/** Labels of the states on pages and papers. */
export const scopeLabels: Readonly<Record<ScopeState, string>> = {
  inside: '资质内',
  ended: '资质已过期',
  outside: '资质外',
};

const standardsPattern =
  /(?:GBZ|GB|WS|HJ|AQ|SN|YY|DB\d{0,4})\s*(?:[/／]\s*T)?\s*\d+(?:\.\d+)*(?:\s*[-—–－]\s*\d{4})?/gi;

/** Writes a number as the library does: `gbz/t300.66—2017` → `GBZ/T 300.66-2017`. */
const standardNumberText = (matchedText: string): string =>
  matchedText
    .toUpperCase()
    .replaceAll(/\s/g, '')
    .replaceAll(/[—–－]/g, '-')
    .replace('／', '/')
    .replace(/^([A-Z]+\d*?)(\/T)?(?=\d)/, '$1$2 ');

/** Pattern of several parts of a standard: GBZ/T 192.1～192.3-2007. */
const partsPattern =
  /((?:GBZ|GB|WS|HJ)\s*(?:[/／]\s*T)?\s*\d+\.)(\d{1,3})(?:\s*[-—–－]\s*\d{4})?\s*[~～至]\s*(?:(?:GBZ|GB|WS|HJ)\s*(?:[/／]\s*T)?\s*)?(?:\d+\.)?(\d{1,3})\s*[-—–－]\s*(\d{4})/gi;
const maxParts = 50;

/** Writes several parts of a standard one by one: GBZ/T 192.1-2007；GBZ/T 192.2-2007. */
const eachPart = (text: string): string =>
  text.replaceAll(partsPattern, (given: string, base: string, first: string, last: string, year: string) => {
    const length = Number(last) - Number(first) + 1;
    if (length < 2 || length > maxParts) return given;
    return Array.from({ length }, (_, index) => `${base}${Number(first) + index}-${year}`).join('；');
  });

/** Shortens runs of blanks, over which the patterns would take quadratic time. */
const oneBlank = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** Reads the numbers of all standards that a text names, each once. */
export const standardNosIn = (text: string | null): string[] => [
  ...new Set(
    [...eachPart(oneBlank(text ?? '')).matchAll(standardsPattern)].map(([standardMatch]) =>
      standardNumberText(standardMatch),
    ),
  ),
];

/**
 * Extracts the number of a standard from a text: `工作场所… GBZ/T 300.66—2017` → `GBZ/T 300.66-2017`; null where the text
 * names none.
 */
export const standardNoIn = (text: string | null): string | null => standardNosIn(text)[0] ?? null;

const plainKey = (text: string): string => text.replaceAll(/\s/g, '');
const standardKey = (standardNo: string | null): string => plainKey(standardNoIn(standardNo) ?? standardNo ?? '');
const keysByRow = new WeakMap<AnnexItem, readonly string[]>();
/** Returns the keys of a row that may name several standards; another document counts by its whole text. */
function keysOf(row: AnnexItem): readonly string[] {
  const cachedKeys = keysByRow.get(row);
  if (cachedKeys) return cachedKeys;
  const standardNumbers = standardNosIn(row.standardNo).map(plainKey);
  const keys = standardNumbers.length ? standardNumbers : [plainKey(row.standardNo ?? '')];
  keysByRow.set(row, keys);
  return keys;
}

/** Names that cover every dust: 总粉尘, 呼吸性粉尘, 游离二氧化硅. */
const allDusts = /粉尘|总尘|呼尘|游离(?:态)?(?:二氧化硅|SiO)|分散度/i;

/**
 * Returns whether a hazard by a standard is in the accredited scope on a day; null where the organization has entered
 * no annex. Part and year of the standard must match: another edition is outside the scope.
 * @param test.day `YYYY-MM-DD`
 */
export function scopeOf(
  annex: readonly AnnexItem[],
  test: { readonly hazard: number; readonly category: string; readonly standardNo: string; readonly day: string },
): ScopeVerdict | null {
  if (!annex.length) return null;
  const wantedKey = standardKey(test.standardNo);
  const namedRows = annex.filter(
    (row) =>
      keysOf(row).includes(wantedKey) &&
      (row.hazard === test.hazard || (row.hazard === null && test.category === 'dust' && allDusts.test(row.item))),
  );
  const currentRow = namedRows.find(
    ({ validFrom, validUntil }) =>
      (validFrom === null || validFrom <= test.day) && (validUntil === null || test.day <= validUntil),
  );
  if (currentRow) return { state: 'inside', annexItem: currentRow };
  const endedRow = namedRows
    .filter(({ validUntil }) => validUntil !== null && validUntil < test.day)
    .sort((a, b) => (b.validUntil ?? '').localeCompare(a.validUntil ?? ''))[0];
  if (endedRow) return { state: 'ended', annexItem: endedRow };
  const undatedKey = wantedKey.replace(/-\d{4}$/, '');
  const isUndated =
    undatedKey !== wantedKey && annex.some((row) => row.hazard === test.hazard && keysOf(row).includes(undatedKey));
  return {
    state: 'outside',
    annexItem: null,
    ...(isUndated ? { undated: standardNoIn(undatedKey) ?? undatedKey } : {}),
  };
}

const partSeparators = /[、，,；;。：:\n（）()]|和|及|与|等/;

/** Extracts the names in 检测范围 of a contract: `检测苯、甲苯和噪声` → 苯, 甲苯, 噪声. */
export function scopeNames(text: string): string[] {
  const clauses = text.split(/[、；;。：:\n，]/);
  const names = [...clauses, ...text.split(partSeparators)].map((part) => part.trim().replace(/^(检测|测定|监测)/, ''));
  return [...new Set(names)].filter(Boolean);
}

export const accreditationTexts = {
  outside: (hazard: string, standardNo: string): string =>
    `“${hazard}”按${standardNo}检测不在资质认定能力附表内，请更换方法，或征得客户书面同意后分包（方法类别为“分包检测”的方法）`,
  undated: (fault: string, standardNo: string): string =>
    `${fault}。能力附表中“${standardNo}”没有年号，如为同一标准，请补填年号`,
  ended: (hazard: string, standardNo: string, expiredOn: string): string =>
    `“${hazard}”按${standardNo}检测的资质已于${expiredOn}到期，不能安排检测；请更新能力附表、更换方法，或征得客户书面同意后分包`,
  review: (hazards: readonly string[]): string =>
    `${hazards.map((name) => `“${name}”`).join('、')}不在资质认定能力附表内或资质已过期，不能通过合同评审；如分包，请将“分包经客户同意”选“是”并填写“分包机构与项目”，否则请与客户更改检测范围`,
  insideTests: `均为${scopeLabels.inside}`,
  outsideTests: (tests: readonly string[]): string => `${scopeLabels.outside}：${tests.join('、')}，报告中将以“*”标注`,
  endedTests: (tests: readonly string[]): string =>
    `${scopeLabels.ended}，不能分发：${tests.join('、')}；请更新能力附表、更换方法，或征得客户书面同意后分包`,
  distributed: (lines: readonly string[]): string => `。${lines.join('、')}不在资质认定能力附表内，报告中将以“*”标注`,
  subcontracted: (hazards: readonly string[]): string => `注：${hazards.join('、')}为分包检测。`,
  reportNote: '注：标“*”的项目不在本机构资质认定范围内，不使用资质认定标志。',
} as const;

/**
 * Returns the reason why a hazard by a method may not be planned; null where it may, or without an annex.
 * @param scope verdict on the hazard and method; null without an entered scope
 * @param hazard name of the hazard, for the message
 * @param standardNo number of the method's standard, for the message
 */
export function scopeFault(scope: ScopeVerdict | null, hazard: string, standardNo: string): string | null {
  if (!scope || scope.state === 'inside') return null;
  if (scope.state === 'ended') return accreditationTexts.ended(hazard, standardNo, scope.annexItem?.validUntil ?? '');
  const fault = accreditationTexts.outside(hazard, standardNo);
  return scope.undated === undefined ? fault : accreditationTexts.undated(fault, scope.undated);
}

/** Answer of `GET api/accreditedItem/of/:project`: the scope of the hazards that the project surveys and plans. */
export interface ProjectScope {
  /** Number of rows in the annex; with 0 rows the page shows nothing about the scope. */
  readonly annex: number;
  /** Last day on which every row is in force; null where no row has an end. */
  readonly until: string | null;
  readonly lines: readonly {
    readonly hazard: number;
    readonly hazardName: string;
    readonly method: string | null;
    readonly standardNo: string | null;
    readonly state: ScopeState;
    readonly restriction: string | null;
    readonly itemNo: string | null;
  }[];
}

/**
 * Returns the names of a project's hazards inside and outside the scope, each once; null where the organization has
 * entered no annex. A hazard is outside if one of its methods is.
 */
export function namesByScope({ annex, lines }: ProjectScope): {
  readonly accreditedHazards: readonly string[];
  readonly otherHazards: readonly string[];
} | null {
  if (!annex) return null;
  const otherHazards = new Set(lines.flatMap(({ state, hazardName }) => (state === 'inside' ? [] : [hazardName])));
  const accreditedHazards = new Set(
    lines.flatMap(({ hazardName }) => (otherHazards.has(hazardName) ? [] : [hazardName])),
  );
  return { accreditedHazards: [...accreditedHazards], otherHazards: [...otherHazards] };
}
