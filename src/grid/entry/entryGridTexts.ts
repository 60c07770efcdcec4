// Texts of the entry grid, used by the pages and the tests.
export const entryGridTexts = {
  othersSaved: (count: number): string => `其他行已保存，还有${count}行有误未保存，请改正后再保存`,
  faultsFirst: (count: number) => `有${count}处填写有误，请改正后再保存`,
  failed: '保存失败，填写的内容都保留在表中',
  conflicts: (count: number) => `${count}行已被他人修改，请核对差异后再保存`,
  gone: '该行已被他人删除；保存时将作为新行重新加入，不需要时请删除该行',
  goneSome: '部分行已被他人删除，请核对标记的行后再保存',
  draftFound: (count: number, time: string) => `有${time}未保存的内容（${count}行）`,
  restoreDraft: '恢复',
  dropDraft: '丢弃',
  nothingToSave: '没有需要保存的修改',
  tooMany: (maxRows: number) => `一次最多保存${maxRows}行，请减少修改后分次保存`,
  pasted: (cells: number, skippedCells: number) =>
    `已粘贴${cells}格；另有${skippedCells}格落在只读列、计算列或表外，没有粘贴。列没有对齐时请按 Ctrl+Z 撤销，为计算列留出空列后重新粘贴`,
  tooLong: (maxRows: number, freeRows: number) =>
    `表中最多${maxRows}行，从这里起还能容纳${freeRows}行；粘贴的内容超出，没有粘贴任何一行，请分批粘贴`,
  quotesUnclear: '粘贴的内容里有引号，无法确定单元格在哪里分开，没有粘贴任何内容；请去掉多余的引号后重新复制',
  noRowsToAdd: (pastedRows: number) =>
    pastedRows
      ? `这里不能增加行：粘贴了前${pastedRows}行，其余没有粘贴；如非所需请按 Ctrl+Z 撤销`
      : '这里不能增加行，没有粘贴任何内容；请减少粘贴的行',
  clipboardRefused: '浏览器不允许读取剪贴板，请按 Ctrl+V 粘贴',
  draftTooBig: '浏览器的存储空间不足，未保存的内容没有备份，请尽快保存',
} as const;
