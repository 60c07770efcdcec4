// Columns of an instrument's sequence file, typed in one line: `Vial=进样位；Sample Name=样品名；Method="BTX.M"`.

/** Content of a column: a fact of the injection, or the same text in each row. */
export interface SequenceColumn {
  readonly heading: string;
  readonly from: SequenceFact | null;
  readonly fixed: string;
}

/** Facts of an injection by the words that name them. */
const sequenceFacts = {
  序号: 'order',
  进样位: 'vial',
  样品名: 'name',
  类型: 'kind',
  级别: 'level',
  进样时间: 'time',
  数据文件: 'file',
  备注: 'remark',
} as const;
export type SequenceFact = (typeof sequenceFacts)[keyof typeof sequenceFacts];

/**
 * Parses columns written in one line.
 * @returns null where a column can't be parsed, or no column contains the sample's name
 */
export function parseSequenceColumns(text: string): SequenceColumn[] | null {
  const parts = text.split(/[；;\n]/u).filter((part) => part.trim() !== '');
  const columns: SequenceColumn[] = [];
  for (const part of parts) {
    const index = part.indexOf('=');
    const [heading, source] = [part.slice(0, index).trim(), part.slice(index + 1).trim()];
    const quotedText = /^["“](.*)["”]$/u.exec(source)?.[1];
    if (index < 1 || heading === '' || (quotedText === undefined && !Object.hasOwn(sequenceFacts, source))) return null;
    columns.push({
      heading,
      from: quotedText === undefined ? sequenceFacts[source as keyof typeof sequenceFacts] : null,
      fixed: quotedText ?? '',
    });
  }
  return columns.some(({ from }) => from === 'name') ? columns : null;
}
