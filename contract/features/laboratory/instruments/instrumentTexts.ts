// Texts about files of instruments.

export const instrumentTexts = {
  noValue: '文件中没有数值',
  notNumber: (cell: string) => `“${cell}”不是数值`,
  markUnclear: (cell: string) => `“${cell}”中的逗号可能是千位分隔，也可能是小数点，请选择小数点的写法`,
  tooManyCells: (cells: number, headings: number) =>
    `这一行有${cells}个单元格，表头只有${headings}列，小数点可能写成了逗号，请核对`,
  otherHead: (words: string) => `上面的“${words}”可能是另一张表的表头，请核对这一行的数值属于哪一列`,
  unstable: '读数不稳定',
  outOfRange: '超出量程',
  sampleLost: '文件中没有写明这一行属于哪个样品',
  unknown: '不认识这种文件，请选择样品、组分和数值所在的位置',
  several: (labels: readonly string[]) => `文件同时符合${labels.map((label) => `“${label}”`).join('、')}，请选择一种`,
  noLines: (label: string) => `按“${label}”读取，没有找到数据`,
} as const;
