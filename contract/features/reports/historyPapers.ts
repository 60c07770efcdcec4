import { dropBlanks, halfWidthThroughout } from '@contract/fields/normalizeText';

// Papers of reports that were issued before the product was in use: matches files to reports.

export const historyTexts = {
  upload: '上传报告文件',
  hint: '选择报告的PDF文件（可多选），或装有它们的ZIP压缩包；按报告编号或台账中的文件名对应',
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

/**
 * Returns a file name in the form in which names are compared: without folders, extension, blanks and kinds of
 * brackets.
 */
export const paperKey = (name: string): string =>
  dropBlanks(halfWidthThroughout(name.split(/[/\\]/).at(-1) ?? name))
    .replace(/\.(?:pdf|docx?)$/i, '')
    .replace(/[〔〕[\]()【】（）_-]/g, '')
    .toLowerCase();

/**
 * Finds the report of each file by its number or by the file name in the list. Each report gets the first matching
 * file.
 */
export function matchPapers(names: readonly string[], reports: readonly HistoryPaper[]): PaperMatch[] {
  const byKey = new Map<string, HistoryPaper>();
  for (const report of reports) byKey.set(paperKey(report.reportNo), report);
  for (const report of reports) {
    const key = report.fileName === null ? '' : paperKey(report.fileName);
    if (key && !byKey.has(key)) byKey.set(key, report);
  }
  const takenReports = new Set<number>();
  return names.map((name) => {
    const matchingReport = byKey.get(paperKey(name));
    const isRepeated = matchingReport !== undefined && takenReports.has(matchingReport.id);
    if (matchingReport) takenReports.add(matchingReport.id);
    return {
      name,
      report: matchingReport?.id ?? null,
      reportNo: matchingReport?.reportNo ?? null,
      hasFile: matchingReport !== undefined && matchingReport.paper !== null,
      isDuplicate: isRepeated,
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
