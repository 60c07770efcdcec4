import { dropBlanks, halfWidthThroughout } from '@contract/fields/normalizeText';

// Papers of reports that were issued before the product was in use: matches files to reports.

export const historyTexts = {
  upload: '上传报告文件',
  hint: '选择报告的PDF文件（可多选），或装有它们的ZIP压缩包；按文件名中的报告编号或台账中的文件名对应',
  choose: '点击或拖入PDF、ZIP文件',
  matching: '正在对应…',
  progress: (uploadedCount: number, totalCount: number): string => `正在上传 ${uploadedCount}/${totalCount}`,
  matched: (count: number): string => `已对应${count}份`,
  unmatched: (names: readonly string[]): string =>
    `${names.length}个文件没有对应的报告，不上传：${names.slice(0, 20).join('、')}${names.length > 20 ? '等' : ''}`,
  twice: (names: readonly string[]): string => `同一报告有多个文件，只取第一个：${names.slice(0, 20).join('、')}`,
  held: (count: number): string => `其中${count}份已有文件，将被替换`,
  start: (count: number): string => `上传${count}份`,
  done: (count: number): string => `已保存${count}份报告文件`,
  brokenZip: '压缩包已损坏或设有密码，请解压后选择全部PDF文件',
  noPapers: '没有找到PDF文件',
  broughtIn: '接入系统前的报告，本系统不签名、不签发',
} as const;

/** Maximum number of files in one request. */
export const maxPapers = 1000;

/** Fields of a report that the matching needs. */
interface HistoryPaper {
  readonly id: number;
  readonly reportNo: string;
  readonly fileName: string | null;
  /** Id of the report's file; null where it has none yet. */
  readonly paper: string | null;
}

export interface PaperMatch {
  readonly name: string;
  /** Id of the report; null where none matches. */
  readonly report: number | null;
  readonly reportNo: string | null;
  /** Whether the report already has a file. */
  readonly hasFile: boolean;
  /** Whether an earlier file belongs to the same report. */
  readonly isDuplicate: boolean;
}

const separatorPattern = /[〔〕[\]()【】（）_\s-]/;

/** Returns a file name without folders and extension, in half width and small letters. */
const bareName = (name: string): string =>
  halfWidthThroughout(name.split(/[/\\]/).at(-1) ?? name)
    .replace(/\.(?:pdf|docx?)$/i, '')
    .toLowerCase();

/**
 * Returns a file name in the form in which names are compared: without folders, extension, blanks and kinds of
 * brackets.
 */
export const paperKey = (name: string): string =>
  [...dropBlanks(bareName(name))].filter((letter) => !separatorPattern.test(letter)).join('');

/** Shortest number, without separators, that is looked for within a longer file name. */
const minNumberLength = 4;

/** Returns whether a number may begin or end between two texts, and not within a longer number or word. */
const isBoundary = (before: string, after: string): boolean =>
  !(/[0-9a-z]$/.test(before) && /^[0-9a-z]/.test(after)) && !(/\d[-_]?$/.test(before) && /^[-_]?\d/.test(after));

const digitGroups = (text: string): string => (text.match(/\d+/g) ?? []).join(' ');

/** Returns the report whose number a file name contains, e.g. before the name of the unit; null for none or several. */
function reportWithin(
  name: string,
  byNumber: ReadonlyMap<string, HistoryPaper>,
  lengths: readonly number[],
): HistoryPaper | null {
  const bare = bareName(name);
  const places = Array.from({ length: bare.length }, (_, index) => index).filter(
    (index) => !separatorPattern.test(bare[index] ?? ''),
  );
  const key = places.map((index) => bare[index]).join('');
  const found = new Set<HistoryPaper>();
  for (let start = 0; start < key.length; start += 1)
    for (const length of lengths) {
      const report = byNumber.get(key.slice(start, start + length));
      const [from, last] = [places[start], places[start + length - 1]];
      if (!report || from === undefined || last === undefined) continue;
      const [before, number, after] = [bare.slice(0, from), bare.slice(from, last + 1), bare.slice(last + 1)];
      if (!isBoundary(before, number) || !isBoundary(number, after)) continue;
      if (digitGroups(number) !== digitGroups(bareName(report.reportNo))) continue;
      found.add(report);
      // A shorter number within this one is none.
      start += length - 1;
      break;
    }
  return found.size === 1 ? ([...found][0] ?? null) : null;
}

/**
 * Finds the report of each file by its number, by the file name in the list, or by a number within a longer name. Each
 * report gets one file: the first with just its number or name, else the first that contains its number.
 */
export function matchPapers(names: readonly string[], reports: readonly HistoryPaper[]): PaperMatch[] {
  const byNumber = new Map(reports.map((report) => [paperKey(report.reportNo), report]));
  const byKey = new Map(byNumber);
  for (const report of reports) {
    const key = report.fileName === null ? '' : paperKey(report.fileName);
    if (key && !byKey.has(key)) byKey.set(key, report);
  }
  const lengths = [...new Set([...byNumber.keys()].map((number) => number.length))]
    .filter((length) => length >= minNumberLength)
    .sort((one, other) => other - one);
  const exactReports = names.map((name) => byKey.get(paperKey(name)));
  const matchingReports = names.map((name, index) => exactReports[index] ?? reportWithin(name, byNumber, lengths));
  const fileOfReport = new Map<number, number>();
  for (const candidates of [exactReports, matchingReports])
    for (const [index, report] of candidates.entries())
      if (report && !fileOfReport.has(report.id)) fileOfReport.set(report.id, index);
  return names.map((name, index) => {
    const report = matchingReports[index] ?? null;
    return {
      name,
      report: report?.id ?? null,
      reportNo: report?.reportNo ?? null,
      hasFile: report !== null && report.paper !== null,
      isDuplicate: report !== null && fileOfReport.get(report.id) !== index,
    };
  });
}

/** Returns the factors that a conclusion names as exceeded: 苯、噪声超标, 苯超标，噪声超标 and 不合格：苯、噪声 name both. */
export function exceededIn(conclusion: string | null): string | null {
  const text = conclusion ?? '';
  const failed = /(?:不合格|超标)(?:项目?|因素)?[：:]([^，。；;,\s]+)/.exec(text)?.[1];
  const named = [...text.matchAll(/([^，。；;,\s]+?)(?:浓度|强度)?超标(?![：:项因])/g)].map(([, hazards = '']) =>
    hazards.replace(/^[、除]+/, ''),
  );
  const hazards = [...named, failed ?? ''].filter((names) => names !== '' && !/(?:未|无|没有|不)$/.test(names));
  return hazards.length ? hazards.join('、').replace(/(?:和|及(?!其)|与)/g, '、') : null;
}
